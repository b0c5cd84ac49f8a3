import { existsSync, readFileSync } from 'node:fs';

/** A parameter by its declared type: a number, `true` or `false`, or a text. */
export type ParameterValue = string | number | boolean;

/** The run has no such parameter or connection, or the value of a parameter does not fit its declared type. */
export class ParameterError extends Error {
  override name = 'ParameterError';
}

/** The types of whole numbers. */
const WHOLE = new Set(['int', 'integer', 'long', 'short', 'byte']);
/** The types whose whole numbers must keep all their digits. */
const EXACT = new Set([...WHOLE, 'decimal', 'bigdecimal']);
/** The types whose values may be rounded to a number of JavaScript. */
const ROUNDED = new Set(['number', 'float', 'double']);
const BOOLEANS = new Set(['boolean', 'bool']);

/** Reads the declared types of the parameters from a `millrace.json`, by their names; none where the file is missing. */
export function declaredTypes(manifest: string): Map<string, string> {
  if (!existsSync(manifest)) return new Map();
  const { parameters = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as { parameters?: { name: string; type?: string }[] };
  return new Map(parameters.map(({ name, type = 'string' }) => [name, type.toLowerCase().replace(/^id_/, '')]));
}

/** Forms of numbers that the server accepts, too. `Number` also reads `0x10` and a text of spaces. */
const [WHOLE_FORM, NUMBER_FORM] = [/^[+-]?\d+$/, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i];

/** Converts a text by its declared type, or throws a `ParameterError`, which does not contain the text, because it may be secret. */
export function valueOf(name: string, type: string | undefined, text: string): ParameterValue {
  const misfit = (expected: string): ParameterError => new ParameterError(`The parameter ${name} (${type}) is not ${expected}`);
  if (BOOLEANS.has(type ?? '')) {
    if (!/^(?:true|false)$/i.test(text)) throw misfit('true or false');
    return text.toLowerCase() === 'true';
  }
  const isExact = EXACT.has(type ?? '');
  if (!isExact && !ROUNDED.has(type ?? '')) return text;
  if (WHOLE.has(type ?? '') && !WHOLE_FORM.test(text)) throw misfit('a whole number');
  if (!NUMBER_FORM.test(text)) throw misfit('a number');
  const value = Number(text);
  if (!Number.isFinite(value)) throw misfit('a number that JavaScript can represent');
  if (isExact && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ParameterError(`The parameter ${name} (${type}) has more digits than a number of JavaScript keeps: read run.text('${name}')`);
  return value;
}
