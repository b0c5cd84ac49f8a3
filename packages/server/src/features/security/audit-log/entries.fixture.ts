/** Entries for tests, at any time. */
import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../core/platform/platform.ts';
import { type NewEntry, insertEntries } from './entry.ts';

/** The fields of an entry that a test can set. */
export type EntryTerms = Partial<Omit<NewEntry, 'id'>> & { tenant_id: string; at: Date };

/** Returns an id with a given time. */
function idAt(at: Date): string {
  const text = at.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-7${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20)}`;
}

/** Stores entries, and returns their ids in the order of the list. */
export async function addEntries({ db }: Platform, terms: readonly EntryTerms[]): Promise<string[]> {
  const entries = terms.map(({ at, ...rest }) => ({
    account_id: undefined,
    action: 'groups.create-group',
    login: 'test',
    request_id: crypto.randomUUID(),
    client_address: '127.0.0.1',
    method: 'POST',
    url: '/account/groups',
    user_agent: undefined,
    request_body: undefined,
    status: 201,
    response_body: undefined,
    ...rest,
    id: idAt(at),
  }));
  await db.transaction((tx) => tx.rows(insertEntries(entries)));
  return entries.map(({ id }) => id);
}
