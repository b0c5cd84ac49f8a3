/** The SQL statements by which features write the sharings of their entities. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { EntityType } from './entity-types.ts';

/** Makes an account of the tenant the owner of a new entity. */
export const shareNew = (tx: Tx, entity: { tenant: string; type: EntityType; id: string; owner: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into sharing (user_id, entity_type, entity_id, level, shared_by)
    select a.id, ${entity.type}, ${entity.id}, 3, a.id
    from account a
    where a.id = ${entity.owner}
      and a.tenant_id = ${entity.tenant}`);

/** A user or a group, and its level as a number. */
export type GivenLevel = { user: string | null; group: string | null; level: number };

/** Shares new entities with users and groups. If none of these is an owner, the account that creates the entities becomes the owner. */
export async function shareAllNew(
  tx: Tx,
  { tenant, type, ids, owner }: { tenant: string; type: EntityType; ids: readonly string[]; owner: string },
  given: readonly GivenLevel[],
): Promise<void> {
  if (ids.length === 0) return;
  const all = given.some(({ level }) => level === 3)
    ? given
    : [...given.filter(({ user }) => user !== owner), { user: owner, group: null, level: 3 }];
  await tx.rows(sql`
    insert into sharing (user_id, group_id, entity_type, entity_id, level, shared_by)
    select a.id, g.id, ${type}, e.id, r.level, ${owner}
    from json_to_recordset(${json(all)}::json) as r ("user" uuid, "group" uuid, level smallint)
    left join account a on a.id = r."user" and a.tenant_id = ${tenant}
    left join account_group g on g.id = r."group" and g.tenant_id = ${tenant}
    cross join unnest(${[...ids]}::uuid[]) as e (id)
    where num_nonnulls(a.id, g.id) = 1`);
}

/**
 * Deletes the sharings of deleted entities, and the record of those that were removed before.
 * @rule sharing.entities.deleted
 */
export async function removeSharings(tx: Tx, type: EntityType, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from sharing
    where entity_type = ${type}
      and entity_id = any (${[...ids]}::uuid[])`);
  await tx.rows(sql`
    delete from ended_sharing
    where entity_type = ${type}
      and entity_id = any (${[...ids]}::uuid[])`);
}
