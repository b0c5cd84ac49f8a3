import { fileSchema, estateKindOf, ESTATE_KINDS } from '../kinds.ts';
import { addressKey, addressLabel, type EstateAddress } from '../model/address.ts';
import type { EstateFields, EstateKind, EstateObject } from '../model/kind.ts';
import { placesAt } from '../model/places.ts';
import { normalFields } from '../normalize.ts';
import { withNames } from '../references.ts';
import { withoutPath } from './answer-fields.ts';
import { fitFields } from './fit-fields.ts';
import type { ImportRun } from './import-run.ts';
import { reportRuntime } from './read-runtimes.ts';

/**
 * Brings the objects of an import into the form of files. An object that cannot have a file is left out together with the objects that need it;
 * references to it are removed. Returns the objects in the order of their kinds.
 */
export function settleObjects(run: ImportRun): EstateObject[] {
  let remaining = run.objects.toSorted((first, second) => orderOf(first) - orderOf(second));
  for (;;) {
    const keys = new Set(remaining.map(({ address }) => addressKey(address)));
    const settled: EstateObject[] = [];
    let isStable = true;
    for (const object of remaining) {
      const fields = settledFields(run, object, keys);
      if (fields) {
        settled.push({ ...object, fields });
        continue;
      }
      isStable = false;
      keys.delete(addressKey(object.address));
      run.addresses.delete(object.id);
    }
    if (isStable) return settled;
    remaining = remaining.filter(({ address }) => keys.has(addressKey(address)));
  }
}

const orderOf = ({ address }: EstateObject): number => ESTATE_KINDS.indexOf(estateKindOf(address.noun));

function settledFields(run: ImportRun, { address, fields }: EstateObject, keys: ReadonlySet<string>): EstateFields | undefined {
  const kind = estateKindOf(address.noun);
  const missing = [...parentsOf(address), ...neededBy(kind, fields, address)].find((needed) => !keys.has(addressKey(needed)));
  if (missing) {
    run.report.add('leftOut', addressLabel(address), `${addressLabel(missing)} has no file.`, 'See the lines about it.');
    return undefined;
  }
  const linked = withNames(kind, withoutMissingTargets(run, kind, fields, address), address, (id) => run.addresses.get(id));
  const fitting = fitFields(kind, normalFields(kind, fileSchema(kind), linked), (path, reason) =>
    run.report.add('fields', addressLabel(address), `${path} is left out: ${reason}.`, 'Compare the file with the account.'),
  );
  if (!fitting)
    run.report.add(
      'leftOut',
      addressLabel(address),
      'A field that every file needs is missing or does not fit.',
      'Write the file by hand (docs/estate.md).',
    );
  return fitting && normalFields(kind, fileSchema(kind), fitting);
}

const parentsOf = ({ noun, names: [environment = '', workspace = ''] }: EstateAddress): EstateAddress[] => {
  if (noun === 'environment' || noun === 'webhook') return [];
  const parent: EstateAddress = { noun: 'environment', names: [environment] };
  return noun === 'workspace' ? [parent] : [parent, { noun: 'workspace', names: [environment, workspace] }];
};

/** Only a schedule can lack what it needs: its task or plan. Accounts have no files, and the import writes the versions that tasks name. */
const neededBy = (kind: EstateKind, fields: EstateFields, address: EstateAddress): EstateAddress[] =>
  address.noun === 'schedule' ? (kind.needs?.(fields, address) ?? []) : [];

/** Removes references to objects that have no file, or that are in another environment. */
function withoutMissingTargets(run: ImportRun, kind: EstateKind, fields: EstateFields, address: EstateAddress): EstateFields {
  const missing = kind.references.flatMap(({ at }) =>
    placesAt(fields, at).filter(({ value, path }) => {
      const target = value === undefined || value === null ? undefined : run.addresses.get(String(value));
      if (target && ['engine', 'cluster', 'run profile'].includes(target.noun)) reportRuntime(run, target);
      if (target && target.names[0] === address.names[0]) return false;
      if (value !== undefined && value !== null)
        run.report.add(
          'references',
          addressLabel(address),
          `${path.join('.')} ${target ? `is ${addressLabel(target)}, in another environment` : 'is an object that has no file'}.`,
          'Write the name of an object of this environment into the file.',
        );
      return true;
    }),
  );
  // Remove the later items of a list first, so that the indexes of the others stay valid.
  return missing.toReversed().reduce<unknown>((copy, { path }) => withoutPath(copy, path), fields) as EstateFields;
}
