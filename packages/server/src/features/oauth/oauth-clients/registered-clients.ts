/** Clients that register themselves (RFC 7591). */
import type { WordsSent } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import type { Problem } from '../../../core/base/problem.ts';
import { forbidden, tooOften } from '../../../core/base/problem.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import type { ClientFields } from './client-row.ts';
import { countUnusedClients, findOnlyTenant, insertClient, removeUnusedClients, setConsent } from './queries.ts';
import { requireValidClient } from './rules.ts';
import { addClientSecret } from './secrets.ts';

/** The maximum number of registered clients of an install that no person has used yet. */
const MAX_UNUSED = 1000;

/**
 * Adds a client that registers itself, with a secret if it authenticates by one. The client is recorded as its own creator.
 * @rule oauth.register.tenant
 */
export async function registerClient(
  { tx, tokens, wordsSent }: { tx: Tx; tokens: Tokens; wordsSent: WordsSent },
  fields: ClientFields,
): Promise<{ id: string; secret?: string }> {
  requireValidClient(fields);
  const tenant = await findOnlyTenant(tx);
  if (tenant === undefined) throw severalTenants();
  const { count } = await countUnusedClients(tx);
  if (count >= MAX_UNUSED) throw tooOften(`${count} registered clients wait for their first use: try again later.`, 600);

  const id = newId();
  const actor = { tenant, id };
  await insertClient(tx, actor, id, fields, wordsSent);
  await setConsent(tx, actor, id, 'required');
  if (!fields.allowedAuthMethods.includes('client_secret')) return { id };
  return { id, secret: (await addClientSecret({ actor, tx, tokens }, id)).secret };
}

const severalTenants = (): Problem =>
  forbidden(
    'access_denied',
    'This install has several tenants, so clients cannot register themselves: ask an administrator to create one.',
  );

const AT_ONCE = 1000;

/**
 * Removes registered clients that no person has used within an hour.
 * @rule oauth.register.unused
 */
export const deleteUnusedClients: Timer = {
  name: 'forget-unused-clients',
  milliseconds: 60_000,
  does: 'removes OAuth clients that registered themselves and that no person has used within an hour',
  async run({ db }) {
    while ((await removeUnusedClients(db.writer, AT_ONCE)).length === AT_ONCE);
  },
};
