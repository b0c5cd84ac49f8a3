import type { Client } from '@millrace/contract/client';
import type { Schema } from '@millrace/contract';

import { isId, pickOne } from '../../names.ts';

const LARGEST_PAGE = 100;

/** Finds the id of an OAuth client by id or name. */
export async function findOauthClientId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const known: Schema<'OauthClient'>[] = [];
  let next: string | undefined;
  do {
    const { body } = await client.call('GET /api/v1/oauth-clients', {
      query: { limit: LARGEST_PAGE, ...(next !== undefined && { next }) },
    });
    known.push(...body.data);
    next = body.links.next && (new URL(body.links.next.href).searchParams.get('next') ?? undefined);
  } while (next !== undefined);
  return pickOne('OAuth client', idOrName, known, ({ clientId, clientName }) => ({ id: clientId, names: [clientName] })).clientId;
}
