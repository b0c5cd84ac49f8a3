import { readFile } from 'node:fs/promises';

import { Failure } from './failure.ts';
import { parseJsonText } from './json-text.ts';
import { absolutePath, readStdin, type Shell } from './shell.ts';

/** Values of context variables. */
export type ParameterValues = Record<string, string | number | boolean | null>;

/** Adds a `name=value` of the command line to the earlier ones; the last value of a name wins. */
export function addParameter(assignment: string, before: ParameterValues = {}): ParameterValues {
  const equals = assignment.indexOf('=');
  // The message does not repeat the text, because it may be a secret without a name.
  if (equals < 1) throw new Failure('usage', '--parameter takes name=value, as in --parameter table=airports.');
  return { ...before, [assignment.slice(0, equals)]: assignment.slice(equals + 1) };
}

/** Reads the text of a parameters file: a JSON object of plain values. */
export function parseParameters(json: string, name: string): ParameterValues {
  const values = parseJsonText(json, name, 'It must contain an object such as {"table": "airports"}.');
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new Failure('usage', `${name} must contain a JSON object such as {"table": "airports"}.`);
  }
  const invalid = Object.entries(values).find(([, value]) => typeof value === 'object' && value !== null);
  if (invalid)
    throw new Failure('usage', `${name}: the value of ${JSON.stringify(invalid[0])} has to be a text, a number, true, false or null.`);
  return values as ParameterValues;
}

/** The parameters of a command: those of the file, overruled by those of the command line; undefined when there are none. */
export async function readParameters(
  options: { parameter?: ParameterValues; parametersFile?: string },
  shell: Pick<Shell, 'stdin' | 'signal' | 'workingFolder'>,
): Promise<ParameterValues | undefined> {
  if (options.parametersFile === undefined) return options.parameter;
  const fromStdin = options.parametersFile === '-';
  const name = fromStdin ? 'The parameters on stdin' : options.parametersFile;
  const json = fromStdin ? await readStdin(shell) : await readUsedFile(options.parametersFile, shell);
  return { ...parseParameters(json, name), ...options.parameter };
}

/** Reads a file that the caller named. */
export async function readUsedFile(path: string, shell: Pick<Shell, 'workingFolder'>): Promise<string> {
  try {
    return await readFile(absolutePath(path, shell), 'utf8');
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${(error as { code?: string }).code ?? String(error)}.`);
  }
}
