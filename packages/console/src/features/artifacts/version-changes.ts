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
