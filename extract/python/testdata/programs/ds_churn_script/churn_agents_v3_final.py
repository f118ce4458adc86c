# Churn analysis with agents
# v1: notebook, v2: one agent, v3: the team (this file)
# run:  python churn_agents_v3_final.py [chat|report|sql|plot|weekly|topic] [text...]
import asyncio
import json
import os
import random
import sqlite3
import sys
from datetime import datetime

from agents import Agent, ModelSettings, Runner, function_tool

try:
    import pandas as pd

    HAS_PANDAS = True
except ImportError:
    pd = None
    HAS_PANDAS = False

try:
    from dotenv import load_dotenv

    load_dotenv()
except Exception:
    pass  # no .env on the server

try:
    from agents import WebSearchTool

    web = WebSearchTool()
except ImportError:  # old version of the SDK on Maria's laptop
    web = None

VERSION = 3
MODEL = "gpt-4.1-mini"
BIG_MODEL = os.environ.get("BIG_MODEL", "gpt-4.1")
SEGMENTS = ["smb", "mid", "enterprise"]
DB = os.environ.get("CHURN_DB", "churn.db")

history = []
cache = {}
current_agent = None
total_calls = 0


# ---------------------------------------------------------------- tools
@function_tool
def run_sql(query: str) -> str:
    """Run a SQL query on the churn database. SELECT only please."""
    global total_calls
    total_calls += 1
    if query in cache:
        return cache[query]
    try:
        con = sqlite3.connect(DB)
        rows = con.execute(query).fetchmany(200)
        con.close()
        out = json.dumps(rows, default=str)
    except Exception as e:
        out = "SQL error: " + str(e)
    cache[query] = out
    return out


@function_tool
def describe_table(table: str) -> str:
    """Columns of a table."""
    con = sqlite3.connect(DB)
    out = str(con.execute(f"PRAGMA table_info({table})").fetchall())
    con.close()
    return out


@function_tool
def make_plot(kind: str, x: list[float], y: list[float], title: str) -> str:
    """Draw a plot and return the file name."""
    global total_calls
    total_calls += 1
    return f"plots/{title.replace(' ', '_')}_{kind}.png"


@function_tool
def t_test(a: list[float], b: list[float]) -> str:
    """t test, two samples"""
    # TODO use scipy
    ma, mb = sum(a) / max(len(a), 1), sum(b) / max(len(b), 1)
    return f"mean a {ma:.3f} mean b {mb:.3f}"


@function_tool(name_override="churn_probability")
def predict_churn(customer_id: str) -> float:
    """Probability that the customer leaves (XGBoost from last quarter)."""
    random.seed(customer_id)
    return round(random.random(), 3)


def export_csv(query: str, filename: str) -> str:
    """Export the result of a query."""
    return filename + ".csv"


export_csv = function_tool(export_csv)

if HAS_PANDAS:

    @function_tool
    def quick_pandas(expression: str) -> str:
        """Evaluate a pandas expression on df."""
        df = pd.DataFrame({"a": [1, 2, 3]})
        return str(df.eval(expression))


def log(msg):
    history.append((datetime.now().isoformat(), msg))
    print(f"[{len(history)}] {msg}")


# ---------------------------------------------------------------- the agents
agents = []

agent = Agent(
    name="SQL agent",
    instructions="You write SQLite. Tables: customers, invoices, tickets. Show the query.",
    tools=[run_sql, describe_table],
    model=MODEL,
)
agents.append(agent)
sql_agent = agent

agent = Agent(
    name="Plot agent",
    instructions="You make plots. Ask the SQL agent for data if you have none.",
    tools=[make_plot],
    model=MODEL,
)
agents.append(agent)
plot_agent = agent

# first try, hallucinated p values
agent = Agent(
    name="Stats agent",
    instructions="You are a statistician.",
    model=MODEL,
)
agents.append(agent)
agents.pop()

agent = Agent(
    name=f"Stats agent v{VERSION}",
    instructions="You are a careful statistician. Always use the tools, never compute p values yourself.",
    tools=[t_test, run_sql],
    model=BIG_MODEL,
    model_settings=ModelSettings(temperature=0.0),
)
agents.append(agent)
stats_agent = agents[-1]

if HAS_PANDAS:
    stats_agent.tools.append(quick_pandas)

# sql agent can export, the others not
agents[0].tools.append(export_csv)

# one analyst for every segment
segment_agents = {}
for i, seg in enumerate(SEGMENTS):
    tools = [run_sql]
    if seg != "smb":  # model was not trained on smb
        tools = tools + [predict_churn]
    segment_agents[seg] = Agent(
        name=f"Churn analyst {i + 1} ({seg})",
        handoff_description=f"Knows everything about {seg} customers",
        instructions=f"You analyse churn of {seg} customers. WHERE segment = '{seg}' in every query!",
        tools=tools,
        model=MODEL,
    )

