/** The SQL statements with which features of entities keep the sharings of these. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { EntityType } from './entity-types.ts';

/** Makes an account of the tenant the owner of a new entity. */
export const shareNew = (tx: Tx, entity: { tenant: string; type: EntityType; id: string; owner: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into sharing (user_id, entity_type, entity_id, level, shared_by)
    select a.id, ${entity.type}, ${entity.id}, 3, a.id
    from account a
    where a.id = ${entity.owner}
      and a.tenant_id = ${entity.tenant}`);

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
