import { looksSecret } from '@millrace/contract/secret-signs';
import { addressLabel, type EstateAddress } from '../model/address.ts';
import { HiddenValue } from '../model/placeholders.ts';
import { listAt, textAt, textEntries } from './answer-fields.ts';
import { hasFields } from '../model/places.ts';
import { addImportedObject, idOrReport, reportFields, workspaceOfEntry, type ImportRun } from './import-run.ts';

/** The entries of a list with their ids and the addresses that they get. */
async function entriesWithAddresses(
  run: ImportRun,
  noun: 'artifact' | 'connection' | 'resource',
  route: 'GET /orchestration/artifacts' | 'GET /orchestration/connections' | 'GET /orchestration/resources',
): Promise<{ id: string; entry: Record<string, unknown>; address: EstateAddress }[]> {
  run.progress(`${noun}s`);
  return (await run.source.readPages(route)).flatMap((entry) => {
    const id = idOrReport(run, noun, entry);
    const workspace = id === undefined ? undefined : workspaceOfEntry(run, noun, entry);
    if (id === undefined || !workspace) return [];
    return [{ id, entry, address: run.names.addressOf(noun, workspace.names, textAt(entry, 'name'), id) }];
  });
}

/** Reads artifacts, and returns the newest version of each by its id. Versions get their files later, when it is known which ones tasks run. */
export async function readArtifacts(run: ImportRun): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for (const { id, entry, address } of await entriesWithAddresses(run, 'artifact', 'GET /orchestration/artifacts')) {
    run.addresses.set(id, address);
    const [version] = textEntries(listAt(entry, 'versions'));
    if (version === undefined)
      run.report.add(
        'answers',
        addressLabel(address),
        'The list of its versions is empty.',
        'Publish a version here (`millrace artifact publish`) before tasks can run it.',
      );
    else newest.set(id, version);
  }
  return newest;
}

/** Reads connections. Their secrets become placeholders: no API returns them. */
export async function readConnections(run: ImportRun): Promise<void> {
  for (const { id, entry, address } of await entriesWithAddresses(run, 'connection', 'GET /orchestration/connections')) {
    reportFields(run, address, entry, ['id', 'name', 'app', 'parameters', 'workspace', 'createDate', 'updateDate']);
    const parameters = listAt(entry, 'parameters')
      .filter(hasFields)
      .map((parameter) => fileParameter(run, address, parameter));
    addImportedObject(run, address, id, { name: address.names.at(-1), app: entry['app'], parameters });
  }
}

function fileParameter(run: ImportRun, address: EstateAddress, parameter: Record<string, unknown>): Record<string, unknown> {
  const name = textAt(parameter, 'name');
  // A file cannot have a parameter without a name. The report says that the parameter is left out.
  if (name === undefined) return {};
  const { value, encrypted } = parameter;
  if (encrypted === true) return { name, value: new HiddenValue(name), encrypted };
  // An answer without a value is judged by the name alone.
  if (!looksSecret(name, textAt(parameter, 'value') ?? name)) return { name, value };
  if (encrypted === false) {
    if (textAt(parameter, 'value') !== undefined)
      run.report.add(
        'secrets',
        addressLabel(address),
        `The parameter ${name} looks like a secret, but is not encrypted in the account. Its value is in the file.`,
        'Write `encrypted: true` and a placeholder such as `${env:NAME}` into the file, and do not share the folder before.',
      );
    return { name, value };
  }
  run.report.add(
    'secrets',
    addressLabel(address),
    `The answer does not say whether the parameter ${name} is encrypted. The file says that it is.`,
    'Check it in the account. If it is not a secret, write its value into the file.',
  );
  return { name, value: new HiddenValue(name), encrypted: true };
}

/** Reads resources. */
export async function readAccountResources(run: ImportRun): Promise<void> {
  for (const { id, entry, address } of await entriesWithAddresses(run, 'resource', 'GET /orchestration/resources')) {
    reportFields(run, address, entry, ['id', 'name', 'description', 'file', 'workspaceInfo', 'workspace', 'createDate', 'updateDate']);
    const { description, file } = entry;
    addImportedObject(run, address, id, { name: address.names.at(-1), description, file });
  }
}
