import { addressKey, type EstateAddress } from './model/address.ts';
import type { EstateFields, EstateKind } from './model/kind.ts';
import { ESTATE_KINDS } from './kinds.ts';
import { referencesIn } from './references.ts';

type Item = { kind: EstateKind; address: EstateAddress; fields: EstateFields; path?: string };

/** Sorts objects so that each comes after those that it names. Versions of an artifact come in the order of their publication. */
export function inDependencyOrder<T extends Item>(items: readonly T[]): T[] {
  const sorted = items.toSorted((first, second) => {
    const kinds = ESTATE_KINDS.indexOf(first.kind) - ESTATE_KINDS.indexOf(second.kind);
    return kinds !== 0 ? kinds : sortKey(first) < sortKey(second) ? -1 : 1;
  });
  const byKey = new Map(sorted.map((item) => [addressKey(item.address), item]));
  const done = new Set<T>();
  // This check ends a cycle of references. The server refuses the cycle later, and names its path.
  const visit = (item: T): void => {
    if (done.has(item)) return;
    done.add(item);
    for (const { address } of referencesIn(item.kind, item.fields, item.address)) {
      const target = byKey.get(addressKey(address));
      if (target?.kind === item.kind) visit(target);
    }
    ordered.push(item);
  };
  const ordered: T[] = [];
  for (const item of sorted) visit(item);
  return ordered;
}

/** Versions end in the time of their publication. */
const sortKey = ({ kind, address }: Item): string =>
  kind.noun === 'artifact version' ? JSON.stringify([address.names.at(-1)?.split('.').at(-1), ...address.names]) : addressKey(address);
