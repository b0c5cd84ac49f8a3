import { nearest } from '@millrace/contract/nearest';
import { compareFields, type FieldComparison, type FieldDifference, type SecretLookup } from './compare.ts';
import { ESTATE_KINDS, estateKindOf } from './kinds.ts';
import type { EstateFile } from './load-estate.ts';
import { addressKey, addressLabel, type EstateAddress } from './model/address.ts';
import type { EstateFields, EstateKind, EstateObject } from './model/kind.ts';
import type { Site } from './model/site.ts';
import { type Placeholder, placeholdersIn } from './model/places.ts';
import { fileDigest, type OwnedObjects } from './owned.ts';
import { type EstateFault, EstateFaults } from './parse-file.ts';
import type { SiteContent } from './read-site.ts';
import { referencesIn } from './references.ts';

/** A step of an apply. */
export type EstateChange =
  | { action: 'create'; file: EstateFile; values: Map<Placeholder, string | undefined>; digest: string | undefined }
  | {
      action: 'change';
      file: EstateFile;
      object: EstateObject;
      values: Map<Placeholder, string | undefined>;
      differences: FieldDifference[];
      digest: string | undefined;
    }
  | { action: 'delete'; object: EstateObject };

/** The files, the server and the options of a comparison. */
type EstateComparison = {
  files: readonly EstateFile[];
  site: Site;
  content: SiteContent;
  owned: OwnedObjects;
  lookup: SecretLookup;
  sendSecrets: boolean;
  prune: boolean;
};

type Item = { kind: EstateKind; address: EstateAddress; fields: EstateFields; path?: string };

/** Sorts objects so that each comes after those that it names. Versions of an artifact come in the order of their publication. */
function inDependencyOrder<T extends Item>(items: readonly T[]): T[] {
  const sorted = items.toSorted((first, second) => {
    const kinds = ESTATE_KINDS.indexOf(first.kind) - ESTATE_KINDS.indexOf(second.kind);
    return kinds !== 0 ? kinds : sortKey(first) < sortKey(second) ? -1 : 1;
  });
  const byKey = new Map(sorted.map((item) => [addressKey(item.address), item]));
  const done = new Set<T>();
  const ordered: T[] = [];
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
  for (const item of sorted) visit(item);
  return ordered;
}

/** Versions end in the time of their publication. */
const sortKey = ({ kind, address }: Item): string =>
  kind.noun === 'artifact version' ? JSON.stringify([address.names.at(-1)?.split('.').at(-1), ...address.names]) : addressKey(address);

/** The objects to delete: those that the estate owns, that no file names, and that contain nothing else. Without `prune`, a note counts them. */
function planDeletions({ files, site, content, owned, prune }: EstateComparison): EstateChange[] {
  const named = new Set(files.map(({ address }) => addressKey(address)));
  const candidates = content.objects.filter(({ address, id }) => owned.get(id) !== undefined && !named.has(addressKey(address)));
  const idsToDelete = new Set(candidates.map(({ id }) => id));
  const isToDelete = ({ address, id }: { address: EstateAddress; id: string }): boolean =>
    // An artifact is deleted with its last version.
    address.noun === 'artifact' || idsToDelete.has(id);
  const usedContainers = candidates.filter(({ address, id }) => {
    const isContainer = address.noun === 'environment' || address.noun === 'workspace';
    return isContainer && site.entries().some((entry) => entry.id !== id && isWithin(entry.address, address) && !isToDelete(entry));
  });
  const deleted = candidates.filter((object) => !usedContainers.includes(object));
  if (!prune) {
    if (deleted.length > 0)
      site.notes.push(`${deleted.length} objects that belong to this estate have no file any more. --prune deletes them.`);
    return [];
  }
  for (const { address } of usedContainers)
    site.notes.push(`The ${address.noun} ${address.names.join('/')} stays: it contains objects that do not belong to this estate.`);
  return inDependencyOrder(deleted.map((object) => ({ ...object, kind: estateKindOf(object.address.noun) })))
    .toReversed()
    .map(({ kind: _k, ...object }): EstateChange => ({ action: 'delete', object: object as EstateObject }));
}

