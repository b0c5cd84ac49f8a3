"""For authors of bundles: reads the inputs of a run and reports its results."""

from .run import Component, ParameterError, Run, Stopped, open_run

__all__ = ["Component", "ParameterError", "Run", "Stopped", "open_run"]
