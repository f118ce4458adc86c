# Part 3: the import itself, and the exchange of messages. The SDK is loaded
# once; each request is answered in a process forked from there, so that one
# program cannot disturb the next.

SDK = "agents"
REQUESTS, ANSWERS = 3, 4
MAX_SCOPES = 20000


def read_exactly(fd, n):
    data = b""
    while len(data) < n:
        part = os.read(fd, n - len(data))
        if not part:
            return None
        data += part
    return data


def read_frame(fd):
    head = read_exactly(fd, 4)
    return None if head is None else read_exactly(fd, int.from_bytes(head, "big"))


def write_frame(fd, data):
    data = len(data).to_bytes(4, "big") + data
    while data:
        data = data[os.write(fd, data):]


def failure(kind, message, at=None):
    e = {"kind": kind, "message": message}
    if at:
        e["path"], e["line"] = at[0], at[1]
    return encode({"error": e})


def encode(v):
    return json.dumps(v, separators=(",", ":"), allow_nan=False).encode()


def load_sdk(name):
    """The SDK and its version; an exception says why there is none."""
    sdk = importlib.import_module(name)
    for attr in ("Agent", "Runner"):
        if not hasattr(sdk, attr):
            raise ImportError("the module " + name + " is not the OpenAI Agents SDK: it has no " + attr)
    version = ""
    try:
        version = importlib.metadata.version("openai-agents")
    except Exception:
        pass
    return sdk, version


def prepare(name, sdk):
    """Makes the SDK quiet and watchful, before the user's code sees it."""
    learn_foreign_dirs(os.path.dirname(os.path.abspath(sdk.__file__)))
    try:
        sdk.set_trace_processors([])
        sdk.set_tracing_disabled(True)
    except Exception:
        pass
    base = sdk.Agent
    for c in base.__mro__:
        if c.__name__ == "AgentBase":
            base = c
    remember(base)
    realtime = getattr(loaded(name + ".realtime"), "RealtimeAgent", None)
    if realtime is not None and base not in realtime.__mro__:
        remember(realtime)
    for tool in ("FunctionTool", "CustomTool"):
        if hasattr(sdk, tool):
            remember(getattr(sdk, tool))
    loaded(name + ".sandbox")
    stop_runners(name)


class Source:
    """What can be read off the text of one file."""

    def __init__(self, path):
        self.scopes, self.defs, self.relative, self.guarded = [], {}, 0, False
        try:
            with open(path, "rb") as f:
                tree = ast.parse(f.read(), path)
        except Exception:
            return
        for n in ast.walk(tree):
            if len(self.scopes) < MAX_SCOPES:
                self.node(n)

    def node(self, n):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([n.lineno] + [d.lineno for d in n.decorator_list])
            self.defs[first] = (n.lineno, n.col_offset + 1)
            self.scopes.append(["function", n.lineno, getattr(n, "end_lineno", n.lineno)])
        elif isinstance(n, ast.If) and is_main_test(n.test):
            self.guarded = True
            self.scopes.append(["main", n.lineno, getattr(n, "end_lineno", n.lineno)])
        elif isinstance(n, ast.Lambda):
            self.scopes.append(["function", n.lineno - 1, getattr(n, "end_lineno", n.lineno)])
        elif isinstance(n, (ast.If, ast.Try, ast.For, ast.While)):
            self.scopes.append(["branch", n.lineno, getattr(n, "end_lineno", n.lineno)])
        elif isinstance(n, ast.ImportFrom) and n.level:
            self.relative = max(self.relative, n.level)


def is_main_test(test):
    return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(test))


def module_name(path, root, source):
    """The name to import a file by, and the folder that it is found from: that
    above its outermost package, or its own."""
    folder, name = os.path.split(path)
    parts = [name[: -len(".py")]]
    while os.path.exists(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder:
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    if len(parts) == 1 and source.relative and folder != root and folder.startswith(root + os.sep):
        # A package without __init__.py, known by its relative imports.
        parts = os.path.relpath(path, root)[: -len(".py")].split(os.sep)
        folder = root
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts), folder


def already(path):
    for m in list(sys.modules.values()):
        f = getattr(m, "__file__", None)
        if isinstance(f, str) and os.path.abspath(f) == path:
            return True
    return False


def place_of_error(e):
    """The innermost place in the user's code of an exception."""
    if isinstance(e, SyntaxError) and e.filename and is_user(e.filename):
        return [os.path.abspath(e.filename), e.lineno or 0, 0]
    found, tb = None, e.__traceback__
    while tb is not None:
        if is_user(tb.tb_frame.f_code.co_filename):
            found = [os.path.abspath(tb.tb_frame.f_code.co_filename), tb.tb_lineno, 0]
        tb = tb.tb_next
    return found


def message_of(e):
    try:
        said = str(e)
    except Exception:
        said = ""
    for d in foreign_dirs:  # where things are installed is nobody's business
        said = said.replace(d, "")
    return (type(e).__name__ + (": " + said if said else ""))[:1000]


