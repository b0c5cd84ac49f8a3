/** The parameters that differ between two versions of an artifact. */
import type { Schema } from '@millrace/contract';

type Parameter = Schema<'ArtifactParameter'>;

/** One parameter that differs: it is new, was removed, or has another type or default value, or is now required or optional. */
export type ParameterChange = { name: string; before: Parameter | undefined; after: Parameter | undefined };

/** The parameters that differ, in the order of the newer version; removed ones come last. */
export function changesOf(before: readonly Parameter[], after: readonly Parameter[]): ParameterChange[] {
  const old = new Map(before.map((parameter) => [parameter.name, parameter]));
  const names = new Set(after.map(({ name }) => name));
  const changed = after
    .map((parameter) => ({ name: parameter.name, before: old.get(parameter.name), after: parameter }))
    .filter((change) => change.before === undefined || !isSame(change.before, change.after));
  const removed = before
    .filter(({ name }) => !names.has(name))
    .map((parameter) => ({ name: parameter.name, before: parameter, after: undefined }));
  return [...changed, ...removed];
}

const isSame = (before: Parameter, after: Parameter): boolean =>
  before.type === after.type &&
  before.required === after.required &&
  (before.value ?? '') === (after.value ?? '') &&
  changedContexts(before, after).length === 0;

/** The contexts in which the values differ, of those whose values are known in both versions. */
export const changedContexts = ({ contextValues: before }: Parameter, { contextValues: after }: Parameter): string[] =>
  Object.keys(after ?? {}).filter((context) => before?.[context] !== undefined && before[context] !== after?.[context]);

/** The parameters as they are in a context of their job archive: their defaults are the values of that context. Empty for that of the archive. */
export const inContext = (parameters: readonly Parameter[], context: string): readonly Parameter[] =>
  context === ''
    ? parameters
    : parameters.map((parameter) => {
        const { value: _, contextValues, ...rest } = parameter;
        return contextValues === undefined ? parameter : { ...rest, value: contextValues[context] ?? '' };
      });

/** The kinds of parameter values. Each type of the contract has one; letter case and the prefix `id_` of a type do not count. */
export type ValueKind = 'whole' | 'number' | 'boolean' | 'secret' | 'text';

const KINDS = new Map<string, ValueKind>([
  ...['int', 'integer', 'long', 'short', 'byte'].map((type) => [type, 'whole'] as const),
  ...['number', 'float', 'double', 'decimal', 'bigdecimal'].map((type) => [type, 'number'] as const),
  ...['boolean', 'bool'].map((type) => [type, 'boolean'] as const),
  ...['password', 'secret'].map((type) => [type, 'secret'] as const),
]);

/** The kind of values of a type. */
export const kindOfType = (type: string): ValueKind => KINDS.get(type.toLowerCase().replace(/^id_/, '')) ?? 'text';

/** The text in place of a secret. */
export const DOTS = '••••••';

/** The text that shows the value of a parameter; dots in place of a secret. */
export const shownValue = (type: string, value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : kindOfType(type) === 'secret' ? DOTS : value;

/** The text that shows the default of a parameter; dots for a secret, which the server leaves out. */
export const shownDefault = ({ type, value, secret }: Parameter): string | undefined =>
  secret === true && (value ?? '') === '' ? DOTS : shownValue(type, value);
