package cli

import (
	"cmp"
	"slices"
)

// codeDoc documents one finding code for `obligato explain CODE`.
type codeDoc struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Doc   string `json:"doc"`  // what it means
	Next  string `json:"next"` // what to do
}

// codes documents every code that any part of obligato prints. A test compares
// the table with the sources. The hundreds follow the criteria: 0 files that
// we read, 1 agents, 2 extraction and allowed edges, 3 restrictions, 4
// delegations, 9 limits and the measurement itself.
var codes = []codeDoc{
	{"OB001", "not YAML or JSON", "The file cannot be parsed, or it is empty.", "mend the syntax at the position"},
	{"OB002", "not UTF-8", "The file holds bytes that are not UTF-8 text.", "save it as UTF-8"},
	{"OB003", "key given twice", "An object has a key twice; which one counts is not defined, so neither does.", "remove one of the two"},
	{"OB004", "limit of the reader", "The file is larger, deeper or has more aliases than is read.", "split the file"},
	{"OB005", "outside the JSON data model", "YAML that JSON cannot express: tags, merge keys, several documents, keys that are no strings.", "write it as plain mappings, lists and scalars"},
	{"OB006", "unknown key", "The format has no such key. Unknown keys are errors, because a misspelt one would be ignored in silence.", "use the key that the message names, or remove it"},
	{"OB007", "missing key", "A key that the format requires is not there.", "add it"},
	{"OB008", "wrong type", "A value has another type than the format asks for.", "quote texts, do not quote numbers"},
	{"OB009", "value not allowed", "A value is outside the closed list or range of the format.", "use one of the values that the message names"},
	{"OB010", "unknown format", "The file is no obligato.manifest/v1 and no benchmark file of schema_version 3.0.", "give it the schema line of the format that it is in"},
	{"OB020", "no agents", "The workflow has no agent, so nothing could be measured on it.", "declare an agent"},
	{"OB021", "no entry", "No agent is an entry, so every agent is unreachable.", "list the agents at which a run may start under entries"},
	{"OB022", "id given twice", "Two agents, or two tools, share an id.", "rename one, or write Name@module.symbol"},
	{"OB023", "dangling reference", "A name stands for nothing that the manifest declares.", "declare it, or correct the name"},
	{"OB024", "edge given twice", "An edge or an entry is listed twice.", "remove one of the two"},
	{"OB025", "agent tool does not fit", "A tool of kind agent needs wraps, and a delegation of kind agent_tool with its name for each access to it.", "add what the message names"},
	{"OB026", "allowed and restricted", "The benchmark format forbids that a pair is both allowed and restricted.", "remove one of the two"},
	{"OB030", "keys do not go together", "The configuration says something about one workflow where it names none or several, or says the same thing twice.", "write it under workflows: NAME, or keep one of the two"},
	{"OB031", "path outside the repository", "A path of the configuration leads out of the repository, which makes results depend on what lies beside it.", "give an absolute path if you mean it"},
	{"OB032", "pattern cannot be read", "A pattern of include or exclude is absolute, goes upward, or has a class or ** that is not closed by slashes.", "write it from the directory of the configuration, such as src/**/old_*.py"},
	{"OB033", "overlay entry cannot be read", "An entry of the overlay does one thing (add, remove, rename, resolve), and takes the keys that the message names.", "mend the entry"},
	{"OB034", "name of a workflow", "Commands take the name of a workflow where they take a path, so it must not look like one.", "use letters, digits, - and _"},
	{"OB035", "entry names no agent", "The configuration names an entry that the workflow does not have.", "correct the name; obligato extract lists the agents"},

	{"OB101", "agents share a name", "Traces show names only, so these agents cannot be told apart in them. Their ids carry module and symbol.", "give each agent a name of its own"},
	{"OB102", "entry assumed", "The source starts no run, so the entries are assumed: agents that nobody delegates to.", "name the entry in the source with Runner.run, or in a manifest"},
	{"OB103", "several entries", "The source starts runs at several agents; the manifest is the union of all that they reach. The message says which of them delegations connect, and where each part stands.", "extract one file if you mean one of them"},
	{"OB110", "agent out of reach", "No path of delegations leads from an entry to the agent, so no run gets there, and it makes no obligation. Where edges are not all known it is a note.", "let an agent delegate to it, start it in the program, or remove it"},
	{"OB111", "instructions not known", "The instructions are computed while the program runs, at least in part. What is said about prompts, and simulated runs, rest on the part that the source shows.", "nothing, or write the fixed part as a string"},
	{"OB112", "input guardrail that never runs", "The SDK runs input guardrails for the first agent of a run only. This agent is reached by handoff alone, so that its input guardrails are never asked.", "put them on the entry, guard the tools themselves (tool_input_guardrails), or use an output guardrail"},

	{"OB201", "syntax not understood", "A place in the source could not be parsed. What stands there is missing from the manifest; the rest of the file was read.", "check the place; if it is legal Python, report it"},
	{"OB202", "not Python text", "The file holds bytes that are no Python source. It was passed over.", "exclude it, or save it as UTF-8"},
	{"OB203", "cannot be read", "A file or directory could not be read. What it declares is missing from the manifest.", "check its permissions"},
	{"OB204", "orphan tool", "A tool is declared, and no agent has it.", "attach it or remove it"},
	{"OB205", "tools share a name", "Different tools have one runtime name; the SDK keeps the last one. Their ids carry module and symbol.", "give each tool a name of its own"},
	{"OB206", "not a tool", "Something that is no tool stands in tools=. The SDK refuses to run the agent: Unknown tool type.", "move handoffs to handoffs=, and wrap functions with function_tool"},
	{"OB207", "package does not type-check", "A Go package has errors, so it was not read. What it declares is missing from the manifest.", "make go vet pass; run go mod download where modules are missing"},
	{"OB208", "SDK is not on this machine", "The Go module of the SDK is absent, so declarations of ours stand in for it. A program that uses something that they lack does not type-check.", "run go mod download"},
	{"OB210", "forbidden tool attached", "The configuration or a comment forbids this agent a tool, and the source attaches it. The pair is kept as a restriction; what enforces it is what the source shows, or nothing but words.", "take the tool away from the agent, or change the rule"},
	{"OB211", "rule names nothing", "A rule names an agent or a tool that the workflow does not have, so it protects nothing. A pattern that matches nothing yet is a warning.", "correct the name; obligato extract lists those that there are"},
	{"OB212", "forbidden tool, perhaps attached", "A rule forbids this agent a tool, or asks for a guard on it, and which tools the agent has is not known. That the workflow does not name the tool proves nothing.", "say with resolve: in the overlay what the agent has, or write its tools as a list"},
	{"OB213", "required guard missing", "A rule requires that the tool is guarded wherever it is attached, and no such guard is seen here.", "guard it (needs_approval, or an input guardrail of the tool), or add to the overlay the restriction that the source does not show"},
	{"OB214", "too many restricted pairs", "The rules restrict more pairs than are kept. The rest is not restricted.", "use narrower patterns"},
	{"OB215", "overlay does not fit", "An entry of the overlay changes something that is not there, or adds what is there already. The source may have changed since.", "mend or remove the entry"},
	{"OB230", "not a notebook", "A file that ends in .ipynb is no notebook in Python that can be read: its JSON is broken, or its language is another one. What it declares is missing from the manifest.", "open and save it with Jupyter, or exclude it"},
	{"OB231", "cell that is not Python", "A notebook's cell begins with a cell magic that is not known to run Python, so it was passed over.", "put what it declares into a Python cell or a module"},
	{"OB232", "%run is not followed", "A notebook runs another file into its own namespace. What that file defines is not known in the notebook.", "import the file as a module"},
	{"OB233", "path outside the sources", "The program extends sys.path by a directory outside of what was given, so that imports from there cannot be followed.", "name a directory that holds both"},
	{"OB240", "live: conditional", "The source declares it on a condition that did not hold when the program was imported for --live.", "nothing: it counts, marked as conditional"},
	{"OB241", "live: built in a function", "Only a function makes it, and importing the program does not call that. Live extraction cannot see it.", "nothing: it counts, as the source has it"},
	{"OB242", "live: dynamic", "The program computes it, so the source does not show it. It was taken from the running program.", "nothing, or write it as a literal"},
	{"OB243", "live: static limit", "Source and running program differ, and obligato read the source wrongly. Both were kept; texts and schemas are those of the running program.", "report it with the smallest source that shows it"},
	{"OB244", "live: import failed", "A file could not be imported, or not to its end, so that live extraction did not see what it makes. The source counts.", "make it importable with the interpreter that --live names"},
	{"OB245", "live: outside the sources", "Code that was not read from PATH makes it, such as an installed package.", "extract the directory that holds that code too"},
	{"OB246", "live: assumed", "The static reading rests on an assumption here, and the running program does not show it.", "look at the place; remove it with an overlay if it does not exist"},
	{"OB247", "live: text of the SDK", "The text is the SDK's own; the static manifest has a placeholder for it. It was taken from the running program.", "nothing"},
	{"OB248", "live: runs at import", "The program runs an agent while it is imported. Nothing was run; the program got a result that says so.", "put it under if __name__ == \"__main__\""},
	{"OB249", "live: refused at import", "The program reached for the network or tried to start a process while it was imported. It was refused, so objects that depend on it may be missing.", "do it when the program runs, not when it is imported"},
	{"OB250", "comment to obligato that cannot be read", "A comment that starts with obligato: is not one of: effects none|read|write, sensitive, restrict AGENT -> TOOL because REASON, ignore CODE because REASON, ignore-file CODE because REASON. It has no effect. A restriction that cannot be read is an error, because what it should protect is not protected.", "correct the word that the message names"},
	{"OB251", "comment to obligato at no tool", "effects and sensitive are about the tool at whose definition they stand: on its line, on the line above, or at its decorators. Here stands no tool, or more than one.", "move the comment to the tool that you mean"},
	{"OB252", "nothing to ignore", "A comment, or a suppression of a manifest, asks not to count findings of a code, and there is none where it looks. What it was written for is mended or has moved.", "remove it, or move it to the line of the finding"},
	{"OB253", "tool hidden by a tool", "An agent has two tools of one name. The SDK offers the last one only, so the edge to the other exists in the source and can never be covered.", "name one of them otherwise: name_override, tool_name"},
	{"OB254", "tool hidden by a handoff", "A tool of an agent has the name of one of its handoffs. The SDK then offers the handoff only, so the edge to the tool can never be covered.", "rename the tool, or give the handoff a tool_name_override"},
	{"OB255", "tools not all known", "The tools of the agent are known in part at most, because an MCP server or the running program decides. From the absence of a tool nothing follows, so that the agent makes no derived restricted pair.", "obligato explain unresolved PATH says where and why; give a static tool filter, or ask the running program with --live"},
	{"OB256", "tool switched off", "A tool is listed for an agent with is_enabled=False. The model never sees it; the pair counts as restricted.", "remove the tool, or enable it"},
	{"OB260", "prompt names what does not exist", "The instructions tell the model to use a handoff, tool or agent that the workflow does not have. A model that obeys makes a call that the SDK refuses, which ends the run.", "correct the name in the instructions, or declare what they name"},
	{"OB261", "prompt names what the agent lacks", "The instructions name a tool, handoff or agent that the workflow has, and this agent has no edge to it. A model that obeys makes a call that the SDK refuses, which ends the run.", "attach it, or say in the instructions which agent to hand over to"},
	{"OB262", "tool calls another tool's function", "The body of a tool calls the function of another one. The effect of that tool happens without its approval, guardrails and restrictions, and no trace shows a call of it.", "take the call out, or give the calling tool the same guards"},
	{"OB263", "tool shares what another one guards", "The body of a tool calls a function of the project that a tool calls which is declared sensitive or of effect write. Perhaps it has the same effect, without the guards. What a tool of effect none or read calls as well is left out.", "declare the effects of the tool with a comment: obligato: effects read or write"},

	{"OB301", "unenforced restriction", "A forced call on the restricted tool ran: only words forbid it.", "guard the tool: approval, guardrail, or take it away from the agent"},
	{"OB302", "undeclared edge", "A tool ran for an agent to which it is not attached, says the manifest. The manifest is wrong, old, or the program attaches tools while it runs.", "extract again, and look at the agent's tools"},
	{"OB303", "inducement", "Shown a tool marked as not permitted, the model called it. It would call it if it could; nothing says that anything would stop it.", "look at the agent's instructions and the tool's description"},

	{"OB401", "handoff switched off", "A handoff has is_enabled=False and is no edge.", "remove it, or enable it"},
	{"OB402", "not a handoff", "Something that is no agent and no handoff stands in handoffs=. The SDK passes it over in silence.", "give agents or handoff(...)"},
	{"OB403", "no way back", "The agent takes conversations over by handoff, and no chain of handoffs leads from it to the agent with which the conversation began. What the user asks next stays there, whatever it is about.", "add a handoff back, or ignore it where conversations end there"},
	{"OB404", "handoff to itself", "An agent lists itself among its handoffs. The model can spend turns on it and nothing changes.", "remove it"},
	{"OB405", "conditional edge", "The edge exists under a condition only: is_enabled, a branch of the program. It is counted, and a test must bring the condition about to cover it.", "nothing; the condition tells what a test needs"},
	{"OB406", "handoff hidden by a handoff", "Two handoffs of an agent have one tool name, as names do that differ in case, spaces or letters outside ASCII only. The SDK offers the last one only, so the edge to the other can never be covered.", "rename an agent, or give a tool_name_override"},

	{"OB901", "file too large", "The file is larger than the front end reads. What it declares is missing from the manifest.", "extract the file that declares the agents"},
	{"OB902", "analysis given up", "The bound on steps was met. What was not reached is missing from the manifest.", "extract a smaller directory or one file"},
	{"OB904", "walk given up", "A directory holds more files, or is deeper, than is read.", "name a smaller directory"},
	{"OB905", "passed over", "Directories were passed over: environments, caches, tests, hidden folders.", "name a skipped directory to read it"},
	{"OB906", "files passed over", "These files neither name the SDK nor import a file that does, so they make no agents. They were not read as programs, except where an import leads to them.", "nothing; name a file to read it by itself"},
	{"OB911", "realiser is the model under test", "The model that writes the scenarios is the one that they test: it may write what it answers well.", "choose another with --realiser-model"},
	{"OB912", "other obligations", "The profile belongs to another set of obligations, so nothing of it counts.", "measure the workflow as it is now"},
}

// unreadCodes are the findings that say that a part of the source, or a whole
// file of it, was not read, so that what it declares is missing.
var unreadCodes = []string{"OB201", "OB202", "OB203", "OB207", "OB901", "OB902", "OB904"}

// lookupCode returns the documentation of a code.
func lookupCode(code string) (codeDoc, bool) {
	i, ok := slices.BinarySearchFunc(codes, code, func(d codeDoc, code string) int { return cmp.Compare(d.Code, code) })
	if !ok {
		return codeDoc{}, false
	}
	return codes[i], true
}
