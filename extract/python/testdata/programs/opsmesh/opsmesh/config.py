"""The whole topology of the incident mesh. Edit here, not in build.py."""

DEFAULTS = {
    "model": "gpt-4.1-mini",
    "temperature": 0.2,
    "max_tokens": 1200,
}

TOOL_GROUPS = {
    "observability": ["query_metrics", "tail_logs", "list_alerts"],
    "kube": ["kubectl_get", "rollout_restart"],
    "comms": ["post_status", "page_oncall"],
}

AGENTS = [
    {
        "id": "dispatcher",
        "name": "Incident Dispatcher",
        "prompt": "Classify the incident and hand it to the right responder.",
        "model": "gpt-4.1",
        "tools": ["list_alerts"],
        "guardrails": ["scope"],
        "entry": True,
    },
    {
        "id": "k8s",
        "name": "Kubernetes Responder",
        "description": "Pods, deployments, nodes.",
        "prompt": "You fix problems of the clusters. Prefer read-only commands.",
        "tools": ["@kube", "@observability"],
        "mcp": ["runbooks"],
    },
    {
        "id": "db",
        "name": "Database Responder",
        "description": "Postgres and Redis.",
        "prompt": "You fix problems of the data stores.",
        "tools": ["explain_query", "@observability", "-tail_logs"],
        "consults": [
            {"agent": "capacity", "as": "ask_capacity", "doc": "Forecast of disk and CPU."},
        ],
        "mcp": ["runbooks", "pgadmin"],
    },
    {
        "id": "net",
        "extends": "k8s",
        "name": "Network Responder",
        "description": "DNS, load balancers, certificates.",
        "prompt": "You fix problems of the network.",
        "tools": ["dig", "@observability"],
    },
    {
        "id": "capacity",
        "name": "Capacity Planner",
        "prompt": "Forecast resource use from metrics.",
        "tools": ["query_metrics", {"hosted": "code_interpreter"}],
        "temperature": 0.0,
    },
    {
        "id": "scribe",
        "name": "Incident Scribe",
        "description": "Writes the timeline and the postmortem.",
        "prompt": "Write down what happened, without blame.",
        "tools": ["@comms", {"hosted": "file_search", "stores": ["vs_postmortems"]}],
        "consults": [{"agent": "capacity"}, {"agent": "editor", "as": "polish_text"}],
    },
    {
        "id": "editor",
        "name": "Copy Editor",
        "prompt": "Improve the language. Change no facts.",
    },
    {
        "id": "mainframe",
        "name": "Mainframe Responder",
        "prompt": "You fix problems of the z/OS batch jobs.",
        "tools": ["tail_logs"],
        "disabled": True,  # decommissioned in Q2
    },
]

# from, to, options
HANDOFFS = [
    ("dispatcher", "k8s", {}),
    ("dispatcher", "db", {}),
    ("dispatcher", "net", {"tool": "escalate_to_network", "filter": "strip_tools"}),
    ("dispatcher", "mainframe", {}),
    ("*responders", "scribe", {"tool": "close_incident", "log": True}),
    ("k8s", "db", {"when": "severity_high"}),
    ("scribe", "dispatcher", {}),
]

MCP_SERVERS = {
    "runbooks": {
        "kind": "stdio",
        "command": "npx",
        "args": ["-y", "@acme/runbooks-mcp"],
        "allow": ["find_runbook", "read_runbook"],
    },
    "pgadmin": {"kind": "sse", "url": "http://pgadmin.internal/sse"},
}
