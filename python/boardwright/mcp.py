"""A server of the Model Context Protocol: questions about models as tools for language models.

`python -m boardwright.mcp` reads requests and writes answers on standard input and output, one JSON object a line.
"""

import json
import sys
from typing import IO, Any, Callable, Dict, List, NamedTuple, Optional

from . import LimitReached, Model, ModelError, UsageError, __version__, genre, genres

#: The versions of the protocol that the server speaks, the newest first.
VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
#: The seconds of a request, unless it says otherwise, and at most.
SECONDS, MAX_SECONDS = 10.0, 600.0

Arguments = Dict[str, Any]


class Tool(NamedTuple):
    """A tool: what it does, the properties of its arguments, those that are required, and the function."""

    description: str
    properties: Dict[str, Any]
    required: List[str]
    answer: Callable[[Arguments], str]


class WrongArguments(Exception):
    """The arguments of a tool are not of its form."""


def _limit(arguments: Arguments) -> float:
    seconds = arguments.get("time_limit", SECONDS)
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not 0 < seconds <= MAX_SECONDS:
        raise WrongArguments(f"time_limit: expected seconds above 0, at most {MAX_SECONDS:g}")
    return float(seconds)


def _model(arguments: Arguments) -> Model:
    return Model(arguments["model"])


def _check(arguments: Arguments) -> str:
    model, limit = _model(arguments), _limit(arguments)
    boards = list(model.solutions(2, time_limit=limit))
    verdict = ["no solution", "exactly one solution", "several solutions"][len(boards)]
    return f"The model is valid and has {verdict}.\n\n{model.draw()}"


def _solve(arguments: Arguments) -> str:
    boards = list(_model(arguments).solutions(2, time_limit=_limit(arguments)))
    if not boards:
        return "There is no solution."
    number = "The only solution:" if len(boards) == 1 else "Two of several solutions:"
    return "\n\n".join([number, *("\n".join(board.rows) for board in boards)])


def _count(arguments: Arguments) -> str:
    return str(_model(arguments).count(time_limit=_limit(arguments)))


def _explain(arguments: Arguments) -> str:
    return str(_model(arguments).explain(time_limit=_limit(arguments)))


def _verify(arguments: Arguments) -> str:
    try:
        _model(arguments).verify(arguments["board"])
    except ModelError:
        raise
    except UsageError as wrong:
        return f"Not a solution: {wrong}"
    return "The board is a solution."


def _hint(arguments: Arguments) -> str:
    steps = _model(arguments).steps(position=arguments["entries"], time_limit=_limit(arguments))
    found = steps.json()
    if found.get("wrong"):
        return "Wrong entries: " + ", ".join(map(str, found["wrong"]))
    return str(steps)


def _draw(arguments: Arguments) -> str:
    return _model(arguments).draw()


def _genres(_: Arguments) -> str:
    return "\n".join(genres())


def _genre(arguments: Arguments) -> str:
    model = genre(arguments["name"])
    rules = model.rules or ""
    return f"{rules.strip()}\n\n{model.text}".strip()


MODEL = {"model": {"type": "string", "description": "the text of a model, in TOML"}}
LIMIT = {"time_limit": {"type": "number", "description": f"seconds, at most {MAX_SECONDS:g}; default {SECONDS:g}"}}

#: The tools by name.
TOOLS: Dict[str, Tool] = {
    "check": Tool(
        "Reads a model; returns its errors with line, column and a suggestion, or whether it has no, one or several solutions.",
        {**MODEL, **LIMIT}, ["model"], _check,
    ),
    "solve": Tool("Returns the solution of a puzzle, or two if there are several.", {**MODEL, **LIMIT}, ["model"], _solve),
    "count": Tool("Returns the exact number of solutions.", {**MODEL, **LIMIT}, ["model"], _count),
    "explain": Tool(
        "Explains why there is no solution, where solutions differ, or which clues force the only one.",
        {**MODEL, **LIMIT}, ["model"], _explain,
    ),
    "verify": Tool(
        "Checks a board against the rules; returns the broken rule.",
        {**MODEL, "board": {"type": "string", "description": "the rows of the board, one a line"}}, ["model", "board"], _verify,
    ),
    "hint": Tool(
        "Returns the next steps from a position, with reasons, or its wrong entries.",
        {**MODEL, "entries": {"type": "string", "description": "entries such as r1c2=5, one a line; empty at the start"}, **LIMIT},
        ["model", "entries"], _hint,
    ),
    "draw": Tool("Draws the puzzle without its solution, in characters.", MODEL, ["model"], _draw),
    "genres": Tool("Lists the names of all genres.", {}, [], _genres),
    "genre": Tool(
        "Returns the rules of a genre in words and its example as a model to start from.",
        {"name": {"type": "string", "description": "a name of `genres`"}}, ["name"], _genre,
    ),
}


def _listed() -> List[Dict[str, Any]]:
    return [
        {
            "name": name,
            "description": tool.description,
            "inputSchema": {
                "type": "object", "properties": tool.properties, "required": tool.required, "additionalProperties": False,
            },
        }
        for name, tool in TOOLS.items()
    ]


def _called(name: Any, arguments: Any) -> Dict[str, Any]:
    """Returns the result of a tool. A mistake in a model or a limit is a result, which the language model reads."""
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise WrongArguments(f"unknown tool {name!r}; expected one of {', '.join(TOOLS)}")
    if not isinstance(arguments, dict):
        raise WrongArguments("arguments: expected an object")
    for key in tool.required:
        if not isinstance(arguments.get(key), str):
            raise WrongArguments(f"{key}: expected a string")
    for key in arguments:
        if key not in tool.properties:
            raise WrongArguments(f"unknown argument `{key}`; expected {', '.join(tool.properties) or 'none'}")
    try:
        text, wrong = tool.answer(arguments), False
    except LimitReached as limit:
        text, wrong = f"Unknown: {limit}", True
    except (ModelError, UsageError) as error:
        text, wrong = str(error), True
    return {"content": [{"type": "text", "text": text}], "isError": wrong}


def answer(request: Any) -> Optional[Dict[str, Any]]:
    """Returns the answer to a request; None to a notification."""
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _error(None, -32600, "the request is not an object with a method")
    number, method, given = request.get("id"), request["method"], request.get("params") or {}
    if "id" not in request:
        return None
    if not isinstance(given, dict):
        return _error(number, -32602, "params: expected an object")
    try:
        if method == "initialize":
            wanted = given.get("protocolVersion")
            result: Dict[str, Any] = {
                "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "boardwright", "version": __version__},
            }
        elif method == "ping":
            result = {}
        elif method == "tools/list":
            result = {"tools": _listed()}
        elif method == "tools/call":
            result = _called(given.get("name"), given.get("arguments", {}))
        else:
            return _error(number, -32601, f"unknown method {method}")
    except WrongArguments as wrong:
        return _error(number, -32602, str(wrong))
    return {"jsonrpc": "2.0", "id": number, "result": result}


def _error(number: Any, code: int, message: str) -> Dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def serve(requests: IO[str], answers: IO[str]) -> None:
    """Answers requests, one a line, until there are no more."""
    for line in requests:
        if not line.strip():
            continue
        try:
            answered = answer(json.loads(line))
        except ValueError as wrong:
            answered = _error(None, -32700, f"not JSON: {wrong}")
        if answered is not None:
            print(json.dumps(answered), file=answers, flush=True)


if __name__ == "__main__":
    try:
        serve(sys.stdin, sys.stdout)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)
