# Part 1: what the user's code must not do while it is imported. The parts of
# this script are read as one program, in the order guard, walk, serve.
import ast
import copy
import importlib
import importlib.machinery
import importlib.metadata
import json
import os
import random
import signal
import sys
import sysconfig
import types

MAX_RUNS = 100  # runs that are answered; a program that asks for more is stopped
MAX_NOTES = 1000
NOT_RUN = "(obligato reads this program and runs no agent)"

notes = []
foreign_dirs = []  # folders of code that is not the user's


class Stopped(BaseException):
    """Ends an import that would not end by itself. It is no Exception, so that
    a program which catches those does not go on."""


class Refused(ConnectionRefusedError):
    """What code gets that reaches for the network. Programs know the class."""


class NotStarted(PermissionError):
    """What code gets that starts a process."""


def is_user(filename):
    """Tells the user's code from the SDK, the library and installed packages."""
    if not filename or filename.startswith("<"):
        return False
    return not any(filename.startswith(d) for d in foreign_dirs)


def learn_foreign_dirs(sdk_dir):
    paths = sysconfig.get_paths()
    dirs = [paths.get(k) for k in ("stdlib", "platstdlib", "purelib", "platlib")]
    dirs += [p for p in sys.path if os.path.basename(p) in ("site-packages", "dist-packages")]
    dirs.append(sdk_dir)
    foreign_dirs[:] = sorted({os.path.abspath(d) + os.sep for d in dirs if d})


def place():
    """The innermost place in the user's code that runs now: path, line, column."""
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if is_user(code.co_filename):
            return [os.path.abspath(code.co_filename), frame.f_lineno or 0, column(code, frame.f_lasti)]
        frame = frame.f_back
    return None


def column(code, instruction):
    """The 1-based byte column of the expression that runs, 0 where not known."""
    positions = getattr(code, "co_positions", None)  # Python 3.11 and newer
    if positions is None or instruction < 0:
        return 0
    for i, p in enumerate(positions()):
        if i == instruction // 2:
            return 0 if p[2] is None else p[2] + 1
    return 0


def note(kind, message):
    if len(notes) < MAX_NOTES:
        notes.append({"kind": kind, "message": message, "place": place()})


NETWORK = {
    "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
    "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo",
}
PROCESS = {
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn",
}

# Functions of the C library that make processes. Who calls them gets past all
# that Python refuses, and a process without our environment is not found again.
C_PROCESS = {
    "fork", "vfork", "_Fork", "clone", "clone3", "forkpty", "daemon", "system", "popen", "posix_spawn", "posix_spawnp",
    "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "fexecve", "execveat",
}


def hook(event, args):
    # An audit hook sees what C code asks for too, and nothing can remove it.
    if event in NETWORK:
        note("network", "the program reached for the network (" + event + ")")
        raise Refused("obligato imports this program with the network closed")
    if event in PROCESS:
        note("process", "the program tried to start a process (" + event + ")")
        raise NotStarted("obligato imports this program without starting processes")
    if event == "ctypes.dlsym" and args[1] in C_PROCESS:
        note("process", "the program tried to start a process (" + args[1] + " of the C library)")
        raise NotStarted("obligato imports this program without starting processes")


def refuse_spawn(*args, **kwargs):
    note("process", "the program tried to start a process")
    raise NotStarted("obligato imports this program without starting processes")


def close_doors():
    sys.addaudithook(hook)
    # multiprocessing starts interpreters through this function, unseen by hooks.
    import _posixsubprocess

    _posixsubprocess.fork_exec = refuse_spawn
    for name in ("subprocess", "multiprocessing.util"):
        module = sys.modules.get(name)
        if module is not None and hasattr(module, "_fork_exec"):
            module._fork_exec = refuse_spawn


class NotRun:
    """Stands for the result of a run that did not happen."""

    def __init__(self, agent):
        self.final_output = NOT_RUN
        self.last_agent = self.current_agent = agent
        self.input = ""
        self.new_items, self.raw_responses, self.interruptions = [], [], []
        self.input_guardrail_results, self.output_guardrail_results = [], []
        self.last_response_id = None
        self.is_complete = True

    def to_input_list(self, *args, **kwargs):
        return []

    def final_output_as(self, cls, *args, **kwargs):
        return NOT_RUN

    async def stream_events(self):
        return
        yield

    def __aiter__(self):
        return self.stream_events()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        return False

    def __getattr__(self, name):
        raise AttributeError("obligato runs no agent, so its result has no " + name)


runs = 0


def pretend(args, kwargs):
    global runs
    runs += 1
    agent = kwargs.get("starting_agent")
    for a in args:
        if agent is None and hasattr(a, "handoffs"):
            agent = a
    if agent is None and args:  # RealtimeRunner keeps its agent
        agent = getattr(args[0], "_starting_agent", None)
    note("run", "the program runs " + str(getattr(agent, "name", "an agent")) + " while it is imported; nothing was run")
    if runs > MAX_RUNS:
        raise Stopped("the program asked for more than %d runs while it was imported" % MAX_RUNS)
    return NotRun(agent)


async def later(*args, **kwargs):
    return pretend(args, kwargs)


def at_once(*args, **kwargs):
    return pretend(args, kwargs)


# Where the SDK starts runs: module, class, method, whether it is awaited.
STARTS = [
    ("run", "Runner", "run", True), ("run", "Runner", "run_sync", False), ("run", "Runner", "run_streamed", False),
    ("run", "AgentRunner", "run", True), ("run", "AgentRunner", "run_sync", False),
    ("run", "AgentRunner", "run_streamed", False),
    ("realtime.runner", "RealtimeRunner", "run", True), ("voice.pipeline", "VoicePipeline", "run", True),
]


def stop_runners(sdk):
    """Replaces all that starts a run. Aliases of the classes see it too."""
    for module, cls, method, awaited in STARTS:
        found = loaded(sdk + "." + module)
        found = getattr(found, cls, None)
        if found is not None and hasattr(found, method):
            stand_in = later if awaited else at_once
            is_shared = isinstance(found.__dict__.get(method), (classmethod, staticmethod))
            setattr(found, method, staticmethod(stand_in) if is_shared else stand_in)
    for name in (sdk, sdk + ".repl"):
        module = loaded(name)
        if module is not None and hasattr(module, "run_demo_loop"):
            module.run_demo_loop = later


def loaded(name):
    """The module, imported if it can be; optional parts of the SDK cannot always."""
    try:
        return importlib.import_module(name)
    except Exception:
        return None
