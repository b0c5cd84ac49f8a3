import { addressKey, type EstateAddress } from './model/address.ts';
import type { EstateObject } from './model/kind.ts';
import { estateKindOf } from './kinds.ts';
import { inDependencyOrder } from './order.ts';
import type { EstateChange, EstateComparison } from './change.ts';

/** The objects that the estate owns, that no file names, and that contain nothing else. Without `prune`, a note counts them. */
export function planDeletions({ files, site, content, owned, prune }: EstateComparison): EstateChange[] {
  const named = new Set(files.map(({ address }) => addressKey(address)));
  const candidates = content.objects.filter(({ address, id }) => owned.get(id) !== undefined && !named.has(addressKey(address)));
  if (!prune) {
    if (candidates.length > 0)
      site.notes.push(`${candidates.length} objects that belong to this estate have no file any more. --prune deletes them.`);
    return [];
  }
  const idsToDelete = new Set(candidates.map(({ id }) => id));
  const isToDelete = ({ address, id }: { address: EstateAddress; id: string }): boolean =>
    // An artifact is deleted with its last version.
    address.noun === 'artifact' || idsToDelete.has(id);
  const usedContainers = candidates.filter(({ address, id }) => {
    const isContainer = address.noun === 'environment' || address.noun === 'workspace';
    return isContainer && site.entries().some((entry) => entry.id !== id && isWithin(entry.address, address) && !isToDelete(entry));
  });
  for (const { address, id } of usedContainers) {
    idsToDelete.delete(id);
    site.notes.push(`The ${address.noun} ${address.names.join('/')} stays: it contains objects that do not belong to this estate.`);
  }
  const deleted = candidates.filter(({ id }) => idsToDelete.has(id));
  return inDependencyOrder(deleted.map((object) => ({ ...object, kind: estateKindOf(object.address.noun) })))
    .toReversed()
    .map(({ kind: _k, ...object }): EstateChange => ({ action: 'delete', object: object as EstateObject }));
}

const isWithin = (inner: EstateAddress, outer: EstateAddress): boolean =>
  inner.names.length > outer.names.length &&
  outer.names.every((name, index) => inner.names[index] === name) &&
  inner.noun !== 'run profile';
