import type { Schema } from '@millrace/contract';
import type { LogLine } from '@millrace/wire/log-chunks';
import { namesException, statedSeverity } from '../logs/severity.ts';
import type { ProcessExit } from '../processes/spawner.ts';
import { steadyNow } from '../program/steady-clock.ts';
import type { Component } from './reported-data.ts';
import type { RowCounts, TouchedDatasets } from './row-counts.ts';

/** The end of an execution: its outcome, and the exit code or error. */
export type Ending = { outcome: Schema<'FinishReport'>['outcome']; exitCode?: number; errorType?: string; errorMessage?: string };

/** The reason why the engine stops an execution: a user terminated it, its timeout is over, or the engine shuts down. */
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
    // Node states the codes of Windows as unsigned numbers of 32 bits, such as 3221225477; the contract and the database have signed ones.
    ...(exit.code !== null && { exitCode: exit.code | 0 }),
    errorType: 'EXIT_CODE',
    errorMessage: `The task ended with exit code ${exit.code}${cause}`,
  };
}

/** The longest error message of a report, in characters: the limit of the contract. */
export const MAX_ERROR_MESSAGE = 4000;

/** The error type of a job archive whose message says more than the last line of its log. */
export const JOB_ERROR = 'JOB_ERROR';

/** The error type of a run that may not write a file, whose message says how to allow it. */
export const WRITE_REFUSED = 'WRITE_REFUSED';

/** What a job archive says about its end: its first error, else its last one, and its return code. */
type JobEnd = { firstError: string | undefined; lastError: string | undefined; returnCode: number | undefined };

/**
 * The end of a job archive whose process ended by itself. A job may end with a return code above 255 (by tDie), of which a system passes on eight bits.
 * @rule bundles.job-archive.return-code
 */
export function endingOfJob(exit: ProcessExit, counts: RowCounts, { firstError, lastError, returnCode }: JobEnd): Ending {
  const { code } = exit;
  const isCut = code !== null && returnCode !== undefined && returnCode !== code && (returnCode & 255) === code;
  if (code === null || (!isCut && (code === 0 || firstError === undefined))) return endingOfExit(exit, counts, lastError);
  const how = isCut ? `return code ${returnCode}, of which its system passes on ${code}` : `exit code ${code}`;
  const last = lastError === undefined ? '' : ` Last error: ${lastError}`;
  const cause = firstError === undefined ? last : ` First error: ${firstError}`;
  return { outcome: 'EXECUTION_FAILED', exitCode: code, errorType: JOB_ERROR, errorMessage: `The job ended with ${how}.${cause}` };
}

/** The end of an execution whose process could not be started; `code` is that of the system error, such as ENOENT. */
export function endingOfSpawnFault(code: string): Ending {
  if (['ENOENT', 'EACCES', 'ENOEXEC'].includes(code)) {
    const errorMessage = `The command of the bundle cannot be executed (${code}): its file, or the interpreter that it names, is missing or not executable`;
    return { outcome: 'DEPLOY_FAILED', errorType: 'COMMAND_NOT_EXECUTABLE', errorMessage };
  }
  const hint = code === 'E2BIG' ? ': all its parameters together are too large' : '';
  return { outcome: 'DEPLOY_FAILED', errorType: 'NOT_STARTED', errorMessage: `The task could not be started (${code})${hint}` };
}

/** A log line of the engine itself. */
export function systemLine(message: string, severity: LogLine['severity'] = 'INFO'): LogLine {
  return { at: steadyNow(), severity, type: 'SYSTEM', message };
}

/** The last lines in the log of an execution: the reason where there is one, and a summary. */
export function closingLines(ending: Ending, exit: ProcessExit | undefined, counts: RowCounts, milliseconds: number): LogLine[] {
  const facts: string[] = [ending.outcome];
  if (exit?.signal) facts.push(`signal ${exit.signal}`);
  else if (exit && exit.code !== null) facts.push(`exit code ${exit.code}`);
  if (counts.processed !== undefined) facts.push(`${rows(counts.processed)} processed`);
  if (counts.rejected !== undefined) facts.push(`${rows(counts.rejected)} rejected`);
  const summary = `Ended: ${[...facts, `${(milliseconds / 1000).toFixed(1)} s`].join(', ')}`;
  const severity = severityOf(ending.outcome);
  const reason =
    ending.errorType !== undefined && ending.errorType !== 'EXIT_CODE' ? [systemLine(ending.errorMessage ?? '', severity)] : [];
  return [...reason, systemLine(summary, severity)];
}

const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

/** The end of an execution as a report to the control plane. */
export function toFinish(
  ending: Ending,
  counts: RowCounts,
  components: readonly Component[] = [],
  { inputs, outputs }: TouchedDatasets = { inputs: [], outputs: [] },
): Omit<Schema<'FinishReport'>, 'executionId' | 'fence'> {
  return {
    ...ending,
    ...(ending.errorMessage !== undefined && { errorMessage: ending.errorMessage.slice(0, MAX_ERROR_MESSAGE) }),
    finishedAt: steadyNow(),
    ...(counts.processed !== undefined && { processedRows: counts.processed }),
    ...(counts.rejected !== undefined && { rejectedRows: counts.rejected }),
    ...(components.length > 0 && { components: [...components] }),
    ...(inputs.length > 0 && { inputs: [...inputs] }),
    ...(outputs.length > 0 && { outputs: [...outputs] }),
  };
}

function severityOf(outcome: Ending['outcome']): LogLine['severity'] {
  if (outcome === 'EXECUTION_SUCCESS') return 'INFO';
  return outcome === 'EXECUTION_FAILED' || outcome === 'DEPLOY_FAILED' ? 'ERROR' : 'WARN';
}

/** Remembers the last error line: the last one that states an error severity or begins a stack trace, else the last other line on stderr. */
export class LastError {
  #stated: string | undefined;
  #plain: string | undefined;

  add(lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (line.severity !== 'ERROR' && line.severity !== 'FATAL') continue;
      if (/^\s|^$|^(?:Caused by: |\.\.\. \d+ more|Node\.js v\d)/.test(line.message)) continue;
      if (namesException(line.message) || statedSeverity(line.message)) this.#stated = line.message;
      else if (line.type === 'STDERR') this.#plain = line.message;
    }
  }

  get text(): string | undefined {
    const line = this.#stated ?? this.#plain;
    return line === undefined ? undefined : textOf(line).slice(0, 1000);
  }
}

/** The message within a JSON line; any other line unchanged. */
function textOf(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    return ([entry['msg'], entry['message']].find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? line;
  } catch {
    return line;
  }
}
