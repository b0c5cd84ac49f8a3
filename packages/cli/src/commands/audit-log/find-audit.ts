import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readLinkedPages } from '../../pages.ts';
import { localTime } from '../../text.ts';

/** A short id is searched among this many of the newest entries. */
const NEWEST = 1000;

/** Finds the full id of an entry of the audit log by its id or by a beginning that is unique among the newest entries. */
export async function findAuditId(client: Client, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  const entries = await readLinkedPages<Schema<'Audit'>>(
    async (query) => (await client.call('GET /api/v1/audits', { query })).body,
    NEWEST,
  );
  return pickOne('entry', idOrPrefix, entries, ({ id, eventTime, eventType }) => ({
    id,
    names: [],
    place: `${eventType} ${localTime(eventTime)}`,
  })).id;
}
