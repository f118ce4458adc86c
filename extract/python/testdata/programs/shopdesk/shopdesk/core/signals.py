class Signal:
    """A tiny version of django.dispatch.Signal."""

    def __init__(self):
        self._receivers = []

    def connect(self, receiver, sender=None):
        self._receivers.append((sender, receiver))

    def send(self, sender, **kwargs):
        return [
            (receiver, receiver(sender=sender, signal=self, **kwargs))
            for wanted, receiver in self._receivers
            if wanted is None or wanted == sender
        ]


def receiver(signal, sender=None):
    def decorator(func):
        signal.connect(func, sender=sender)
        return func

    return decorator


agent_created = Signal()
conversation_finished = Signal()
