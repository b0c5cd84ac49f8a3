import { addressLabel, type EstateAddress } from '../model/address.ts';
import type { EstateFields, EstateObject } from '../model/kind.ts';
import { hasFields } from '../model/places.ts';
import type { AccountSource } from './account-source.ts';
import { idIn, objectAt, textAt } from './answer-fields.ts';
import type { ImportNames } from './import-names.ts';
import type { ImportReport } from './import-report.ts';

/** The accounts and engines of the server that the files are for, as far as the caller may list them. */
export type TargetServer = {
  url: string;
  users: ReadonlySet<string> | undefined;
  serviceAccounts: ReadonlySet<string> | undefined;
  /** Keys of addresses. */
  engines: ReadonlySet<string> | undefined;
};

/** An import while it reads: what it has found, and which object has which id. */
export type ImportRun = {
  source: AccountSource;
  report: ImportReport;
  names: ImportNames;
  /** Addresses by the ids of the account. */
  addresses: Map<string, EstateAddress>;
  objects: EstateObject[];
  targetServer: TargetServer | undefined;
  /** The environments to read; undefined for all. */
  environments: ReadonlySet<string> | undefined;
  /** Logins or names by the ids of the accounts. */
  users: Map<string, string>;
  serviceAccounts: Map<string, string>;
  /** Ids of tasks and plans whose run configuration says that a schedule starts them. */
  scheduled: Set<string>;
  progress(text: string): void;
};

/** Adds an object that gets a file. */
export function addImportedObject(run: ImportRun, address: EstateAddress, id: string, fields: EstateFields): void {
  run.addresses.set(id, address);
  run.objects.push({ address, id, fields });
}

/** Returns the address of the workspace of an entry; undefined if it is unknown, which is reported, or if nobody asked for its environment. */
export function workspaceOfEntry(run: ImportRun, noun: string, entry: EstateFields): EstateAddress | undefined {
  const workspace = objectAt(entry, 'workspace') ?? objectAt(entry, 'workspaceInfo');
  const id = idIn(workspace) ?? textAt(entry, 'workspaceId');
  const address = id === undefined ? undefined : run.addresses.get(id);
  if (address) return address;
  if (isNotRequested(run, workspace)) return undefined;
  run.report.add(
    'leftOut',
    `${noun} ${textAt(entry, 'name') ?? idIn(entry) ?? '(without a name)'}`,
    'Its workspace is missing in the answer, personal, or has no file.',
    'Move it into a workspace that the token can read, and import again.',
  );
  return undefined;
}

/** Whether a workspace is in an environment that the caller did not ask for. */
function isNotRequested({ environments }: ImportRun, workspace: EstateFields | undefined): boolean {
  const environment = textAt(objectAt(workspace, 'environment'), 'name');
  return environments !== undefined && environment !== undefined && !environments.has(environment);
}

/** Reports fields of an answer that files do not have. `known` lists those that the import uses, or that only the service sets. */
export function reportFields({ report }: ImportRun, address: EstateAddress, entry: EstateFields, known: readonly string[]): void {
  for (const [key, value] of Object.entries(entry))
    if (!known.includes(key) && !isEmptyValue(value))
      report.add(
        'fields',
        addressLabel(address),
        `Files of the kind ${address.noun} have no field ${JSON.stringify(key)}.`,
        'Millrace does not use the field: check whether you need it.',
      );
}

const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (hasFields(value) && Object.keys(value).length === 0);

/** Returns the id of an entry of a list; reports an entry that has none. */
export function idOrReport({ report }: ImportRun, noun: string, entry: EstateFields): string | undefined {
  const id = idIn(entry);
  if (id === undefined)
    report.add(
      'answers',
      `${noun} ${textAt(entry, 'name') ?? '(without a name)'}`,
      'The entry of the list has no id.',
      'Import again later, or write the file by hand.',
    );
  return id;
}
