import { readFile } from 'node:fs/promises';
import { Failure } from './failure.ts';
import { absolutePath, readStdin, type Shell } from './shell.ts';

/** A token of JSON: a text, a number, a word or a sign. */
const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const BLANKS = /[ \t\r\n]*/y;

/**
 * Reads JSON that the caller of a command has given. `source` names it, `advice` says what it must contain. Throws a `Failure` with line and column; it
 * repeats nothing of the text, because values may be secrets.
 */
export function parseJsonText(text: string, source: string, advice = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = positionOfJsonError(text);
    throw new Failure('usage', `${source} is not JSON: see line ${line}, column ${column}.${advice && ` ${advice}`}`);
  }
}

/** Finds where a text stops being JSON. Line and column count from 1. Messages of `JSON.parse` do not always have the position. */
export function positionOfJsonError(text: string): { line: number; column: number } {
  const before = text.slice(0, faultOffset(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function faultOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  // The kind of token that may come next: a value, the name of a field, or a sign.
  let next: 'value' | 'firstItem' | 'name' | 'firstName' | 'colon' | 'separator' = 'value';
  for (let offset = 0; ;) {
    BLANKS.lastIndex = offset;
    offset += BLANKS.exec(text)?.[0].length ?? 0;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return offset;
    const inside = open.at(-1);
    const closes = token === (inside === '{' ? '}' : ']') && inside !== undefined;
    if (closes && (next === 'separator' || next === 'firstItem' || next === 'firstName')) {
      open.pop();
      next = 'separator';
    } else if (next === 'colon' && token === ':') next = 'value';
    else if (next === 'separator' && token === ',' && inside !== undefined) next = inside === '{' ? 'name' : 'value';
    else if ((next === 'name' || next === 'firstName') && token.startsWith('"')) next = 'colon';
    else if ((next === 'value' || next === 'firstItem') && !'}],:'.includes(token)) {
      if (token === '{' || token === '[') open.push(token);
      next = token === '{' ? 'firstName' : token === '[' ? 'firstItem' : 'separator';
    } else return offset;
    offset += token.length;
  }
}

/** Values of context variables. */
export type ParameterValues = Record<string, string | number | boolean | null>;

/** Adds a `name=value` of the command line to the earlier ones; the last value of a name wins. Throws a `Failure` for any other text. */
export function addParameter(assignment: string, before: ParameterValues = {}): ParameterValues {
  const equals = assignment.indexOf('=');
  // The message does not repeat the text, because it may be a secret without a name.
  if (equals < 1) throw new Failure('usage', '--parameter takes name=value, as in --parameter table=airports.');
  return { ...before, [assignment.slice(0, equals)]: assignment.slice(equals + 1) };
}

/** Reads the text of a parameters file, or throws a `Failure`: a JSON object of plain values. */
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

/**
 * The parameters of a command: those of the file, overruled by those of the command line; undefined when there are none. Throws a `Failure` if the file
 * cannot be used.
 */
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

/**
 * Reads a text without blanks, such as a token or an address with a secret, from a file, or from stdin for `-`. `what` names it in the message of the
 * `Failure` that is thrown for any other content.
 */
export async function readWord(path: string, what: string, shell: Pick<Shell, 'stdin' | 'signal' | 'workingFolder'>): Promise<string> {
  const content = path === '-' ? await readStdin(shell) : await readUsedFile(path, shell);
  return requireWord(content.trim(), what);
}

/** Returns a text of printable characters without blanks; throws a `Failure` for any other, which does not repeat the text: it may be a secret. */
export function requireWord(text: string, what: string): string {
  if (/^[\u0021-\u007e]+$/.test(text)) return text;
  throw new Failure('usage', `${what} is empty, or holds blanks or other characters that it cannot have.`);
}

/** Reads a file that the caller named, or throws a `Failure`. */
export async function readUsedFile(path: string, shell: Pick<Shell, 'workingFolder'>): Promise<string> {
  try {
    return await readFile(absolutePath(path, shell), 'utf8');
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${(error as { code?: string }).code ?? String(error)}.`);
  }
}
