/** Creates the claim of a local run from its inputs, as a control plane would for a task of the bundle. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Schema } from '@millrace/contract';
import { defaultsOf, missingParameters, secretNames, typeFault } from '@millrace/contract/parameters';
import { looksSecret } from '@millrace/contract/secret-signs';
import { readManifest } from '@millrace/wire/bundle-manifest';
import { BundleError, type BundleManifest, NOOP_COMMAND } from '@millrace/wire/bundles';
import { withEntries } from '@millrace/wire/zip-entries';
import { TEMPORARY_FOLDER } from '../bundles/command.ts';
import { messageOf } from '../program/own-log.ts';
import { UsageError } from '../program/usage-error.ts';

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
  const raw = objectOf(text.trim() === '' ? {} : parsed(text), 'The input must be a JSON object');
  const unknown = Object.keys(raw).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new UsageError(`The input holds ${JSON.stringify(unknown)}: it may hold ${KEYS.join(', ')}`);
  const { timeoutMinutes, logLevel = 'INFO', contextName } = raw;
  if (contextName !== undefined && typeof contextName !== 'string') throw new UsageError('"contextName" must be a text');
  const level = LOG_LEVELS.find((one) => one === logLevel);
  if (!level) throw new UsageError(`"logLevel" must be one of ${LOG_LEVELS.join(', ')}`);
  if (timeoutMinutes !== undefined && !(Number.isSafeInteger(timeoutMinutes) && (timeoutMinutes as number) >= 1))
    throw new UsageError('"timeoutMinutes" must be a whole number of at least 1');
  return {
    parameters: Object.fromEntries(entriesOf(raw, 'parameters').flatMap(([name, value]) => parameterEntries(name, value))),
    connections: mapped(raw, 'connections', connectionOf),
    resources: mapped(raw, 'resources', resourceOf),
    logLevel: level,
    ...(timeoutMinutes !== undefined && { timeoutMinutes: timeoutMinutes as number }),
    ...(contextName !== undefined && { contextName }),
  };
}

/** The entry of a parameter, with its value as a text; none for null, which means absent, as in the API. */
function parameterEntries(name: string, value: unknown): [string, string][] {
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
  Object.entries(objectOf(raw[key] ?? {}, `${JSON.stringify(key)} must be a JSON object`));

/** Returns an object; throws a `UsageError` with this message for other values. */
function objectOf(value: unknown, message: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The input is not JSON');
  }
}

/** The run cannot start: a file cannot be read, or a control plane would have refused the bundle or the start. The message has the reason. */
export class Refusal extends Error {}

/** A claim, the manifest of its bundle, and the paths of content by its SHA-256. */
type LocalClaim = { claim: Schema<'ClaimedExecution'>; manifest: BundleManifest; paths: ReadonlyMap<string, string> };

/** Creates the claim of a bundle. Throws a `Refusal`. */
export async function localClaim(zip: string, inputs: LocalInputs): Promise<LocalClaim> {
  const manifest = await manifestOf(zip);
  const connectionParameters = Object.entries(inputs.connections).flatMap(([application, parameters]) =>
    parameters.map((one) => ({ ...one, name: `connection_${application}_${one.name}` })),
  );
  const { contextName } = inputs;
  const contexts = manifest.contexts ?? [];
  if (contextName !== undefined && !contexts.includes(contextName))
    throw new Refusal(
      `The bundle has no context ${JSON.stringify(contextName)}: ${contexts.length > 0 ? `it has ${contexts.join(', ')}` : 'only a job archive has contexts'}.`,
    );
  // A job archive has the values of its contexts itself.
  const defaults = manifest.layout === 'job-archive' ? {} : defaultsOf(manifest.parameters);
  const parameters = { ...defaults, ...inputs.parameters };
  requireUsableParameters(manifest, parameters, [...connectionParameters.map(({ name }) => name), ...Object.keys(inputs.resources)]);
  const secretParameters = [
    ...connectionParameters.filter(({ encrypted }) => encrypted).map(({ name }) => name),
    ...secretNames(manifest.parameters, parameters),
  ];
  const paths = new Map<string, string>();
  const contentOf = async (path: string): Promise<{ hash: string; size: number }> => {
    const content = await hashed(path);
    paths.set(content.hash, path);
    return content;
  };
  const resources: Schema<'ClaimedResource'>[] = [];
  for (const [variable, { path, name, directory }] of Object.entries(inputs.resources))
    resources.push({ variable, name, file: !directory, ...(await contentOf(path)) });
  const name = manifest.name ?? basename(zip);
  const claim: Schema<'ClaimedExecution'> = {
    executionId: randomUUID(),
    fence: 1,
    taskId: randomUUID(),
    taskName: name,
    runner: manifest.run?.join(' ') === NOOP_COMMAND ? 'inline' : 'process',
    bundle: { ...(await contentOf(zip)), layout: manifest.layout, name, version: manifest.version ?? '0.1.0' },
    parameters: { ...parameters, ...Object.fromEntries(connectionParameters.map((one) => [one.name, one.value])) },
    ...(secretParameters.length > 0 && { secretParameters }),
    resources,
    ...(contextName !== undefined && { contextName }),
    logLevel: inputs.logLevel,
    ...(inputs.timeoutMinutes !== undefined && { timeoutMinutes: inputs.timeoutMinutes }),
  };
  return { claim, manifest, paths };
}

async function manifestOf(zip: string): Promise<BundleManifest> {
  try {
    return await withEntries(zip, readManifest);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new Refusal(`${zip} cannot be read: ${error.message}`, { cause: error });
    const reason = error instanceof BundleError ? error.message : `it is not a readable zip, ${messageOf(error)}`;
    throw new Refusal(`The bundle is refused: ${reason}.`, { cause: error });
  }
}

function requireUsableParameters(manifest: BundleManifest, parameters: Record<string, string>, otherNames: readonly string[]): void {
  const missing = missingParameters(manifest.parameters, parameters, new Set([TEMPORARY_FOLDER, ...otherNames]));
  if (missing.length > 0) throw new Refusal(`The bundle needs a value for ${missing.join(', ')}.`);
  const fault = typeFault(manifest.parameters, parameters);
  if (fault !== undefined) throw new Refusal(`Parameters do not fit what the bundle declares: ${fault}.`);
}

async function hashed(path: string): Promise<{ hash: string; size: number }> {
  try {
    const digest = createHash('sha256');
    await pipeline(createReadStream(path), digest);
    return { hash: digest.digest('hex'), size: (await stat(path)).size };
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
