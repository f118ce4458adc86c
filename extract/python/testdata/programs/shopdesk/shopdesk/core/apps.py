from importlib import import_module

from shopdesk import settings


class AppConfig:
    name = ""
    verbose_name = ""

    def ready(self):
        """Override to connect signals."""


class Registry:
    def __init__(self):
        self.configs = {}
        self.loaded = False

    def populate(self, installed_apps):
        if self.loaded:
            return
        for entry in installed_apps:
            module, _, cls = entry.rpartition(".")
            config = getattr(import_module(module), cls)()
            self.configs[config.name] = config
        for config in self.configs.values():
            config.ready()
        self.loaded = True


apps = Registry()


def setup():
    apps.populate(settings.INSTALLED_APPS)
