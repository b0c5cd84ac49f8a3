import type { Output } from '../output.ts';
import { oneLine } from '../text.ts';
import type { FieldDifference } from './compare.ts';
import { estateKindOf } from './kinds.ts';
import type { EstateFile } from './load-estate.ts';
import { addressLabel, type EstateFields, type EstateWrite, type Site } from './model/kind.ts';
import { mapLeaves, Placeholder } from './model/places.ts';
import type { OwnedObjects } from './owned.ts';
import type { EstateChange } from './plan-changes.ts';
import { withIds } from './references.ts';

/** The input of an apply. `done` is called after each step. */
export type ApplyRun = { files: readonly EstateFile[]; site: Site; owned: OwnedObjects; done: (change: EstateChange) => void };

/** Performs the steps, one after the other. If a step fails, the earlier steps stay done. */
export async function applyEstateChanges(changes: readonly EstateChange[], run: ApplyRun): Promise<void> {
  const { site, owned } = run;
  try {
    for (const change of changes) {
      await applyChange(change, run);
      run.done(change);
    }
  } finally {
    for (const { address } of run.files) {
      if (!site.has(address)) continue;
      const id = site.idOf(address);
      owned.set(id, { ...owned.get(id), object: addressLabel(address) });
    }
    await owned.save();
  }
}

async function applyChange(change: EstateChange, { files, site, owned }: ApplyRun): Promise<void> {
  if (change.action === 'delete') {
    await estateKindOf(change.object.address.noun).remove(site, change.object);
    owned.delete(change.object.id);
    return;
  }
  const { file, digest, values } = change;
  const { kind, address, fields } = file;
  const withValues = mapLeaves(fields, (leaf) => (leaf instanceof Placeholder ? values.get(leaf) : leaf)) as EstateFields;
  const body = withIds(kind, withValues, address, (target) => site.idOf(target));
  const changed = new Set(change.action === 'create' ? Object.keys(fields) : change.differences.map(({ path }) => path[0] ?? ''));
  const write: EstateWrite = { address, fields, body, content: file.content, changed, allFiles: files };
  if (change.action === 'create') site.add(address, await kind.create(site, write));
  else await kind.change?.(site, change.object, write);
  if (digest !== undefined) owned.set(site.idOf(address), { object: addressLabel(address), content: digest });
}

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
