"""The source of puzzles, and the server of tools."""

import asyncio
import io
import json
import subprocess
import sys
from itertools import islice
from typing import Any, Dict, List

import pytest

import boardwright as bw
from boardwright import gym, mcp

QUEENS = """
puzzle = "grid"
[grid]
rows = 4
columns = 4
values = [".", "Q"]
[[rule]]
each = ["row", "column"]
exactly = { Q = 1 }
[[rule]]
each = ["diagonal", "antidiagonal"]
at-most = { Q = 1 }
"""


def test_puzzles_are_unique_different_and_follow_the_seed() -> None:
    def made(seed: int) -> List[Dict[str, Any]]:
        return list(islice(gym.puzzles(["slitherlink", "akari"], size=5, seed=seed), 6))

    tasks = made(1)
    assert [task["genre"] for task in tasks] == ["slitherlink", "akari"] * 3
    assert len({task["model"] for task in tasks}) == 6
    assert tasks == made(1)
    assert tasks != made(2)
    for task in tasks:
        model = bw.Model(task["model"])
        assert model.is_unique()
        assert gym.score(task["model"], "\n".join(task["solution"])) == 1.0
        assert task["rules"]


def test_a_board_with_mistakes_scores_by_its_right_cells() -> None:
    model = bw.Model("puzzle = 'grid'\n[grid]\nvalues = '1..4'\ngiven = '''\n1.3.\n.4.2\n.1..\n4...\n'''\n[[rule]]\neach = ['row', 'column']\nall-different = true\n")
    solution = model.solve()
    assert solution is not None and model.is_unique()
    rows = solution.rows
    wrong = "\n".join([rows[0][:3] + ("1" if rows[0][3] != "1" else "2"), *rows[1:]])
    assert gym.score(model.text, wrong) == 15 / 16
    assert gym.score(model.text, "1") == 0.0


def test_the_command_prints_lines_and_refuses_wrong_names() -> None:
    command = [sys.executable, "-m", "boardwright.gym", "slitherlink", "--size", "4", "--count", "2", "--steps"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    tasks = [json.loads(line) for line in printed.splitlines()]
    assert [task["genre"] for task in tasks] == ["slitherlink"] * 2
    assert all(task["steps"] and task["difficulty"] for task in tasks)
    wrong = subprocess.run([*command[:3], "slitherlnk"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "slitherlink" in wrong.stderr


def called(name: str, **arguments: Any) -> Dict[str, Any]:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    answers = io.StringIO()
    mcp.serve(io.StringIO(json.dumps(request) + "\n"), answers)
    answered: Dict[str, Any] = json.loads(answers.getvalue())
    return answered


def test_tools_answer() -> None:
    assert called("count", model=QUEENS)["result"]["content"][0]["text"] == "2"
    assert called("verify", model=QUEENS, board=".Q..\n...Q\nQ...\n..Q.")["result"]["isError"] is False
    broken = called("check", model=QUEENS.replace('"row"', '"rwo"'))["result"]
    assert broken["isError"] and "model:8:" in broken["content"][0]["text"]
    sudoku = bw.genre("sudoku").text
    assert called("hint", model=sudoku, entries="")["result"]["isError"] is False
    assert "error" in called("count") and "error" in called("tally", model=QUEENS)
    assert "error" in called("count", model=QUEENS, time_limit=0)


def test_the_official_client_is_served() -> None:
    client = pytest.importorskip("mcp")
    stdio = pytest.importorskip("mcp.client.stdio")

    async def tried() -> str:
        server = client.StdioServerParameters(command=sys.executable, args=["-m", "boardwright.mcp"])
        async with stdio.stdio_client(server) as streams, client.ClientSession(*streams) as session:
            await session.initialize()
            listed = await session.list_tools()
            assert {tool.name for tool in listed.tools} == set(mcp.TOOLS)
            counted = await session.call_tool("count", {"model": QUEENS})
            return str(counted.content[0].text)

    assert asyncio.run(tried()) == "2"
