import type { Output } from '../output.ts';
import { oneLine } from '../text.ts';
import { addressLabel } from './model/address.ts';
import type { FieldDifference } from './compare.ts';
import type { EstateChange } from './change.ts';

const SIGNS = { create: '+', change: '~', delete: '-' } as const;
const TONES = { create: 'green', change: 'yellow', delete: 'red' } as const;
const LONGEST_VALUE = 80;

/** The label of the object of a change. */
export const changeLabel = (change: EstateChange): string =>
  addressLabel(change.action === 'delete' ? change.object.address : change.file.address);

/** Prints what an apply does, with the fields that differ. */
export function printEstateChanges(changes: readonly EstateChange[], output: Output): void {
  for (const change of changes) {
    output.print(output.paint(`${SIGNS[change.action]} ${oneLine(changeLabel(change))}`, TONES[change.action]));
    if (change.action === 'change') for (const difference of change.differences) output.print(`    ${oneLine(differenceText(difference))}`);
  }
  output.print(summary(changes));
}

/** The number of steps of each kind. */
export function summary(changes: readonly EstateChange[]): string {
  const count = (action: EstateChange['action']): number => changes.filter((change) => change.action === action).length;
  if (changes.length === 0) return 'The server matches the files.';
  return `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete.`;
}

/** The changes as `--json` shows them. */
export const changesJson = (changes: readonly EstateChange[]) =>
  changes.map((change) => ({
    action: change.action,
    kind: change.action === 'delete' ? change.object.address.noun : change.file.address.noun,
    names: change.action === 'delete' ? change.object.address.names : change.file.address.names,
    ...(change.action !== 'delete' && { file: change.file.path }),
    ...(change.action === 'change' && {
      differences: change.differences.map(({ path, isSecret, before, after }) => ({
        field: path.join('.'),
        ...(isSecret ? {} : { before, after }),
      })),
    }),
  }));

function differenceText({ path, isSecret, before, after }: FieldDifference): string {
  const field = path.join('.');
  return isSecret ? `${field}: changes` : `${field}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
