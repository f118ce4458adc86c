# Part 2: from the objects that the import made to facts.

MAX_MADE = 10000  # agents and tools that are kept
MAX_WALKED = 200000  # objects that are looked at for names
MAX_TEXT = 1 << 20
MAX_DEPTH = 40
MAX_LABEL = 300

made = []  # (object, place): agents and tools in the order of their making
places = {}  # id of the object: place
symbols = {}  # id of the object: module.symbol


def remember(cls):
    """Makes a class note where each of its objects is made."""

    def new(kind, *args, **kwargs):
        o = object.__new__(kind)
        if len(made) >= MAX_MADE:
            raise Stopped("the program makes more than %d agents and tools" % MAX_MADE)
        at = place()
        made.append((o, at))  # kept, so that no id is used twice
        places[id(o)] = at
        return o

    cls.__new__ = new


def mro_names(o):
    return [c.__name__ for c in type(o).__mro__]


def is_agent(o):
    names = mro_names(o)
    return "AgentBase" in names or "Agent" in names and hasattr(o, "handoffs")


def text(v):
    return v[:MAX_TEXT] if isinstance(v, str) else None


def plain(v, depth=0):
    """A value as JSON has it; what JSON has not becomes its type's name."""
    if depth > MAX_DEPTH:
        return "..."
    if v is None or isinstance(v, (bool, int)):
        return v
    if isinstance(v, float):
        return v if v == v and v not in (float("inf"), float("-inf")) else str(v)
    if isinstance(v, str):
        return v[:MAX_TEXT]
    if isinstance(v, dict):
        return {str(k): plain(x, depth + 1) for k, x in list(v.items())[:1000]}
    if isinstance(v, (list, tuple)):
        return [plain(x, depth + 1) for x in list(v)[:1000]]
    return "<" + type(v).__name__ + ">"


def switch(v):
    """A flag of the SDK: on, off, or decided by a function at run time."""
    if callable(v):
        return "function"
    return "on" if v else "off"


def name_objects(user_modules):
    """Gives objects the names under which modules hold them, breadth first, so
    that the shortest one wins."""
    seen = set()
    queue = []
    for m in user_modules:
        queue.extend((m.__name__ + "." + k, v) for k, v in list(vars(m).items()) if not k.startswith("__"))
    i = 0
    while i < len(queue) and i < MAX_WALKED:
        label, o = queue[i]
        i += 1
        if id(o) in seen:
            continue
        seen.add(id(o))
        if id(o) in places:
            symbols[id(o)] = label
        queue.extend(inside(label, o))


def inside(label, o):
    """What an object holds, read without running any code of its class."""
    if isinstance(o, dict):
        return [(label, v) for v in dict.values(o)]
    if isinstance(o, (list, tuple, set, frozenset)):
        base = next(b for b in (list, tuple, set, frozenset) if isinstance(o, b))
        return [(label, v) for v in base.__iter__(o)]
    if isinstance(o, types.FunctionType):
        cells = o.__closure__ or ()
        return [(label, v) for v in map(cell, cells) if v is not None]
    if isinstance(o, (types.ModuleType, str, bytes, int, float, type(None))):
        return []
    if len(label) > MAX_LABEL:
        return []
    try:
        held = dict(object.__getattribute__(o, "__dict__"))
    except Exception:
        return []
    return [(label + "." + str(k), v) for k, v in held.items() if not str(k).startswith("__")]


def cell(c):
    try:
        return c.cell_contents
    except ValueError:
        return None


def functions_in(o, depth=0):
    """The user's functions that a callable of the SDK was made of."""
    if depth > 6:
        return
    if isinstance(o, types.MethodType):
        o = o.__func__
    if isinstance(o, types.FunctionType):
        if is_user(o.__code__.co_filename):
            yield o
            return
        for c in o.__closure__ or ():
            yield from functions_in(cell(c), depth + 1)
        return
    for name in ("func", "args", "_invoke_tool_impl", "_on_invoke_tool", "__wrapped__"):
        v = getattr(o, name, None) if o is not None and not isinstance(o, (str, int, dict, list, tuple)) else None
        for x in v if isinstance(v, tuple) else (v,):
            if callable(x):
                yield from functions_in(x, depth + 1)


