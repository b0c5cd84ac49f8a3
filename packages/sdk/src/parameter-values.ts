import { existsSync, readFileSync } from 'node:fs';

/** A parameter by its declared type: a number, `true` or `false`, or a text. */
export type ParameterValue = string | number | boolean;

/** The run has no such parameter or connection, or the value of a parameter does not fit its declared type. */
export class ParameterError extends Error {
  override name = 'ParameterError';
}

/** The types whose whole numbers must keep all their digits. */
const EXACT = new Set(['int', 'integer', 'long', 'short', 'byte', 'decimal', 'bigdecimal']);
/** The types whose values may be rounded to a number of JavaScript. */
const ROUNDED = new Set(['number', 'float', 'double']);
const BOOLEANS = new Set(['boolean', 'bool']);

/** Reads the declared types of the parameters from a `millrace.json`, by their names; none where the file is missing. */
export function declaredTypes(manifest: string): Map<string, string> {
  if (!existsSync(manifest)) return new Map();
  const { parameters = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as { parameters?: { name: string; type?: string }[] };
  return new Map(parameters.map(({ name, type = 'string' }) => [name, type.toLowerCase().replace(/^id_/, '')]));
}

/** Converts a text by its declared type, or throws a `ParameterError`. */
export function valueOf(name: string, type: string | undefined, text: string): ParameterValue {
  if (BOOLEANS.has(type ?? '')) return text.toLowerCase() === 'true';
  const isExact = EXACT.has(type ?? '');
  if (!isExact && !ROUNDED.has(type ?? '')) return text;
  const value = Number(text);
  if (Number.isNaN(value)) throw new ParameterError(`The parameter ${name} (${type}) is not a number`);
  if (isExact && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ParameterError(`The parameter ${name} (${type}) has more digits than a number of JavaScript keeps: read run.text('${name}')`);
  return value;
}
