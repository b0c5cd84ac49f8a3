/** Access to accounts: a secret, a password or a link with which a caller may act as an account. */
import { RIGHTS, type Permission, type Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds, mayGiveRights } from './rights.ts';
import { requireHeld } from './rules.ts';

/** An account with its tenant-wide permissions. */
type GivenAccount = { id: string; kind: 'user' | 'service account'; name: string; permissions: Iterable<Permission> };

/** Requires that the caller holds all permissions of an account, and all its rights on workspaces. Otherwise the caller would get them with the access. */
export async function requireAccessHeld(tx: Tx, actor: Actor, account: GivenAccount): Promise<void> {
  const rights = (await selectRightsNotHeld(tx, actor, account.id)).map((right) => `${right} on a workspace`);
  requireHeld(actor, { ...account, rights });
}

/** Selects the rights that an account holds on some workspace, and that the actor neither holds there nor may give. */
async function selectRightsNotHeld(tx: Tx, actor: Actor, account: string): Promise<Right[]> {
  const rows = await tx.rows<{ name: Right }>(sql`
    select distinct n.name
    from workspace w
    cross join unnest(${[...RIGHTS]}::text[]) as n (name)
    where w.tenant_id = ${actor.tenant}
      and ${accountHolds(sql`${account}`, sql`n.name`)}
      and not ${mayGiveRights(actor)}
      and not ${accountHolds(sql`${actor.id}`, sql`n.name`)}`);
  const names = new Set(rows.map(({ name }) => name));
  return RIGHTS.filter((right) => names.has(right));
}
