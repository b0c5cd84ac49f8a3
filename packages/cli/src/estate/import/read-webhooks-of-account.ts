import { neutralWord } from '@millrace/contract';

import { addressLabel } from '../model/address.ts';
import { hasFields } from '../model/places.ts';
import { HiddenValue } from '../model/placeholders.ts';
import { listAt, textAt, textEntries } from './answer-fields.ts';
import { addImportedObject, idOrReport, reportFields, type ImportRun } from './import-run.ts';

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

/** Reads the webhooks of the tenant. Their secrets become placeholders. */
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
    const address = run.names.addressOf('webhook', [], textAt(entry, 'name'), id, LONGEST);
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
