"""The run of this process. `open_run` opens it; docs/bundles.md describes its files."""

import json
import os
import signal
import sys
import time
import traceback
from decimal import Decimal
from typing import Any, Callable, Dict, Mapping, Optional


class ParameterError(LookupError):
    """The run has no such parameter, connection or resource, or a parameter does not fit its type."""


class Stopped(SystemExit):
    """The run was stopped. Raised in the main thread, so that `finally` and `with` clean up; they have 10 seconds."""


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"


_CONVERTERS: Dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("int", "integer", "long", "short", "byte"), int),
    **dict.fromkeys(("number", "float", "double"), float),
    **dict.fromkeys(("decimal", "bigdecimal"), Decimal),
    **dict.fromkeys(("boolean", "bool"), _boolean),
}
_EXPECTED = {int: "a whole number", _boolean: "true or false"}


def _declared_types() -> Dict[str, str]:
    """The types that the millrace.json of the bundle declares, by the names of the parameters."""
    if not os.path.exists("millrace.json"):
        return {}
    with open("millrace.json", encoding="utf-8") as file:
        declared = json.load(file).get("parameters", [])
    types = {parameter["name"]: parameter.get("type", "string").lower() for parameter in declared}
    return {name: kind[3:] if kind.startswith("id_") else kind for name, kind in types.items()}


def _require_count(rows: int) -> None:
    """Raises a ValueError unless a number of rows is a whole number from 0; the engine ignores others."""
    if not isinstance(rows, int) or rows < 0:
        raise ValueError(f"The number of rows must be a whole number from 0, not {rows!r}")


class Component:
    """A step of a run, such as reading a file: its rows and its time. `with run.component(…) as step:` begins and ends it."""

    def __init__(self, run: "Run", component_id: str, component_type: str, fields: Mapping[str, str]) -> None:
        self._run = run
        self._started = time.monotonic()
        self._fields: Dict[str, Any] = {
            "connector_type": component_type,
            "connector_id": component_id,
            **fields,
            "component_start_time_seconds": time.time(),
        }
        self._processed = 0
        self._rejected = 0
        self._has_ended = False

    def processed(self, rows: int = 1) -> None:
        """Counts rows that went through the step. Raises a ValueError unless `rows` is a whole number from 0."""
        _require_count(rows)
        self._processed += rows

    def rejected(self, rows: int = 1) -> None:
        """Counts rows that the step left out. Raises a ValueError unless `rows` is a whole number from 0."""
        _require_count(rows)
        self._rejected += rows

    def end(self, stacktrace: Optional[str] = None) -> None:
        """Ends the step and reports it. Another call does nothing."""
        if self._has_ended:
            return
        self._has_ended = True
        component = {
            **self._fields,
            "component_connection_rows_total": self._processed,
            "component_execution_duration_milliseconds": round((time.monotonic() - self._started) * 1000),
        }
        if stacktrace is not None:
            component["stacktrace"] = stacktrace
        self._run._report({"component": component, "processed": self._processed, "rejected": self._rejected})

    def __enter__(self) -> "Component":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.end(None if kind is None else "".join(traceback.format_exception(kind, error, trace)))


class Run:
    """The inputs that a run gets from the engine, and its reports."""

    def __init__(self) -> None:
        #: Id of the execution; empty outside of an engine.
        self.execution_id = os.environ.get("MILLRACE_EXECUTION_ID", "")
        #: Name of the task.
        self.task_name = os.environ.get("MILLRACE_TASK_NAME", "")
        #: Whether the run was stopped.
        self.stopped = False
        self._report_path = os.environ.get("MILLRACE_REPORT")
        self._types = _declared_types()
        self._texts: Dict[str, str] = {}
        context = os.environ.get("MILLRACE_CONTEXT")
        if context:
            with open(context, encoding="utf-8") as file:
                self._texts = json.load(file)
        self._processed = 0
        self._rejected = 0
        self._is_counted = False

    def parameter(self, name: str, default: Any = None) -> Any:
        """A parameter by its declared type: int, float, Decimal, bool or str. Returns `default` if the run has none, or an empty one.

        Raises a ParameterError if its text does not fit the type. The error does not contain the text, which may be secret.
        """
        text = self._texts.get(name)
        if not text:
            return default
        kind = self._types.get(name, "string")
        convert = _CONVERTERS.get(kind, str)
        try:
            return convert(text)
        except (ValueError, ArithmeticError):
            raise ParameterError(f"The parameter {name} ({kind}) is not {_EXPECTED.get(convert, 'a number')}") from None

    def text(self, name: str) -> str:
        """A parameter as the text that the run got. Raises a ParameterError without a value."""
        text = self._texts.get(name)
        if not text:
            raise ParameterError(f"The run has no parameter {name}")
        return text

    def connection(self, name: str) -> Dict[str, str]:
        """The parameters of a connection of the task, such as {"host": …, "password": …}. Raises a ParameterError if the task names no such connection."""
        prefix = f"connection_{name}_"
        found = {key[len(prefix) :]: text for key, text in self._texts.items() if key.startswith(prefix)}
        if not found:
            raise ParameterError(f"The task has no connection {name}")
        return found

    def resource(self, name: str) -> str:
        """The path of a file or folder of the task by its whole name, such as resource_file_rows. Raises a ParameterError without it."""
        return self.text(name)

    def processed(self, rows: int = 1) -> None:
        """Counts processed rows. Raises a ValueError unless `rows` is a whole number from 0."""
        _require_count(rows)
        self._processed += rows
        self._is_counted = True

    def rejected(self, reason: Optional[str] = None, rows: int = 1) -> None:
        """Counts rejected rows, and logs the reason as a warning. A run with rejected rows ends as execution_rejected.

        Raises a ValueError unless `rows` is a whole number from 0.
        """
        _require_count(rows)
        if reason is not None:
            print(f"[WARN] {reason}", flush=True)
        self._rejected += rows
        self._is_counted = True

    def component(self, component_id: str, component_type: str, **fields: str) -> Component:
        """Begins a step with its own rows and time: the id is unique in the run, the type a word such as csv."""
        return Component(self, component_id, component_type, fields)

    def reads(self, namespace: str, name: str) -> None:
        """Reports a dataset that the run has read, by its name in OpenLineage."""
        self._report({"inputs": [{"namespace": namespace, "name": name}]})

    def writes(self, namespace: str, name: str) -> None:
        """Reports a dataset that the run has written."""
        self._report({"outputs": [{"namespace": namespace, "name": name}]})

    def report_counts(self) -> None:
        """Writes the row counts to the report. The end of `with open_run()` does it. The counts of a later call replace those of an earlier one."""
        if self._is_counted:
            self._report({"processed": self._processed, "rejected": self._rejected})

    def _report(self, line: Mapping[str, Any]) -> None:
        if self._report_path:
            with open(self._report_path, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def _stop(self, _signal: int, _frame: Any) -> None:
        if not self.stopped:
            self.stopped = True
            raise Stopped(1)

    def __enter__(self) -> "Run":
        signal.signal(signal.SIGTERM, self._stop)
        return self

    def __exit__(self, _kind: Any, _error: Any, _trace: Any) -> None:
        self.report_counts()
        sys.stdout.flush()


def open_run() -> Run:
    """The run of this process: `with open_run() as run:`. An error that leaves the block fails the execution, with its message."""
    return Run()
