/** What the type of a declared parameter means. Pure: the server checks values by it at publish and start, the engine where a bundle is tried out. */

/** A parameter as an artifact declares it; artifacts of old may lack the type. */
export type DeclaredParameter = { name: string; type?: string; value?: string; required?: boolean };

type Kind = { expected: string; form: RegExp };

const WHOLE: Kind = { expected: 'a whole number such as 42', form: /^[+-]?\d+$/ };
const NUMBER: Kind = { expected: 'a number such as 42 or 0.5', form: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i };
const BOOLEAN: Kind = { expected: 'true or false', form: /^(?:true|false)$/i };

/** The types whose values have a form. Studio writes them as `id_Integer`; any other type takes every text. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...['int', 'integer', 'long', 'short', 'byte'].map((type) => [type, WHOLE] as const),
  ...['number', 'float', 'double', 'decimal', 'bigdecimal'].map((type) => [type, NUMBER] as const),
  ...['boolean', 'bool'].map((type) => [type, BOOLEAN] as const),
]);

const SECRET: ReadonlySet<string> = new Set(['password', 'secret']);

const plain = (type: string | undefined): string => (type ?? '').toLowerCase().replace(/^id_/, '');

/** Whether logs must not show values of the type. */
export const isSecretType = (type: string | undefined): boolean => SECRET.has(plain(type));

/**
 * Says of the values of declared parameters which do not fit their types, such as `limit (int) must be a whole number such as 42`; undefined where all
 * fit. An empty value is none, and a parameter that is not declared may be anything. No value is repeated: it may be a secret.
 */
export function typeFault(declared: readonly DeclaredParameter[], values: Readonly<Record<string, string>>): string | undefined {
  const faults = declared.flatMap(({ name, type }) => {
    const kind = KINDS.get(plain(type));
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return !kind || !value || kind.form.test(value) ? [] : [`${name} (${type}) must be ${kind.expected}`];
  });
  return faults.length > 0 ? faults.join(', ') : undefined;
}

/** Says which values that parameters are declared with do not fit their types, as `typeFault` does. */
export const defaultFault = (declared: readonly DeclaredParameter[]): string | undefined => typeFault(declared, defaultsOf(declared));

/** The values that parameters are declared with. */
export const defaultsOf = (declared: readonly DeclaredParameter[]): Record<string, string> =>
  Object.fromEntries(declared.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));

/** The required parameters that have no value, or an empty one; those of `brought` get theirs from elsewhere, such as a connection. */
export function missingParameters(
  declared: readonly DeclaredParameter[],
  values: Readonly<Record<string, string>>,
  brought: ReadonlySet<string>,
): string[] {
  const hasValue = (name: string): boolean => brought.has(name) || (Object.hasOwn(values, name) && values[name] !== '');
  return declared.filter((one) => one.required && !hasValue(one.name)).map((one) => one.name);
}
