import { addressLabel, type EstateAddress, type EstateNoun, type NamedNoun } from './model/address.ts';
import type { EstateFields, EstateKind, ReferencePlace } from './model/kind.ts';
import { hasFields, pathInFile, placesAt, replaceAt } from './model/places.ts';

/** A reference of a file: its path, and the address of its target. */
type FoundReference = { path: readonly (string | number)[]; address: EstateAddress };

const OF_ENVIRONMENT: ReadonlySet<EstateNoun | NamedNoun> = new Set(['engine', 'cluster']);

/** The objects that the fields of a file name. */
export function referencesIn(kind: EstateKind, fields: EstateFields, address: EstateAddress): FoundReference[] {
  return (kind.references ?? []).flatMap((place) =>
    placesAt(fields, pathInFile(place.at, place.as)).map(({ path, holder, value }) => ({
      path,
      address: referredAddress(place, value, holder, address),
    })),
  );
}

/** Replaces the references of a file by ids. */
export function withIds(
  kind: EstateKind,
  fields: EstateFields,
  address: EstateAddress,
  idOf: (address: EstateAddress) => string,
): EstateFields {
  return (kind.references ?? []).reduce((copy, place) => {
    const renamed = place.as === undefined ? undefined : place.at.split('.').findLast((segment) => segment !== '*');
    return replaceAt(copy, pathInFile(place.at, place.as), renamed, (value, holder) =>
      idOf(referredAddress(place, value, holder, address)),
    );
  }, fields);
}

/** Replaces the ids of the server by references. Throws a `HiddenReference` for an object that the caller may not see. */
export function withNames(
  kind: EstateKind,
  fields: EstateFields,
  address: EstateAddress,
  addressOf: (id: string) => EstateAddress | undefined,
): EstateFields {
  return (kind.references ?? []).reduce(
    (copy, place) =>
      replaceAt(copy, place.at, place.as, (id) => {
        const target = addressOf(String(id));
        if (!target) throw new HiddenReference(`${addressLabel(address)} uses an object that you may not see: ${place.at} ${String(id)}.`);
        const name = target.names.at(-1) ?? '';
        const [, workspace] = target.names;
        const isElsewhere = target.names.length > 2 && inWorkspace(target.noun) && workspace !== address.names[1];
        return isElsewhere ? { workspace, name } : name;
      }),
    fields,
  );
}

/** An object of the server refers to one that the caller may not see. */
export class HiddenReference extends Error {}

const inWorkspace = (noun: EstateNoun | NamedNoun): boolean => !OF_ENVIRONMENT.has(noun) && noun !== 'run profile';

function referredAddress(place: ReferencePlace, value: unknown, holder: EstateFields, owner: EstateAddress): EstateAddress {
  const noun = typeof place.noun === 'function' ? place.noun(holder) : place.noun;
  const [environment = '', workspace = ''] = owner.names;
  const isElsewhere = hasFields(value);
  const name = String(isElsewhere ? value['name'] : value);
  if (OF_ENVIRONMENT.has(noun)) return { noun, names: [environment, name] };
  if (noun === 'run profile') return { noun, names: [environment, String(holder['name'] ?? holder['id'] ?? ''), name] };
  return { noun, names: [environment, isElsewhere ? String(value['workspace']) : workspace, name] };
}
