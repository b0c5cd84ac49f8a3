/** Bot users: the accounts of OAuth clients that act for themselves. People cannot sign in as a bot user. */
import { newId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { revokeTokens } from '../tokens/index.ts';
import { holdRoles } from './role-rows.ts';
import { insertUserRoles, raiseUserEvents } from './user-rows.ts';

/**
 * Adds the bot user of an OAuth client, unless it exists, and returns its id. It is an administrator; the scopes of its tokens limit its permissions.
 * Raises its event.
 * @rule users.bots.administrator
 */
export async function addBot(tx: Tx, { tenant, client, name }: { tenant: string; client: string; name: string }): Promise<string> {
  // No mail server has the domain `invalid` (RFC 2606).
  const added = await tx.one<{ id: string }>(sql`
    insert into account (id, tenant_id, user_type, login, email, first_name, last_name, bot_client_id)
    values (${newId()}, ${tenant}, 'HUMAN', ${`servicebot\\${client}`}, ${`${client}@bots.invalid`}, ${name}, '', ${client})
    on conflict do nothing
    returning id`);
  if (!added) {
    const known = await tx.only<{ id: string }>(sql`
      select id
      from account
      where tenant_id = ${tenant}
        and bot_client_id = ${client}`);
    return known.id;
  }
  await insertUserRoles(tx, [added], await holdRoles(tx, { tenant }, [], true));
  await raiseUserEvents(tx, undefined, 'created', [added]);
  return added.id;
}

/**
 * Disables the bot user of a client that ends, if there is one, and revokes the tokens that it has created. Objects keep it as their author. Raises its
 * event.
 * @rule users.bots.ends
 */
export async function disableBot(tx: Tx, actor: { id: string; tenant: string }, client: string): Promise<void> {
  const bot = await tx.one<{ id: string }>(sql`
    update account
    set active = false
    where tenant_id = ${actor.tenant}
      and bot_client_id = ${client}
    returning id`);
  if (!bot) return;
  await revokeTokens(tx, actor, bot.id);
  await raiseUserEvents(tx, actor, 'updated', [bot]);
}
