/** Reads entries of the audit log; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { entryColumns, type AuditRow } from './json.ts';

/**
 * Builds the condition for the entries that a caller sees, of the table or alias `e`.
 * @rule audit-log.all.tenant
 */
export const visibleEntries = (actor: Actor): Sql => sql`e.tenant_id = ${actor.tenant}`;

/** Finds an entry of the actor's tenant. */
export const findAuditEntry = async (tx: Tx, actor: Actor, id: string): Promise<AuditRow> =>
  found(
    await tx.one<AuditRow>(sql`
      select ${entryColumns}
      from audit_entry e
      where e.id = ${id}
        and ${visibleEntries(actor)}`),
    'Audit entry',
    id,
  );

/** Returns whether an id is that of an entry of the actor's tenant. */
export const isEntry = (tx: Tx, actor: Actor, id: string): Promise<boolean> =>
  tx.any(sql`
    select
    from audit_entry e
    where e.id = ${id}
      and ${visibleEntries(actor)}`);