def body_of(tool):
    """The function behind a function tool, or None."""
    try:
        f = tool.__wrapped__
        if isinstance(f, types.MethodType):
            f = f.__func__
        if isinstance(f, types.FunctionType):
            return f
        call = getattr(type(f), "__call__", None)
        if isinstance(call, types.FunctionType):
            return call
    except Exception:
        pass
    return next(functions_in(getattr(tool, "on_invoke_tool", None)), None)


def guard_name(g):
    name = getattr(g, "name", None)
    if isinstance(name, str) and name:
        return name
    f = getattr(g, "guardrail_function", None)
    return str(getattr(f, "__name__", None) or type(g).__name__)


def agent_behind(tool):
    """The agent of an agent tool, or None."""
    agent = getattr(tool, "_agent_instance", None)
    if agent is not None:
        return agent
    origin = getattr(tool, "_is_agent_tool", False)
    if not origin and "run_agent" not in str(getattr(getattr(tool, "on_invoke_tool", None), "__qualname__", "")):
        return None
    return closed_over(tool.on_invoke_tool, is_agent)


def closed_over(f, want, depth=0):
    """The first object in the closure of a function that is what is wanted."""
    if depth > 6 or f is None:
        return None
    parts = [cell(c) for c in getattr(f, "__closure__", None) or ()]
    parts += [getattr(f, "func", None)] + list(getattr(f, "args", ()) or ())
    for p in parts:
        if p is not None and not isinstance(p, type) and want(p):
            return p
    for p in parts:
        if callable(p) and not isinstance(p, type):
            found = closed_over(p, want, depth + 1)
            if found is not None:
                return found
    return None