plot_agent.handoffs = [sql_agent]


@function_tool
async def ask_statistician(question: str) -> str:
    """Is this difference significant? Give the numbers too."""
    res = await Runner.run(stats_agent, question)
    return str(res.final_output)


for a in segment_agents.values():
    a.tools.append(ask_statistician)

from agents import handoff  # noqa: E402
from agents.extensions import handoff_filters  # noqa: E402

triage = Agent(
    name="Triage",
    instructions="Decide who can answer. Do not answer yourself.",
    handoffs=agents[:2],
    model=MODEL,
)
for seg, a in segment_agents.items():
    triage.handoffs.append(
        handoff(a, tool_name_override=f"to_{seg}_analyst", input_filter=handoff_filters.remove_all_tools)
    )
if web is not None:
    triage.tools.append(web)

# the boss
agent = Agent(
    name=f"Orchestrator v{VERSION}",
    instructions="Plan the analysis, call the experts one after the other, then write the conclusion.",
    tools=[x.as_tool(tool_name="ask_" + x.name.split()[0].lower(), tool_description=x.name) for x in agents],
    model=BIG_MODEL,
)
orchestrator = agent
agents.append(orchestrator)
agents.insert(0, triage)


# ---------------------------------------------------------------- helper functions
def ask_sql(question):
    global current_agent
    current_agent = sql_agent
    result = Runner.run_sync(sql_agent, question)
    log("sql: " + str(result.final_output)[:80])
    return result.final_output


def ask_plot(question):
    global current_agent
    current_agent = plot_agent
    result = Runner.run_sync(plot_agent, question)
    log("plot: " + str(result.final_output)[:80])
    return result.final_output


def by_topic(topic, question):
    global current_agent
    match topic:
        case "sql" | "data":
            a = sql_agent
        case "plot" | "chart" | "graph":
            a = plot_agent
        case "stats":
            a = stats_agent
        case s if s in segment_agents:
            a = segment_agents[s]
        case _:
            a = triage
    current_agent = a
    result = Runner.run_sync(a, question)
    log(f"{a.name}: {str(result.final_output)[:80]}")
    return result.final_output


def chat():
    """keep talking to the agent that answered last"""
    global current_agent
    agent = current_agent or agents[0]
    items = []
    while True:
        try:
            q = input("> ")
        except EOFError:
            break
        if q in ("", "exit", "quit"):
            break
        items.append({"role": "user", "content": q})
        result = Runner.run_sync(agent, items)
        items = result.to_input_list()
        agent = result.last_agent
        print(result.final_output)
    current_agent = agent


def make_report(customer):
    """one customer, one writer, because the writers mixed up the customers"""
    notes = []

    @function_tool
    def save_note(text: str) -> str:
        """Keep a note for the report."""
        notes.append(text)
        return f"{len(notes)} notes"

    def build():
        w = Agent(name=f"Report writer ({customer})", instructions=f"Write the churn report for {customer}. Half a page.", model=MODEL)
        w.tools = [save_note, predict_churn]
        return w

    writer = build()
    result = Runner.run_sync(writer, f"customer {customer}, db {DB}")
    text = result.final_output
    checker = Agent(name="Report checker", instructions="Check that all numbers are in the notes.", model=MODEL)
    result = Runner.run_sync(checker, f"{text}\n\nNOTES:\n" + "\n".join(notes))
    return text, result.final_output


async def weekly():
    """all segments in parallel, then the orchestrator"""
    async def one(seg):
        res = await Runner.run(segment_agents[seg], "What changed since last week?")
        return seg, res.final_output

    todo = list(segment_agents)
    todo.pop(0)  # smb is too noisy for weekly
    parts = await asyncio.gather(*[one(s) for s in todo])
    text = ""
    for seg, t in parts:
        text += f"## {seg}\n{t}\n"
    boss = agents.pop()
    result = await Runner.run(boss, "Summarise for the board:\n" + text)
    agents.append(boss)
    return result.final_output


if __name__ == "__main__":
    mode = sys.argv[1] if len(sys.argv) > 1 else "chat"
    text = " ".join(sys.argv[2:])
    match mode:
        case "chat":
            chat()
        case "report":
            for c in text.split() or ["acme"]:
                print(make_report(c))
        case "sql":
            print(ask_sql(text))
        case "plot":
            print(ask_plot(text))
        case "weekly":
            print(asyncio.run(weekly()))
        case "topic":
            t, *rest = sys.argv[2:]
            print(by_topic(t, " ".join(rest)))
        case _:
            print(__doc__ or "unknown mode", mode)
    print(total_calls, "tool calls")
