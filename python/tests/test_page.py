"""The examples of docs/python.md."""

import doctest
import os
import re
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("BOARDWRIGHT_MODELS", Path(__file__).parent.parent.parent / "models")).parent


def test_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(examples, {}, "docs/python.md", None, 0)
    assert len(test.examples) > 15
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0
