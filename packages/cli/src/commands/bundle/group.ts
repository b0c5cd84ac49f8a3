import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { LocalInput } from '@millrace/wire/local-runs';
import { Failure } from '../../failure.ts';
import { group, localCommand } from '../../command-builders.ts';
import { addParameter, parseJsonText, readParameters, readUsedFile } from '../../input.ts';
import { readWholeNumber } from '../../option-values.ts';
import { absolutePath, type Shell, temporaryFolder } from '../../shell.ts';
import { requireBundleFolder, type PackContext, packFolder, withBundleZip } from '../artifact/bundle-folder.ts';
import { followEngine, startEngine } from './engine-program.ts';

/** Connections and resources in the input format of the engine. */
type Inputs = Required<Pick<LocalInput, 'connections' | 'resources'>>;

const EXAMPLE =
  '{"connections": {"postgresql": [{"name": "host", "value": "127.0.0.1"}]}, "resources": {"resource_file_codes": "codes.csv"}}';
const ADVICE = `It must contain JSON such as ${EXAMPLE}.`;

/**
 * Reads a file of connections and resources. "variable" names an environment variable with the value of a connection parameter. Paths are relative to
 * the folder of the file. A folder is packed into a zip in `scratch`.
 */
async function readInputs(file: string, scratch: string, context: PackContext): Promise<Inputs> {
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

/** `millrace bundle run`: runs a bundle on this machine by the local engine, without a server. */
const runBundle = localCommand('run', {
  description:
    'Run a zip or a folder on this machine, without a server\n\nThe engine on this machine runs the bundle in the same way as for a server. The outcome is the exit code. Ctrl-C stops the run, as `millrace execution stop` does. With --json each line is one JSON value: the log entries, and last the outcome.',
  arguments: { '<zip or folder>': 'a bundle: millrace.json or jobInfo.properties is at its root' },
  options: {
    '--parameter <name=value>': { text: 'value of a parameter; may be repeated', parse: addParameter },
    '--parameters-file <file>': 'JSON object of parameters, - for stdin; use it for secrets',
    '--inputs-file <file>': 'JSON object of connections and resources (docs/bundles.md)',
    '--context <name>': 'the context of a job archive (default: that of the archive)',
    '--timeout <minutes>': { text: 'end a run that takes longer', parse: readWholeNumber },
  },
  examples: ['millrace bundle run .', 'millrace bundle run ./load-airports --parameters-file secrets.json --inputs-file inputs.json'],
  async run({ output, shell, options }, path: string) {
    const context = { shell, output };
    const parameters = (await readParameters(options, shell)) ?? {};
    const scratch = await mkdtemp(join(temporaryFolder(shell), 'millrace-'));
    try {
      const inputs = options.inputsFile === undefined ? {} : await readInputs(options.inputsFile, scratch, context);
      const timeout = options.timeout !== undefined && { timeoutMinutes: options.timeout };
      await withBundleZip(path, context, async (zip) => {
        const contextName = options.context !== undefined && { contextName: options.context };
        const input: LocalInput = { parameters, ...inputs, ...timeout, ...contextName };
        const engine = await startEngine(['try', zip.path], JSON.stringify(input), shell);
        await followEngine(engine, { ...context, givenNames: Object.keys(parameters) });
      });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
});

/** `millrace bundle pack`: writes the zip that publishing a folder uploads. */
const packBundle = localCommand('pack', {
  description:
    'Pack a folder as a zip, as publishing it does\n\nThe zip has all files of the folder but .git. `millrace artifact publish` and `millrace bundle run` accept it; `millrace apply` reads it beside the file of a version.',
  arguments: {
    '<folder>': 'a bundle: millrace.json or jobInfo.properties is at its root',
    '<zip>': 'the file to write; one that exists is replaced',
  },
  examples: ['millrace bundle pack ./load-airports load-airports.zip'],
  async run({ output, shell }, folder: string, zip: string) {
    const [from, to] = [absolutePath(folder, shell), absolutePath(zip, shell)];
    if (!(await stat(from).catch(() => undefined))?.isDirectory()) throw new Failure('usage', `${folder} is not a folder.`);
    if (!relative(from, to).startsWith('..'))
      throw new Failure('usage', `${zip} is inside ${folder}: the next zip would contain it. Name a file outside of the folder.`);
    await requireBundleFolder(folder, shell);
    // An interruption leaves an earlier zip as it was.
    const unfinished = `${to}.unfinished`;
    try {
      await packFolder(from, unfinished, { shell, output });
      await rename(unfinished, to);
    } catch (error) {
      await rm(unfinished, { force: true });
      if (error instanceof Failure) throw error;
      throw new Failure('usage', `${zip} cannot be written: ${(error as { code?: string }).code ?? String(error)}.`);
    }
    const { size } = await stat(to);
    return output.printResult({ path: zip, size }, `Packed ${folder} as ${zip}.`);
  },
});

/** `millrace bundle`. */
export const bundleGroup = group('bundle', 'Try bundles out on this machine, and pack them', [runBundle, packBundle]);