// A run profile is below its engine, which may have the name of a workspace.
const isWithin = (inner: EstateAddress, outer: EstateAddress): boolean =>
  inner.names.length > outer.names.length &&
  outer.names.every((name, index) => inner.names[index] === name) &&
  inner.noun !== 'run profile';

/**
 * Lists the steps that make the server match the files, in their order, and adds notes about objects that stay to those of the site. Throws `EstateFaults`
 * if a step could not be done.
 */
export async function planChanges(comparison: EstateComparison): Promise<EstateChange[]> {
  const { files, content, site } = comparison;
  const objects = new Map(content.objects.map((object) => [addressKey(object.address), object]));
  const faults: EstateFault[] = [];
  const changes: EstateChange[] = [];
  for (const file of inDependencyOrder(files)) {
    faults.push(...missingObjectFaults(file, comparison));
    const object = objects.get(addressKey(file.address));
    const position = file.positionOf([]);
    const refusal = content.unreadable.get(file.kind.noun);
    if (refusal !== undefined) faults.push({ position, message: `You may not read objects of the kind ${file.kind.noun}. ${refusal}` });
    else if (object) changes.push(...(await changeOf(file, object, comparison, faults)));
    // An older version that no task uses is not read: versions never change.
    else if (site.has(file.address) && file.kind.noun !== 'artifact version')
      faults.push({
        position,
        message: `${addressLabel(file.address)} exists, but cannot be compared. The lines above say why.`,
      });
    else if (!site.has(file.address)) changes.push(...(await creationOf(file, comparison, faults)));
  }
  if (faults.length > 0) throw new EstateFaults(faults);
  return [...changes, ...planDeletions(comparison)];
}

async function creationOf(file: EstateFile, { lookup }: EstateComparison, faults: EstateFault[]): Promise<EstateChange[]> {
  const { contentExtension: extension } = file.kind;
  if (extension !== undefined && file.content === undefined) {
    const path = file.path.replace(/\.yaml$/, extension);
    faults.push({
      position: file.positionOf([]),
      message: `The server does not have ${addressLabel(file.address)}. Put its content at ${path}.${extension === '.zip' ? ' `millrace bundle pack` packs a folder.' : ''}`,
    });
  }
  const values = new Map(placeholdersIn(file.fields).map(({ placeholder }) => [placeholder, lookup(placeholder.variable)]));
  faults.push(
    ...unsetFaults(
      file,
      [...values].filter(([, value]) => value === undefined).map(([placeholder]) => placeholder),
    ),
  );
  return [{ action: 'create', file, values, digest: file.content === undefined ? undefined : await fileDigest(file.content) }];
}

async function changeOf(
  file: EstateFile,
  object: EstateObject,
  comparison: EstateComparison,
  faults: EstateFault[],
): Promise<EstateChange[]> {
  const { lookup, owned } = comparison;
  const compared = compareFields(file.kind, file.fields, object.fields, comparison);
  for (const field of compared.exposed)
    faults.push({
      position: file.positionOf(field.split('.')),
      message: `${field} is a secret. Write \${env:NAME}, with the name of the variable that holds it.`,
    });
  const { differences } = compared;
  const digest = file.content === undefined || !file.kind.change ? undefined : await fileDigest(file.content);
  // That the content differs is shown like a change of a secret: without the content.
  if (digest !== undefined && owned.get(object.id)?.content !== digest) differences.push({ path: ['content'], isSecret: true });
  if (differences.length === 0) {
    faults.push(...unsetFaults(file, compared.unset));
    return [];
  }
  if (!file.kind.change) {
    const [first = ''] = differences[0]?.path ?? [];
    faults.push({ position: file.positionOf([first]), message: `${addressLabel(file.address)} never changes. Publish another version.` });
  }
  const { values, unset } = valuesToSend(file, compared, lookup);
  faults.push(...unsetFaults(file, unset));
  return [{ action: 'change', file, object, values, differences, digest }];
}

