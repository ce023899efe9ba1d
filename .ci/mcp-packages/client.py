"""The vendor's Python client: both eras, and a delete that asks its person. Usage: client.py <endpoint> <key>"""
import asyncio
import sys

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import ElicitResult


async def work(endpoint, key, mode):
    asked = []

    async def elicited(context, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"confirm": True})

    http = create_mcp_http_client(headers={"Authorization": f"Bearer {key}"})
    async with Client(
        streamable_http_client(endpoint, http_client=http), mode=mode, elicitation_callback=elicited
    ) as client:
        assert len((await client.list_tools()).tools) == 9

        async def call(name, arguments):
            return (await client.call_tool(name, arguments)).structured_content

        saved = await call("cms_content_save", {"model": "posts", "entries": [{"data": {"title": f"In {mode}"}}]})
        assert saved["status"] == "committed", saved
        ids = [saved["results"][0]["id"]]
        gone = await call("cms_content_delete", {"model": "posts", "ids": ids})
        if mode == "legacy":
            assert gone["error"] == "CONFIRMATION_REQUIRED", gone
            gone = await call(gone["next"]["tool"], gone["next"]["arguments"])
        else:
            assert asked, "the person was asked"
        assert gone["deleted"], gone


for each in ("legacy", "auto"):
    asyncio.run(work(sys.argv[1], sys.argv[2], each))
print("python: both eras, a save, a delete that asks")
