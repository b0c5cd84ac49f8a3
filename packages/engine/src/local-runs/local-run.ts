/** Runs a bundle on this machine without a control plane, with the code that an engine uses for every run. No message about its inputs repeats a value. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Schema } from '@millrace/contract';
import { looksSecret } from '@millrace/contract/secret-signs';
import type { LocalEvent } from '@millrace/wire/local-runs';
import { decodeChunk } from '@millrace/wire/log-chunks';
import { NO_TRACING } from '@millrace/wire/tracing';
import { Reporter } from '../control-plane/reporter.ts';
import type { IsolationSettings } from '../isolation/choose-isolation.ts';
import type { TaskLimits } from '../limits/cgroups.ts';
import type { OwnLog } from '../program/own-log.ts';
import { UsageError } from '../program/usage-error.ts';
import { Execution } from '../runs/execution.ts';
import { openMachine } from '../runs/machine.ts';
import { localClaim } from './claim.ts';

/** A parameter of a connection, in the shape of the API. */
type LocalConnectionParameter = { name: string; value: string; encrypted: boolean };

/** A resource: the path of a file, or of the zip of a directory. */
type LocalResource = { path: string; name: string; directory: boolean };

/** The inputs of a local run beside its bundle. */
export type LocalInputs = {
  parameters: Record<string, string>;
  /** By application, as in the parameters of a task. */
  connections: Record<string, LocalConnectionParameter[]>;
  resources: Record<string, LocalResource>;
  logLevel: Schema<'ClaimedExecution'>['logLevel'];
  timeoutMinutes?: number;
  contextName?: string;
};

const KEYS = ['parameters', 'connections', 'resources', 'logLevel', 'timeoutMinutes', 'contextName'];
const LOG_LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO'] as const;

/** Reads the inputs of a local run; an empty text means no inputs. Throws a `UsageError` for malformed inputs. */
export function readLocalInputs(text: string): LocalInputs {
  const raw = objectOf(text.trim() === '' ? {} : parsed(text), 'The input');
  const unknown = Object.keys(raw).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new UsageError(`The input holds ${JSON.stringify(unknown)}: it may hold ${KEYS.join(', ')}`);
  const { timeoutMinutes, logLevel = 'INFO', contextName } = raw;
  if (contextName !== undefined && typeof contextName !== 'string') throw new UsageError('"contextName" must be a text');
  const level = LOG_LEVELS.find((one) => one === logLevel);
  if (!level) throw new UsageError(`"logLevel" must be one of ${LOG_LEVELS.join(', ')}`);
  if (timeoutMinutes !== undefined && !(Number.isSafeInteger(timeoutMinutes) && (timeoutMinutes as number) >= 1))
    throw new UsageError('"timeoutMinutes" must be a whole number of at least 1');
  return {
    parameters: Object.fromEntries(entriesOf(raw, 'parameters').flatMap(([name, value]) => textOf(name, value))),
    connections: mapped(raw, 'connections', connectionOf),
    resources: mapped(raw, 'resources', resourceOf),
    logLevel: level,
    ...(timeoutMinutes !== undefined && { timeoutMinutes: timeoutMinutes as number }),
    ...(contextName !== undefined && { contextName }),
  };
}

/** Turns the value of a parameter into a text; null means absent, as in the API. */
function textOf(name: string, value: unknown): [string, string][] {
  if (value === null) return [];
  if (typeof value === 'object')
    throw new UsageError(`The parameter ${JSON.stringify(name)} must be a text, a number, true, false or null`);
  return [[name, String(value)]];
}

function connectionOf(application: string, value: unknown): LocalConnectionParameter[] {
  const shape = `The connection ${JSON.stringify(application)} must be a list such as [{"name": "host", "value": "127.0.0.1"}]`;
  if (!Array.isArray(value)) throw new UsageError(shape);
  return value.map((one: unknown) => {
    const { name, value: text, encrypted = looksSecret(String(name), String(text)) } = objectOf(one, shape);
    if (typeof name !== 'string' || name === '' || typeof text !== 'string' || typeof encrypted !== 'boolean') throw new UsageError(shape);
    return { name, value: text, encrypted };
  });
}

