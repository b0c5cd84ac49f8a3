"""For authors of bundles: what a run gets, and what it reports."""

from .run import Component, ParameterError, Run, Stopped, open_run

__all__ = ["Component", "ParameterError", "Run", "Stopped", "open_run"]
