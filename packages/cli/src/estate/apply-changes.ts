import { addressLabel } from './model/address.ts';
import type { EstateFields, EstateWrite } from './model/kind.ts';
import { estateKindOf } from './kinds.ts';
import type { EstateFile } from './load-estate.ts';
import type { OwnedObjects } from './owned.ts';
import { mapLeaves, Placeholder } from './model/placeholders.ts';
import type { EstateChange } from './change.ts';
import { withIds } from './references.ts';
import type { Site } from './model/site.ts';

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
