/** The values of the parameters of an artifact: their kinds, how pages show them, and those of a context. */
import type { Schema } from '@millrace/contract';

type Parameter = Schema<'ArtifactParameter'>;

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
