import { neutralWord } from '@millrace/contract';
import { looksSecret } from '@millrace/contract/secret-signs';
import { addressLabel, type EstateAddress } from '../model/address.ts';
import { hasFields, HiddenValue } from '../model/places.ts';
import { listAt, textAt, textEntries } from './answer-fields.ts';
import { addImportedObject, idOrReport, type ImportRun, reportFields, workspaceOfEntry } from './import-run.ts';

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
    return [{ id, entry, address: run.names.takeAddress(noun, workspace.names, textAt(entry, 'name'), id) }];
  });
}

/**
 * Reads the addresses of artifacts into the import, and returns the newest version of each by its id; reports artifacts without one. Versions get their
 * files later, when it is known which ones tasks run.
 */
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

/** Adds the connections of the account to the import. Their secrets become placeholders: no API returns them. */
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

/** Adds the resources of the account to the import. */
export async function readAccountResources(run: ImportRun): Promise<void> {
  for (const { id, entry, address } of await entriesWithAddresses(run, 'resource', 'GET /orchestration/resources')) {
    reportFields(run, address, entry, ['id', 'name', 'description', 'file', 'workspaceInfo', 'workspace', 'createDate', 'updateDate']);
    const { description, file } = entry;
    addImportedObject(run, address, id, { name: address.names.at(-1), description, file });
  }
}

const LONGEST = 512;
const KNOWN = [
  'id',
  'name',
  'url',
  'description',
  'enabled',
  'eventTypes',
  'filter',
  'headers',
  'encryptedHeaders',
  'secretKeyAdded',
  'secret',
  'enableCloudEventDelivery',
  'checkCertificateRevocation',
  'level',
  'ownerId',
  'origin',
  'createdAt',
  'updatedAt',
  'createdByUserId',
  'updatedByUserId',
  'disabledReason',
  'disabledReasonCode',
];

/** Adds the webhooks of the tenant to the import, and reports those of single persons. Their secrets become placeholders. */
export async function readWebhooksOfAccount(run: ImportRun): Promise<void> {
  run.progress('webhooks');
  for (const entry of await run.source.readLinked('GET /api/v1/webhooks')) {
    const id = idOrReport(run, 'webhook', entry);
    if (id === undefined) continue;
    if (textAt(entry, 'level') === 'user') {
      run.report.add(
        'leftOut',
        `webhook ${textAt(entry, 'name') ?? id}`,
        'A webhook of the level user belongs to one person.',
        'Its owner creates it here with `millrace webhook create`.',
      );
      continue;
    }
    const address = run.names.takeAddress('webhook', [], textAt(entry, 'name'), id, LONGEST);
    reportFields(run, address, entry, KNOWN);
    const { url, description, enabled, filter, headers, encryptedHeaders, enableCloudEventDelivery, checkCertificateRevocation } = entry;
    if (textAt(entry, 'filter') !== undefined)
      run.report.add(
        'references',
        addressLabel(address),
        'Its filter may name ids of the account, which are others here.',
        'Write the ids of this server into the filter.',
      );
    // Services answer with the names alone.
    const hidden = hasFields(encryptedHeaders) ? Object.keys(encryptedHeaders) : textEntries(listAt(entry, 'encryptedHeaders'));
    const hasSecret = entry['secretKeyAdded'] === true || textAt(entry, 'secret') !== undefined;
    addImportedObject(run, address, id, {
      name: address.names[0],
      url,
      description,
      enabled,
      eventTypes: textEntries(listAt(entry, 'eventTypes')).map(neutralWord),
      filter,
      headers,
      encryptedHeaders: Object.fromEntries(hidden.map((header) => [header, new HiddenValue(header)])),
      enableCloudEventDelivery,
      checkCertificateRevocation,
      ...(hasSecret && { secret: new HiddenValue('secret') }),
    });
  }
}
