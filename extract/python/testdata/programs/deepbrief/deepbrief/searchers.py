import pathlib

from agents import Agent, ModelSettings, WebSearchTool

from .helpers import fetch_page, make_store_tool

search_agent = Agent(
    name="SearchAgent",
    instructions="Search the web for the term and condense the results to 2-3 paragraphs.",
    tools=[WebSearchTool(search_context_size="low")],
    model_settings=ModelSettings(tool_choice="required"),
)

deep_search_agent = search_agent.clone(
    name="DeepSearchAgent",
    instructions="Search, open the three best pages, and save a note for each of them.",
    tools=search_agent.tools + [fetch_page, make_store_tool(pathlib.Path(".deepbrief"))],
)


def searcher_for(deep: bool) -> Agent:
    return deep_search_agent if deep else search_agent
