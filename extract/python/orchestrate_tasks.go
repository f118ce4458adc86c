package python

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// taskMethods are methods of thread pools, event loops and task queues that
// call a function which is an argument: its place, and whether it is called
// with the rest of the arguments.
var taskMethods = map[string]int{
	"submit": 0, "run_in_executor": 1, "run_sync": 0, "start_soon": 0, "call_soon": 0, "call_soon_threadsafe": 0,
	"call_later": 1, "add_task": 0, "apply_async": 0, "starmap": 0, "imap": 0, "imap_unordered": 0, "map": 0,
}

// taskMethod is such a method of a value that is not known, or nil. Where the
// argument is no function that is known, nothing is called.
func taskMethod(x *unknown, name string) value {
	at, ok := taskMethods[name]
	if !ok {
		return nil
	}
	return &builtin{name: name, call: func(m *machine, a *args) value {
		if at >= len(a.list) || !runnable(a.list[at].v) {
			return x
		}
		rest := *a
		rest.list = a.list[at+1:]
		switch name {
		case "map", "imap", "imap_unordered":
			rest.list = a.list[at:]
			return mapCall(m, &rest)
		case "starmap":
			rest.list = a.list[at:]
			return starmapCall(m, &rest)
		case "apply_async":
			m.call(a.list[at].v, m.taskArguments(a, "args", "kwds", 1))
			return x
		}
		rest.named = nil
		for _, n := range a.named {
			if n.name != "name" && n.name != "limiter" && n.name != "cancellable" {
				rest.named = append(rest.named, n)
			}
		}
		m.call(a.list[at].v, &rest)
		return x
	}}
}

// runnable tells functions that can be followed.
func runnable(v value) bool {
	switch v.(type) {
	case *function, *builtin:
		return true
	}
	return false
}

// threadCall is threading.Thread(target=f, args=(…), kwargs={…}): that the
// thread is started is assumed.
func threadCall(m *machine, a *args) value {
	if f := a.find("target", 1); f != nil && runnable(f.v) {
		m.call(f.v, m.taskArguments(a, "args", "kwargs", 3))
	}
	return m.unknownCall(a, "a thread")
}

// taskArguments are the arguments of a call that are given as a sequence and a
// dictionary.
func (m *machine) taskArguments(a *args, list, dict string, at int) *args {
	out := &args{pos: a.pos}
	if x := a.find(list, at); x != nil {
		m.spread(out, x.v, x.pos)
	}
	if x := a.find(dict, at+1); x != nil {
		m.spreadNames(out, x.v, x.pos)
	}
	return out
}

// asyncWrapper is a function that makes another one awaitable.
func asyncWrapper(m *machine, a *args) value {
	if v := a.value("func", 0); v != nil {
		return v
	}
	return &builtin{name: "wrapper", call: func(m *machine, b *args) value { return orNone(b.value("", 0)) }}
}

// sessionCall is responses_websocket_session(): its value runs agents.
func sessionCall(m *machine, a *args) value { return m.newObject(m.sdkClass("AgentRunner"), a.pos) }

// deferred are functions of other packages that call what they are given,
// perhaps in a thread or later.
func deferred() map[string]native {
	return map[string]native{
		"threading.Thread": threadCall, "threading.Timer": timerCall, "multiprocessing.Process": threadCall,
		"anyio.to_thread.run_sync": callFirst, "starlette.concurrency.run_in_threadpool": callFirst,
		"fastapi.concurrency.run_in_threadpool": callFirst, "asgiref.sync.sync_to_async": asyncWrapper, "asgiref.sync.async_to_sync": asyncWrapper,
		"asyncio.as_completed": awaitAll, "asyncio.wait": awaitAll, "asyncio.run_coroutine_threadsafe": awaited, "trio.run": callFirst,
	}
}

// awaitAll gives the list of what is awaited: the calls have been followed.
func awaitAll(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds}
	m.extend(out, orNone(a.value("fs", 0)), a.pos, manifest.FromVariable)
	return out
}

func awaited(m *machine, a *args) value { return orNone(a.value("coro", 0)) }

func timerCall(m *machine, a *args) value {
	if f := a.find("function", 1); f != nil && runnable(f.v) {
		m.call(f.v, m.taskArguments(a, "args", "kwargs", 2))
	}
	return m.unknownCall(a, "a timer")
}
