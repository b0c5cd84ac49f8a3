/** Judges the values of parameters by their declarations: wrong types, secrets, missing values and undeclared names. */

import { nearest } from './nearest.ts';
import { looksSecret } from './secret-signs.ts';

/** A parameter as an artifact declares it; older artifacts may lack the type. */
export type DeclaredParameter = { name: string; type?: string; value?: string; required?: boolean; secret?: boolean };

type Kind = { expected: string; form: RegExp };

const WHOLE: Kind = { expected: 'a whole number such as 42', form: /^[+-]?\d+$/ };
const NUMBER: Kind = { expected: 'a number such as 42 or 0.5', form: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i };
const BOOLEAN: Kind = { expected: 'true or false', form: /^(?:true|false)$/i };

/** The types that restrict their values. Studio writes them as `id_Integer`; any other type accepts every text. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...['int', 'integer', 'long', 'short', 'byte'].map((type) => [type, WHOLE] as const),
  ...['number', 'float', 'double', 'decimal', 'bigdecimal'].map((type) => [type, NUMBER] as const),
  ...['boolean', 'bool'].map((type) => [type, BOOLEAN] as const),
]);

const SECRET_TYPES: ReadonlySet<string> = new Set(['password', 'secret']);

const normalized = (type: string | undefined): string => (type ?? '').toLowerCase().replace(/^id_/, '');

/** Returns whether logs must not show values of the type. */
export const isSecretType = (type: string | undefined): boolean => SECRET_TYPES.has(normalized(type));

/**
 * Returns whether logs and answers must not show the value of a parameter. The author decides by the type, or by `secret` where the name or the value
 * only looks like a secret; without either, and for a parameter that is not declared, these signs decide.
 */
export function isSecretParameter(declared: DeclaredParameter | undefined, name: string, value: string): boolean {
  if (isSecretType(declared?.type)) return true;
  return declared?.secret ?? looksSecret(name, value);
}

/** A value that fits the type of a parameter and that is no secret by itself: only the declaration and the name decide. */
function plainValueOf(type: string | undefined): string {
  const kind = KINDS.get(normalized(type));
  return kind === BOOLEAN ? 'true' : kind ? '1' : 'x';
}

/** Returns whether a declared parameter takes secrets, by its type, its field `secret` or its name, before anybody gives it a value. */
export const takesSecrets = (declared: DeclaredParameter): boolean =>
  isSecretParameter(declared, declared.name, plainValueOf(declared.type));

/** Returns whether the value of a parameter is secret in one of the contexts of a job archive. */
export const hasSecretContext = (parameter: DeclaredParameter, contextValues: Readonly<Record<string, string>>): boolean =>
  Object.values(contextValues).some((value) => isSecretParameter(parameter, parameter.name, value));

/** Returns the names of those values that are secret. */
export function secretNames(declared: readonly DeclaredParameter[], values: Readonly<Record<string, string>>): string[] {
  const byName = new Map(declared.map((one) => [one.name, one]));
  return Object.entries(values).flatMap(([name, value]) => (isSecretParameter(byName.get(name), name, value) ? [name] : []));
}

/**
 * Describes the values that do not match the types of their parameters, for example `limit (int) must be a whole number such as 42`; undefined when
 * all match. Empty values and undeclared parameters are not checked. The text repeats no value, because a value may be a secret.
 */
export function typeFault(declared: readonly DeclaredParameter[], values: Readonly<Record<string, string>>): string | undefined {
  const faults = declared.flatMap(({ name, type }) => {
    const kind = KINDS.get(normalized(type));
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return !kind || !value || kind.form.test(value) ? [] : [`${name} (${type}) must be ${kind.expected}`];
  });
  return faults.length > 0 ? faults.join(', ') : undefined;
}

/** Describes the declared values that do not match their types, as `typeFault` does; undefined if all do. */
export const defaultFault = (declared: readonly DeclaredParameter[]): string | undefined => typeFault(declared, defaultsOf(declared));

/** Returns the declared values by the names of their parameters. */
export const defaultsOf = (declared: readonly DeclaredParameter[]): Record<string, string> =>
  Object.fromEntries(declared.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));

/** Lists the required parameters without a value or with an empty one. Those in `provided` get a value from elsewhere, for example a connection. */
export function missingParameters(
  declared: readonly DeclaredParameter[],
  values: Readonly<Record<string, string>>,
  provided: ReadonlySet<string>,
): string[] {
  const hasValue = (name: string): boolean => provided.has(name) || (Object.hasOwn(values, name) && values[name] !== '');
  return declared.filter(({ name, required }) => required && !hasValue(name)).map(({ name }) => name);
}

/** At most so many warnings name a parameter, and one more says how many there are beyond: each name is compared with the declared ones. */
const MOST_WARNINGS = 5;
/** Names with more characters are not compared, and a name is compared with at most so many declared ones: a comparison takes about 50 microseconds. */
const [COMPARED_CHARACTERS, COMPARED_NAMES] = [64, 200];

/**
 * Warns of names that are not declared: each is either a custom parameter or a misspelt name. Without any declared parameter there is nothing to compare
 * with. `prefix` stands before each warning.
 */
export function undeclaredWarnings(declared: readonly { name: string }[], given: readonly string[], prefix = ''): string[] {
  const known = new Set(declared.map(({ name }) => name));
  const undeclared = known.size === 0 ? [] : given.filter((name) => !known.has(name));
  const compared = [...known].filter((name) => name.length <= COMPARED_CHARACTERS).slice(0, COMPARED_NAMES);
  const warnings = undeclared.slice(0, MOST_WARNINGS).map((name) => {
    const similar = name.length > COMPARED_CHARACTERS ? undefined : nearest(name, compared);
    const hint = similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`;
    return `${prefix}The artifact declares no parameter ${JSON.stringify(name)}; it is passed on as a custom one.${hint}`;
  });
  return undeclared.length > MOST_WARNINGS
    ? [...warnings, `${prefix}The artifact does not declare ${undeclared.length - MOST_WARNINGS} further parameters.`]
    : warnings;
}

/** The field of an answer with warnings; none without warnings. */
export const withWarnings = (warnings: string[]): { warnings?: string[] } => (warnings.length > 0 ? { warnings } : {});