def shadows(root, sdk_name, sdk):
    """Whether Python would find a module of the user's under the SDK's name."""
    spec = importlib.machinery.PathFinder.find_spec(sdk_name, [root])
    return spec is not None and spec.origin is not None and spec.origin != sdk.__file__


def import_file(path, root, source):
    fact = {"path": path, "name": "", "scopes": source.scopes}
    if already(path):
        return fact
    fact["name"], folder = module_name(path, root, source)
    if sys.path[0] != folder:  # first, as for a script that is run
        sys.path[:] = [folder] + [p for p in sys.path if p != folder]
    sys.argv = [path]
    try:
        importlib.import_module(fact["name"])
        if not already(path):
            fact["error"] = {"message": "another module is called " + fact["name"], "place": [path, 1, 0]}
    except BaseException as e:  # SystemExit and ours too: what was made before counts
        at = place_of_error(e) or [path, 1, 0]
        nothing = isinstance(e, SyntaxError) and at[0] == path
        fact["error"] = {"message": message_of(e), "place": at, "nothing": nothing}
    return fact


def extract(request, sdk, version):
    root = request["root"]
    sources = {p: Source(p) for p in request["files"]}
    os.chdir(root)
    random.seed(0)  # a program that chooses at random chooses the same each time
    sys.path.insert(0, root)
    name = request["sdk"]
    if name != SDK:  # a copy of the SDK among the sources, or a module that shows it
        sdk, version = load_sdk(name)
        real = sdk.Agent.__module__.rpartition(".")[0]
        prepare(real or name, sys.modules[real or name])
    elif shadows(root, name, sdk):
        for m in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
            del sys.modules[m]
    importlib.invalidate_caches()
    # Packages of other folders, as if they were installed: last, so that they
    # hide nothing.
    for p in request["files"]:
        module, folder = module_name(p, root, sources[p])
        installed = "." in module or os.path.basename(folder) == "src"
        if installed and folder not in sys.path:
            sys.path.append(folder)
    # What nobody imports comes last, scripts first of all: their own imports
    # and edits of sys.path then decide under which name a module is loaded.
    order = sorted(request["files"], key=lambda p: (not sources[p].guarded, p.count(os.sep), p))
    modules = [import_file(p, root, sources[p]) for p in order]

    user = [m for m in list(sys.modules.values())
            if isinstance(m, types.ModuleType) and is_user(getattr(m, "__file__", None))]
    name_objects(user)

    def def_line(path, line):
        if path not in sources:
            sources[path] = Source(path)
        return sources[path].defs.get(line, (line, 0))

    facts = Facts(def_line)
    for o, _ in list(made):
        if is_agent(o) and isinstance(getattr(o, "name", None), str):
            facts.agent(o)
    return {
        "python": "%d.%d.%d" % sys.version_info[:3], "sdk": {"name": "openai-agents", "version": version},
        "agents": facts.agents, "tools": facts.tools, "modules": modules, "notes": notes,
    }


def answer_in_child(fd, request, sdk, version):
    """Runs in the forked process and does not return."""
    try:
        os.close(REQUESTS)
        os.close(ANSWERS)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        close_doors()
        result = encode({"answer": extract(request, sdk, version)})
    except ImportError as e:
        result = failure("sdk_missing", message_of(e))
    except BaseException as e:
        result = failure("died", "the extraction itself failed: " + message_of(e))
    try:
        write_frame(fd, result)
    finally:
        os._exit(0)  # threads and exit handlers of the user's code must not keep us


def answer(request, sdk, version):
    mine, theirs = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(mine)
        answer_in_child(theirs, request, sdk, version)
    os.close(theirs)
    try:
        result = read_frame(mine)
    finally:
        os.close(mine)
    _, status = os.waitpid(pid, 0)
    if result is not None:
        return result
    how = "signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status) else "status %d" % os.WEXITSTATUS(status)
    return failure("died", "the program ended its process while it was imported (" + how + ")")


def keep_orphans():
    """Makes this process the parent of what a program leaves behind, so that it
    is found and ended with us (PR_SET_CHILD_SUBREAPER, Linux)."""
    if sys.platform == "linux":
        try:
            import ctypes

            ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
        except Exception:
            pass  # an interpreter without ctypes; its programs have none either


def serve():
    keep_orphans()
    os.set_inheritable(REQUESTS, False)
    os.set_inheritable(ANSWERS, False)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    sdk, version, problem = None, "", None
    while True:
        frame = read_frame(REQUESTS)
        if frame is None:
            return
        request = json.loads(frame)
        if sdk is None and request["sdk"] == SDK:
            try:
                sdk, version = load_sdk(SDK)
                prepare(SDK, sdk)
            except Exception as e:
                problem = message_of(e)
        if request["sdk"] == SDK and problem is not None:
            write_frame(ANSWERS, failure("sdk_missing", problem))
        else:
            write_frame(ANSWERS, answer(request, sdk, version))


serve()
