import type { Schema } from '@millrace/contract';
import type { LogLine } from '@millrace/wire/log-chunks';
import type { Component } from './components.ts';
import type { RowCounts } from './row-counts.ts';
import { isThrown, statedSeverity } from './severity.ts';
import type { ProcessExit } from './spawner.ts';
import { steadyNow } from './steady-clock.ts';

/** How an execution ended. */
export type Ending = { outcome: Schema<'FinishReport'>['outcome']; exitCode?: number; errorType?: string; errorMessage?: string };

/** Why an execution is ended before its time. */
export type StopReason = 'terminated' | 'timeout' | 'shutdown';

/**
 * The end of an execution that was stopped.
 * @rule task-executions.status.timeout
 * @rule task-executions.status.shutdown
 */
export function endingOfStop(reason: StopReason, timeoutMinutes: number | undefined): Ending {
  if (reason === 'terminated') return { outcome: 'EXECUTION_TERMINATED' };
  if (reason === 'shutdown') {
    const errorMessage = 'The engine was shut down while the task ran';
    return { outcome: 'EXECUTION_TERMINATED_SHUTDOWN', errorType: 'ENGINE_SHUTDOWN', errorMessage };
  }
  return {
    outcome: 'EXECUTION_TERMINATED_TIMEOUT',
    errorType: 'TIMEOUT',
    errorMessage: `The task ran longer than its timeout of ${timeoutMinutes} min and was ended`,
  };
}

/**
 * The end of an execution whose process ended by itself.
 * @rule bundles.outcome.successful
 * @rule bundles.outcome.rejected
 * @rule bundles.outcome.failed
 */
export function endingOfExit(exit: ProcessExit, counts: RowCounts, lastError: string | undefined): Ending {
  if (exit.code === 0) return { outcome: (counts.rejected ?? 0) > 0 ? 'EXECUTION_REJECTED' : 'EXECUTION_SUCCESS', exitCode: 0 };
  const cause = lastError ? `. Last error: ${lastError}` : '';
  if (exit.signal) {
    const hint = exit.signal === 'SIGKILL' ? ' (perhaps the machine ran out of memory)' : '';
    return { outcome: 'EXECUTION_FAILED', errorType: 'SIGNAL', errorMessage: `The task was killed by ${exit.signal}${hint}${cause}` };
  }
  return {
    outcome: 'EXECUTION_FAILED',
    ...(exit.code !== null && { exitCode: exit.code }),
    errorType: 'EXIT_CODE',
    errorMessage: `The task ended with exit code ${exit.code}${cause}`,
  };
}

/** The end of an execution whose process the system would not start; `code` is the system's. */
export function endingOfSpawnFault(code: string): Ending {
  if (['ENOENT', 'EACCES', 'ENOEXEC'].includes(code)) {
    const errorMessage = `The command of the bundle cannot be executed (${code}): its file or the interpreter that it names is missing or no program`;
    return { outcome: 'DEPLOY_FAILED', errorType: 'COMMAND_NOT_EXECUTABLE', errorMessage };
  }
  const hint = code === 'E2BIG' ? ': its parameters are too large together' : '';
  return { outcome: 'DEPLOY_FAILED', errorType: 'NOT_STARTED', errorMessage: `The task could not be started (${code})${hint}` };
}

/** A log line of the engine itself. */
export function systemLine(message: string, severity: LogLine['severity'] = 'INFO'): LogLine {
  return { at: steadyNow(), severity, type: 'SYSTEM', message };
}

/** The lines with which the log of an execution ends. */
export function lastWords(ending: Ending, exit: ProcessExit | undefined, counts: RowCounts, milliseconds: number): LogLine[] {
  const words: string[] = [ending.outcome];
  if (exit?.signal) words.push(`signal ${exit.signal}`);
  else if (exit && exit.code !== null) words.push(`exit code ${exit.code}`);
  if (counts.processed !== undefined) words.push(`${rows(counts.processed)} processed`);
  if (counts.rejected !== undefined) words.push(`${rows(counts.rejected)} rejected`);
  const summary = `Ended: ${[...words, `${(milliseconds / 1000).toFixed(1)} s`].join(', ')}`;
  const graveness = gravity(ending.outcome);
  const reason =
    ending.errorType !== undefined && ending.errorType !== 'EXIT_CODE' ? [systemLine(ending.errorMessage ?? '', graveness)] : [];
  return [...reason, systemLine(summary, graveness)];
}

const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

/** The end as it is reported. */
export function toFinish(
  ending: Ending,
  counts: RowCounts,
  components: readonly Component[] = [],
): Omit<Schema<'FinishReport'>, 'executionId' | 'fence'> {
  return {
    ...ending,
    ...(ending.errorMessage !== undefined && { errorMessage: ending.errorMessage.slice(0, 4000) }),
    finishedAt: steadyNow(),
    ...(counts.processed !== undefined && { processedRows: counts.processed }),
    ...(counts.rejected !== undefined && { rejectedRows: counts.rejected }),
    ...(components.length > 0 && { components: [...components] }),
  };
}

function gravity(outcome: Ending['outcome']): LogLine['severity'] {
  if (outcome === 'EXECUTION_SUCCESS') return 'INFO';
  return outcome === 'EXECUTION_FAILED' || outcome === 'DEPLOY_FAILED' ? 'ERROR' : 'WARN';
}

/** Remembers the last error line: best one that says so itself, else the last plain line on stderr. */
export class LastError {
  #stated: string | undefined;
  #plain: string | undefined;

  take(lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (line.severity !== 'ERROR' && line.severity !== 'FATAL') continue;
      if (/^\s|^$|^(?:Caused by: |\.\.\. \d+ more|Node\.js v\d)/.test(line.message)) continue;
      if (isThrown(line.message) || statedSeverity(line.message)) this.#stated = line.message;
      else if (line.type === 'STDERR') this.#plain = line.message;
    }
  }

  get text(): string | undefined {
    const line = this.#stated ?? this.#plain;
    return line === undefined ? undefined : textOf(line).slice(0, 1000);
  }
}

/** The words of a JSON line, which are what people want to read; other lines as they are. */
function textOf(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    return ([entry['msg'], entry['message']].find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? line;
  } catch {
    return line;
  }
}
