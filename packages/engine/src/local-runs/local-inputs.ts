/** Reads and checks the inputs of a local run, given as JSON. No error message repeats a value, because it may be a secret. */
import type { Schema } from '@millrace/contract';
import { looksSecret } from '@millrace/contract/secret-signs';
import { UsageError } from '../program/usage-error.ts';

/** A parameter of a connection, in the shape of the API. */
export type LocalConnectionParameter = { name: string; value: string; encrypted: boolean };

/** A resource: the path of a file, or of the zip of a directory. */
export type LocalResource = { path: string; name: string; directory: boolean };

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
