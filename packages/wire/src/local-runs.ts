/** What a program tells an engine of a local run, and what it hears of it (ADR 37): `millrace bundle run` asks, `millrace-engine try` runs. */
import type { Schema } from '@millrace/contract';
import type { LogLine } from './log-chunks.ts';

/** What a local run is given beside its bundle: one JSON object on standard input. Nothing of it stands on a command line, as it may be secret. */
export type LocalInput = {
  parameters?: Record<string, string | number | boolean | null>;
  /** By the names of applications, as a task names its connections; each parameter as the API takes it. */
  connections?: Record<string, { name: string; value: string; encrypted?: boolean }[]>;
  /** By the parameters that lead there: a file, or for a directory a zip of it. `name` is what the run finds. */
  resources?: Record<string, { path: string; name: string; directory?: boolean }>;
  logLevel?: Schema<'ClaimedExecution'>['logLevel'];
  timeoutMinutes?: number;
};

/** What is told, one JSON object a line: that the run begins, the lines of its log, and how it ended; or only why it is refused. Times are epoch ms. */
export type LocalEvent =
  | { event: 'begins'; name: string; version: string; declared: string[] }
  | ({ event: 'line' } & LogLine)
  | ({ event: 'ended'; startedAt?: number } & Omit<Schema<'FinishReport'>, 'executionId' | 'fence'>)
  | { event: 'refused'; message: string };
