/** The input that `millrace bundle run` sends to `millrace-engine try` for a local run, and the events that it gets back (ADR 37). */
import type { Schema } from '@millrace/contract';
import type { LogLine } from './log-chunks.ts';

/** The input of a local run beside its bundle: one JSON object on standard input. It is not on the command line, because it may hold secrets. */
export type LocalInput = {
  parameters?: Record<string, string | number | boolean | null>;
  /** The parameters of the connections, by the names of their applications; each parameter has the form of the API. */
  connections?: Record<string, { name: string; value: string; encrypted?: boolean }[]>;
  /** The resources, by the names of their parameters: a file, or a zip of a directory. `name` is the name of the file or directory in the run. */
  resources?: Record<string, { path: string; name: string; directory?: boolean }>;
  logLevel?: Schema<'ClaimedExecution'>['logLevel'];
  timeoutMinutes?: number;
  /** The context of a job archive; without it, that of the archive. */
  contextName?: string;
};

/** The output of a local run, one JSON object on each line: its start, its log lines and its end; or why it is refused. Times are in epoch ms. */
export type LocalEvent =
  | { event: 'begins'; name: string; version: string; declared: string[] }
  | ({ event: 'line' } & LogLine)
  | ({ event: 'ended'; startedAt?: number } & Omit<Schema<'FinishReport'>, 'executionId' | 'fence'>)
  | { event: 'refused'; message: string };
