import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Schema } from '@millrace/contract';
import { STATUS_OF_OUTCOME } from '@millrace/contract/outcomes';
import type { LocalEvent } from '@millrace/wire/local-runs';
import type { LogLine } from '@millrace/wire/log-chunks';
import { given } from '../../given.ts';
import { printLogEntry } from '../../execution-log.ts';
import { EXIT, Failure } from '../../failure.ts';
import { type EndedExecution, finishWithOutcome } from '../../outcomes.ts';
import type { Output } from '../../output.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { warnOfUndeclared } from '../task/undeclared-parameters.ts';

/** The program of an engine: the command, and the arguments that come before those of the engine. */
type EngineProgram = { command: string; words: readonly string[] };

/** Finds the engine that is installed beside this command line, else `millrace-engine` in PATH. */
export async function findEngineProgram(env: Shell['env'], installed = installedEngine()): Promise<EngineProgram> {
  if (installed !== undefined && (await isThere(installed, constants.R_OK))) return { command: process.execPath, words: [installed] };
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((name) => name !== '')) {
    const command = join(folder, 'millrace-engine');
    if (await isThere(command, constants.X_OK)) return { command, words: [] };
  }
  throw new Failure(
    'usage',
    'An engine is needed to run a bundle, and none is installed here: install one, so that `millrace-engine` is in PATH.',
  );
}

/**
 * Starts the engine and writes `input` to its standard input. The engine does not receive Ctrl-C from the terminal; this program forwards it. When
 * this program dies, the IPC channel closes and the engine ends.
 */
export async function startEngine(words: readonly string[], input: string, { env, workingFolder }: Shell): Promise<ChildProcess> {
  const program = await findEngineProgram(env);
  const child = spawn(program.command, [...program.words, ...words], {
    env,
    cwd: workingFolder,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  // If the engine ends before it has read everything, its own message gives the reason.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return child;
}

/** The path of the program of the engine package; undefined if the package is not installed. */
function installedEngine(): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve('@millrace/engine'));
  } catch {
    return undefined;
  }
}

const isThere = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/**
 * Prints the events of a local run and sets the exit code of its outcome. Forwards Ctrl-C to the engine and still prints the outcome. `givenNames` are the
 * names of the given parameters: a warning lists those that the bundle does not declare.
 */
export async function followEngine(
  engine: ChildProcess,
  { output, shell, givenNames }: { output: Output; shell: Shell; givenNames: readonly string[] },
): Promise<void> {
  const stop = (): void => void engine.kill('SIGTERM');
  if (shell.signal.aborted) stop();
  shell.signal.addEventListener('abort', stop, { once: true });
  const exited = once(engine, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // `exited` is awaited below. An engine that cannot be started rejects it earlier; Node must not treat that as unhandled.
  exited.catch(() => {});
  const ownLog = engine.stderr ? text(engine.stderr) : Promise.resolve('');
  const began = Date.now();
  let hasEnded = false;
  const unknown: string[] = [];
  for await (const line of createInterface({ input: engine.stdout ?? ([] as never) })) {
    const event = parsed(line) as LocalEvent | undefined;
    if (event?.event === 'refused') throw new Failure('refused', event.message);
    if (event?.event === 'begins') warnOfUndeclared(output, givenNames, event.declared, 'bundle');
    else if (event?.event === 'line') printLine(output, event);
    else if (event?.event === 'ended') {
      hasEnded = true;
      finishWithOutcome({ output, shell }, outcomeOf(event, began));
    } else unknown.push(line);
  }
  const [code, signal] = await exited;
  if (!hasEnded)
    throw new Failure(
      'refused',
      `The engine ended without an outcome (${signal ?? `exit code ${code}`}): ${lastMessage([...unknown, await ownLog].join('\n'))}`,
    );
  if (shell.signal.aborted) shell.exitCode = EXIT.interrupted;
}

function printLine(output: Output, { at, severity, type, message }: LogLine): void {
  const entry = { severity, logType: type, logTimestamp: at, logMessage: message };
  if (output.wantsData) output.printDataLine(entry);
  else printLogEntry(output, entry);
}

/** The outcome in the shape of the API, without the fields that only a server knows. */
function outcomeOf(event: LocalEvent & { event: 'ended' }, began: number): EndedExecution & Partial<Schema<'JobExecutionStatus'>> {
  const { outcome, startedAt, finishedAt, processedRows, rejectedRows, errorType, errorMessage } = event;
  const time = (at: number): string => new Date(at).toISOString();
  return {
    status: STATUS_OF_OUTCOME[outcome],
    executionStatus: outcome,
    triggerTimestamp: time(began),
    startTimestamp: time(startedAt ?? began),
    finishTimestamp: time(finishedAt),
    ...given({ numberOfProcessedRows: processedRows, numberOfRejectedRows: rejectedRows, errorType, errorMessage }),
  };
}

/** The last message in the engine's own log, which has one JSON object per line. An older engine writes its log to standard output. */
function lastMessage(log: string): string {
  const messages = log.split('\n').flatMap((line) => {
    const message = (parsed(line) as { message?: unknown } | undefined)?.message;
    return typeof message === 'string' ? [oneLine(message)] : [];
  });
  return messages.at(-1) ?? (oneLine(log.trim().split('\n')[0] ?? '') || 'it printed no message');
}

function parsed(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