class Facts:
    """Gathers agents and tools, each under a key."""

    def __init__(self, def_lines):
        self.agents, self.tools = [], []
        self.keys, self.kept = {}, []
        self.def_lines = def_lines

    def key(self, o, prefix):
        k = self.keys.get(id(o))
        fresh = k is None
        if fresh:
            k = self.keys[id(o)] = prefix + str(len(self.keys))
            self.kept.append(o)
        return k, fresh

    def agent(self, root):
        """Adds an agent and all that it leads to; returns its key."""
        first, fresh = self.key(root, "a")
        todo = [root] if fresh else []
        while todo:
            a = todo.pop(0)
            fact = {
                "key": self.keys[id(a)], "class": type(a).__name__, "name": text(getattr(a, "name", None)),
                "place": places.get(id(a)), "symbol": symbols.get(id(a), ""),
                "description": text(getattr(a, "handoff_description", None)),
                "instructions": text(getattr(a, "instructions", None)),
                "computed_instructions": callable(getattr(a, "instructions", None)),
                "prompt": getattr(a, "prompt", None) is not None,
                "model": self.model(getattr(a, "model", None)),
                "guardrails": [guard_name(g) for g in items(a, "input_guardrails") + items(a, "output_guardrails")],
                "input_guardrails": [guard_name(g) for g in items(a, "input_guardrails")],
                "tools": [], "handoffs": [], "servers": [],
            }
            self.agents.append(fact)
            for t in items(a, "tools") + self.capabilities(a, fact):
                fact["tools"].append(self.tool(t, todo))
            for h in items(a, "handoffs"):
                fact["handoffs"].append(self.handoff(h, todo))
            for s in items(a, "mcp_servers"):
                fact["servers"].append(self.server(a, s))
        return first

    def later(self, a, todo):
        k, fresh = self.key(a, "a")
        if fresh:
            todo.append(a)
        return k

    def model(self, m):
        return text(m) if isinstance(m, str) else text(getattr(m, "model", None))

    def tool(self, t, todo):
        k, fresh = self.key(t, "t")
        if not fresh:
            return k
        fact = {"key": k, "class": type(t).__name__, "names": mro_names(t), "place": places.get(id(t)),
                "symbol": symbols.get(id(t), "")}
        self.tools.append(fact)
        try:
            name = getattr(t, "name", None)
        except Exception:
            name = None
        space = getattr(t, "_tool_namespace", None)
        fact["name"] = text(space + "." + name if isinstance(space, str) and isinstance(name, str) else name)
        fact["description"] = text(getattr(t, "description", None))
        fact["parameters"] = plain(getattr(t, "params_json_schema", None))
        fact["enabled"] = switch(getattr(t, "is_enabled", True))
        fact["approval"] = switch(getattr(t, "needs_approval", False))
        fact["guardrails"] = [guard_name(g) for g in items(t, "tool_input_guardrails")]
        config = getattr(t, "tool_config", None)
        if isinstance(config, dict):
            fact["server"] = text(config.get("server_label"))
        behind = agent_behind(t)
        if behind is not None:
            fact["wraps"] = self.later(behind, todo)
        body = body_of(t) if "FunctionTool" in fact["names"] and behind is None else None
        if body is not None and is_user(body.__code__.co_filename):
            path = os.path.abspath(body.__code__.co_filename)
            line = body.__code__.co_firstlineno
            fact["place"] = [path] + list(self.def_lines(path, line))
            fact["function"] = str(getattr(body, "__module__", "")) + "." + body.__qualname__
        return k

    def handoff(self, h, todo):
        if is_agent(h):
            return {"to": self.later(h, todo), "tool_name": None, "enabled": "on", "how": "agent"}
        fact = {"tool_name": text(getattr(h, "tool_name", None)), "enabled": switch(getattr(h, "is_enabled", True)),
                "agent_name": text(getattr(h, "agent_name", None)), "how": "handoff", "class": type(h).__name__}
        ref = getattr(h, "_agent_ref", None)
        target = ref() if callable(ref) else None
        if target is None:
            target = closed_over(getattr(h, "on_invoke_handoff", None), is_agent)
        if target is not None:
            fact["to"] = self.later(target, todo)
        return fact

    def server(self, a, s):
        chosen = getattr(s, "tool_filter", None)
        allowed = chosen.get("allowed_tool_names") if isinstance(chosen, dict) else None
        name = text(getattr(s, "name", None)) or ""
        fact = {"class": type(s).__name__, "name": name, "tools": None}
        if isinstance(allowed, (list, tuple, set, frozenset)):
            blocked = chosen.get("blocked_tool_names") or ()
            fact["tools"] = [public_name(a, name, str(n)) for n in allowed if n not in blocked]
        return fact

    def capabilities(self, a, fact):
        """The tools that the capabilities of a sandbox agent bring. They are asked
        on a copy that is bound to no sandbox."""
        out = []
        for c in items(a, "capabilities"):
            try:
                bound = copy.copy(c)
                object.__setattr__(bound, "session", NoSession())
                out.extend(bound.tools())
            except Exception as e:
                fact["servers"].append({"class": type(c).__name__, "name": "(" + str(e)[:200] + ")", "tools": None})
        return out


def public_name(a, server, tool):
    """The name under which an agent shows a tool of a server: the SDK's own
    answer, where it has one."""
    config = getattr(a, "mcp_config", None)
    if not (isinstance(config, dict) and config.get("include_server_in_tool_names")):
        return tool
    util = getattr(sys.modules.get("agents.mcp.util"), "MCPUtil", None)
    try:
        return util._build_prefixed_tool_base_name(server, tool)
    except Exception:
        return "mcp_" + server + "__" + tool


class NoSession:
    """Stands for a sandbox that does not run; capabilities only keep it."""

    def supports_pty(self):
        return True

    def __getattr__(self, name):
        raise AttributeError("obligato starts no sandbox")


def items(o, attr):
    v = getattr(o, attr, None)
    return list(v)[:10000] if isinstance(v, (list, tuple)) else []
