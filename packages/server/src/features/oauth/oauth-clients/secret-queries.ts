/** The SQL statements about secrets of OAuth clients; each is bound to one client. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseSecretEvents } from './client-events.ts';

/** Adds a secret by its hash, and returns the time of its creation. */
export async function insertSecretHash(
  tx: Tx,
  actor: { id: string },
  client: string,
  secret: { hint: string; hash: Buffer },
): Promise<{ created_at: Date }> {
  const row = await tx.only<{ created_at: Date }>(sql`
    insert into oauth_client_secret (client_id, hint, hash, created_by)
    values (${client}, ${secret.hint}, ${secret.hash}, ${actor.id})
    returning created_at`);
  // A client that registers itself is no account.
  await raiseSecretEvents(tx, actor.id === client ? undefined : actor, 'created', client, secret.hint);
  return row;
}

/** Selects the hints of the secrets of a client. */
export const selectHints = async (tx: Tx, client: string): Promise<string[]> => {
  const rows = await tx.rows<{ hint: string }>(sql`
    select hint
    from oauth_client_secret
    where client_id = ${client}`);
  return rows.map(({ hint }) => hint);
};

/** Deletes all secrets of a client. */
export async function removeClientSecrets(tx: Tx, actor: EventActor, client: string): Promise<void> {
  await raiseSecretEvents(tx, actor, 'deleted', client);
  await tx.rows(sql`
    delete from oauth_client_secret
    where client_id = ${client}`);
}

/** Deletes a secret of a client, and returns its hint if there was one. */
export async function removeClientSecret(tx: Tx, actor: EventActor, client: string, hint: string): Promise<{ hint: string } | undefined> {
  await raiseSecretEvents(tx, actor, 'deleted', client, hint);
  return tx.one(sql`
    delete from oauth_client_secret
    where client_id = ${client}
      and hint = ${hint}
    returning hint`);
}

/** Stores the last uses of secrets, where they are later than the stored ones. */
export const updateSecretUses = (tx: Tx, uses: readonly { client: string; hint: string; at: Date }[]): Promise<unknown> =>
  tx.rows(sql`
    update oauth_client_secret s
    set last_used_at = u.at
    from unnest(
      ${uses.map(({ client }) => client)}::uuid[], ${uses.map(({ hint }) => hint)}::text[], ${uses.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as u (client_id, hint, at)
    where s.client_id = u.client_id
      and s.hint = u.hint
      and (s.last_used_at is null or s.last_used_at < u.at)`);
