import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { LocalInput } from '@millrace/wire/local-runs';
import { Failure } from '../../failure.ts';
import { parseJsonText } from '../../json-text.ts';
import { readUsedFile } from '../../parameters.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { type PackContext, packFolder } from '../artifact/bundle-folder.ts';

/** Connections and resources in the input format of the engine. */
type Inputs = Required<Pick<LocalInput, 'connections' | 'resources'>>;

const EXAMPLE =
  '{"connections": {"postgresql": [{"name": "host", "value": "127.0.0.1"}]}, "resources": {"resource_file_codes": "codes.csv"}}';
const ADVICE = `It must contain JSON such as ${EXAMPLE}.`;

/**
 * Reads a file of connections and resources. "variable" names an environment variable with the value of a connection parameter. Paths are relative to
 * the folder of the file. A folder is packed into a zip in `scratch`.
 */
export async function readInputs(file: string, scratch: string, context: PackContext): Promise<Inputs> {
  const { shell } = context;
  const { connections = {}, resources = {}, ...unknown } = objectOf(parseJsonText(await readUsedFile(file, shell), file, ADVICE), file);
  const [first] = Object.keys(unknown);
  if (first !== undefined)
    throw new Failure('usage', `${file} contains ${JSON.stringify(first)}: only "connections" and "resources" are allowed.`);
  const inputs: Inputs = { connections: {}, resources: {} };
  for (const [application, parameters] of Object.entries(objectOf(connections, file))) {
    if (!Array.isArray(parameters)) throw malformed(file);
    inputs.connections[application] = parameters.map((parameter) => connectionParameter(parameter, file, shell.env));
  }
  for (const [index, [variable, path]] of Object.entries(objectOf(resources, file)).entries()) {
    if (typeof path !== 'string') throw malformed(file);
    const resourcePath = resolve(dirname(absolutePath(file, shell)), path);
    inputs.resources[variable] = await resourceAt(resourcePath, join(scratch, `resource-${index}.zip`), context);
  }
  return inputs;
}

function connectionParameter(parameter: unknown, file: string, env: Shell['env']): Inputs['connections'][string][number] {
  const { name, value, variable, encrypted = false } = objectOf(parameter, file);
  if (typeof name !== 'string' || typeof encrypted !== 'boolean' || (value === undefined) === (variable === undefined))
    throw malformed(file);
  if (typeof value === 'object') throw malformed(file);
  if (variable === undefined) return { name, value: String(value), encrypted };
  const found = typeof variable === 'string' ? env[variable] : undefined;
  if (found === undefined)
    throw new Failure('usage', `${file}: the environment has no variable ${String(variable)} for the parameter ${name}.`);
  return { name, value: found, encrypted };
}

async function resourceAt(path: string, zip: string, context: PackContext): Promise<Inputs['resources'][string]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Failure('usage', `The resource ${path} does not exist or cannot be read.`);
  if (!found.isDirectory()) return { path, name: basename(path), directory: false };
  await packFolder(path, zip, context);
  return { path: zip, name: basename(path), directory: true };
}

function objectOf(value: unknown, file: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(file);
  return value as Record<string, unknown>;
}

/** The message does not repeat the content of the file, because values may be secrets. */
const malformed = (file: string): Failure => new Failure('usage', `${file} must contain JSON such as ${EXAMPLE}.`);