function resourceOf(variable: string, value: unknown): LocalResource {
  const shape = `The resource ${JSON.stringify(variable)} must be an object such as {"path": "/data/codes.csv", "name": "codes.csv"}`;
  const { path, name, directory = false } = objectOf(value, shape);
  if (typeof path !== 'string' || typeof name !== 'string' || typeof directory !== 'boolean') throw new UsageError(shape);
  return { path, name, directory };
}

const mapped = <T>(raw: Record<string, unknown>, key: string, read: (name: string, value: unknown) => T): Record<string, T> =>
  Object.fromEntries(entriesOf(raw, key).map(([name, value]) => [name, read(name, value)]));

const entriesOf = (raw: Record<string, unknown>, key: string): [string, unknown][] =>
  Object.entries(objectOf(raw[key] ?? {}, JSON.stringify(key)));

/** Returns an object; throws a `UsageError` for other values. `description` is the name of the value, or the whole message of the error. */
function objectOf(value: unknown, description: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(description.includes(' must be ') ? description : `${description} must be a JSON object`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The input is not JSON');
  }
}

/** Options of a local run. Tests shorten the times. */
type LocalRunOptions = {
  zip: string;
  inputs: LocalInputs;
  environment: NodeJS.ProcessEnv;
  isolation: IsolationSettings;
  limits: TaskLimits;
  log: OwnLog;
  emit: (event: LocalEvent) => void;
  /** Ends the task after a grace period. */
  stop: AbortSignal;
  /** Kills the task at once; no further events are emitted. */
  abandon: AbortSignal;
  killAfterMilliseconds?: number;
  timeoutUnitMilliseconds?: number;
};

/** Runs a bundle. Resolves when its processes and files are gone; rejects with a `Refusal` if a control plane would have refused it. */
export async function runLocally(options: LocalRunOptions): Promise<void> {
  const { zip, inputs, environment, isolation, limits, log, emit, stop, abandon } = options;
  const { claim, manifest, paths } = await localClaim(zip, inputs);
  const folder = await mkdtemp(join(tmpdir(), 'millrace-run-'));
  const ending = new AbortController();
  // Keeps this process alive: neither the spawner's thread nor an open call does.
  const keepAlive = setInterval(() => {}, 3_600_000);
  const fetch = (hash: string): Promise<ReadableStream<Uint8Array>> =>
    Promise.resolve(Readable.toWeb(createReadStream(paths.get(hash) ?? '')) as ReadableStream<Uint8Array>);
  try {
    const machine = await openMachine({ folder, environment, log, isolation, limits, fetch, signal: ending.signal });
    try {
      const { name, version } = claim.bundle;
      emit({ event: 'begins', name, version, declared: manifest.parameters.map((one) => one.name) });
      const execution = new Execution(claim, {
        ...machine,
        name: hostname(),
        health: { began: () => {}, failed: () => {} },
        reporter: new Reporter({ protocol: eventReceiver(emit), log, signal: ending.signal, deleted: () => {} }),
        log,
        tracing: NO_TRACING,
        killAfterMilliseconds: options.killAfterMilliseconds ?? 10_000,
        timeoutUnitMilliseconds: options.timeoutUnitMilliseconds ?? 60_000,
        ended: () => {},
      });
      onAbort(stop, () => execution.stop('terminated'));
      onAbort(abandon, () => execution.abandon());
      await execution.done;
    } finally {
      ending.abort(new Error('The run is over'));
      await machine.close();
    }
  } finally {
    clearInterval(keepAlive);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Receives reports in place of a control plane, and emits them as events. */
function eventReceiver(emit: (event: LocalEvent) => void): ConstructorParameters<typeof Reporter>[0]['protocol'] {
  let startedAt: number | undefined;
  return {
    online: true,
    report({ starts = [], logs = [], finishes = [] }) {
      for (const start of starts) startedAt = start.startedAt;
      for (const { chunk } of logs) for (const line of decodeChunk(Buffer.from(chunk, 'base64'))) emit({ event: 'line', ...line });
      for (const { executionId: _id, fence: _fence, ...finish } of finishes)
        emit({ event: 'ended', ...(startedAt !== undefined && { startedAt }), ...finish });
      return Promise.resolve({ refused: [] });
    },
  };
}

function onAbort(signal: AbortSignal, action: () => void): void {
  if (signal.aborted) action();
  else signal.addEventListener('abort', action, { once: true });
}