/**
 * The values to send with a change. All secrets are sent if the kind always sends them, if one of them is new, or if the change makes the server drop
 * them; otherwise the server keeps them. A secret that the server keeps may be unset.
 */
function valuesToSend(
  file: EstateFile,
  { differences, values, unset }: FieldComparison,
  lookup: SecretLookup,
): Pick<FieldComparison, 'values' | 'unset'> {
  const { alwaysSendsSecrets = false, keepsSecretsUnless: place } = file.kind;
  const isChanged = (at: string): boolean => differences.some(({ path }) => `${path.join('.')}.`.startsWith(`${at}.`));
  const losesSecrets = place !== undefined && isChanged(place);
  const sendsAll = alwaysSendsSecrets || losesSecrets || differences.some(({ isSecret, path }) => isSecret && path[0] !== 'content');
  if (!sendsAll) return { values, unset };
  const placeholders = placeholdersIn(file.fields);
  const all = new Map(placeholders.map(({ placeholder }) => [placeholder, lookup(placeholder.variable) ?? values.get(placeholder)]));
  const isNeeded = (path: readonly (string | number)[]): boolean => place === undefined || losesSecrets || isChanged(path.join('.'));
  const missing = placeholders.filter(({ placeholder, path }) => all.get(placeholder) === undefined && isNeeded(path));
  return { values: all, unset: missing.map(({ placeholder }) => placeholder) };
}

function unsetFaults(file: EstateFile, unset: readonly Placeholder[]): EstateFault[] {
  return placeholdersIn(file.fields)
    .filter(({ placeholder }) => unset.includes(placeholder))
    .map(({ placeholder: { variable }, path }) => ({
      position: file.positionOf(path),
      message: `The variable ${variable} is not set. Set it, or add it to the file of --secrets-file.`,
    }));
}

/** The faults of a file that names objects which neither the files nor the server have. */
function missingObjectFaults(file: EstateFile, { files, site }: EstateComparison): EstateFault[] {
  const declared = new Set(files.flatMap(({ address }) => [addressKey(address), addressKey(artifactOf(address))]));
  const { names } = file.address;
  const parents: EstateAddress[] = [
    ...(names.length > 1 ? [{ noun: 'environment' as const, names: names.slice(0, 1) }] : []),
    ...(names.length > 2 ? [{ noun: 'workspace' as const, names: names.slice(0, 2) }] : []),
  ];
  const needed = [
    ...[...parents, ...(file.kind.needs?.(file.fields, file.address) ?? [])].map((address) => ({ path: [], address })),
    ...referencesIn(file.kind, file.fields, file.address),
  ];
  return needed
    .filter(({ address }) => !declared.has(addressKey(address)) && !site.has(address))
    .map(({ path, address }) => ({
      position: file.positionOf(path),
      message: `There is no ${addressLabel(address)}, neither in the files nor on the server.${similarNameHint(address, files, site)}`,
    }));
}

/** The artifact of a version; any other address is returned as it is. */
const artifactOf = (address: EstateAddress): EstateAddress =>
  address.noun === 'artifact version' ? { noun: 'artifact', names: address.names.slice(0, -1) } : address;

function similarNameHint({ noun, names }: EstateAddress, files: readonly EstateFile[], site: Site): string {
  const parents = JSON.stringify(names.slice(0, -1));
  const siblings = [...site.known(noun), ...files.map(({ address }) => address).filter((address) => address.noun === noun)]
    .filter((address) => JSON.stringify(address.names.slice(0, -1)) === parents)
    .map((address) => address.names.at(-1) ?? '');
  const similarName = nearest(names.at(-1) ?? '', siblings);
  return similarName === undefined ? '' : ` Did you mean ${similarName}?`;
}
