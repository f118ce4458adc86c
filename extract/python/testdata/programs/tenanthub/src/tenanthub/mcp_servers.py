from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Callable

from agents.mcp import MCPServer, MCPServerStdio, MCPServerStreamableHttp, create_static_tool_filter

from .types import TenantRow


@asynccontextmanager
async def files_server(tenant: TenantRow) -> AsyncIterator[MCPServer]:
    async with MCPServerStdio(
        name=f"files-{tenant['id']}",
        params={
            "command": "npx",
            "args": ["-y", "@modelcontextprotocol/server-filesystem", f"/srv/tenants/{tenant['id']}"],
        },
        tool_filter=create_static_tool_filter(allowed_tool_names=["read_text_file", "list_directory"]),
        cache_tools_list=True,
    ) as server:
        yield server


@asynccontextmanager
async def warehouse_server(tenant: TenantRow) -> AsyncIterator[MCPServer]:
    base = os.getenv("WAREHOUSE_MCP_URL", "https://warehouse.internal/mcp")
    async with MCPServerStreamableHttp(
        name="warehouse",
        params={"url": f"{base}/{tenant['region']}", "headers": {"X-Tenant": tenant["id"]}},
        tool_filter=create_static_tool_filter(blocked_tool_names=["drop_table", "write_rows"]),
    ) as server:
        yield server


MCP_SERVERS: dict[str, Callable[[TenantRow], AbstractAsyncContextManager[MCPServer]]] = {
    "files": files_server,
    "warehouse": warehouse_server,
}
