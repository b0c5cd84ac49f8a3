/** The alert rules of a caller. Each statement finds only its own rules. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { alertColumns, type AlertRow } from './json.ts';

/**
 * Builds the condition for the rules `r` that a caller sees and changes.
 * @rule alerts.all.own
 */
export const ownAlerts = (actor: Actor): Sql => sql`r.owner_id = ${actor.id} and r.tenant_id = ${actor.tenant}`;

/** Locks a rule of the caller for a change. */
export const lockAlert = async (tx: Tx, actor: Actor, id: string): Promise<AlertRow> =>
  found(
    await tx.one<AlertRow>(sql`
      select ${alertColumns}
      from alert_rule r
      where r.id = ${id}
        and ${ownAlerts(actor)}
      for update of r`),
    'Alert',
    id,
  );

/** Refuses recipients that are no people of the caller's tenant. */
export async function findRecipients(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const known = await tx.rows<{ id: string }>(sql`
    select u.id
    from account u
    where u.id = any (${[...ids]}::uuid[])
      and u.tenant_id = ${actor.tenant}
      and u.user_type = 'HUMAN'
      and u.bot_client_id is null`);
  const missing = ids.find((id) => !known.some((user) => user.id === id.toLowerCase()));
  found(missing === undefined ? true : undefined, 'User', missing ?? '');
}
