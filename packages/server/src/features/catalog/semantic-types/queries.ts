/** The SQL statements about semantic types. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { found } from '../../../core/base/problem.ts';
import type { SemanticTypeRow } from './rules.ts';

/** Selects the types of a tenant. */
export const selectSemanticTypes = (tx: Tx, tenant: string): Promise<SemanticTypeRow[]> =>
  tx.rows(sql`
    select id, name, description, kind, expression, words
    from semantic_type
    where tenant_id = ${tenant}
    order by name, id`);

/** Adds a type. */
export const insertSemanticType = (tx: Tx, type: SemanticTypeRow & { tenant: string; author: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into semantic_type (id, tenant_id, name, description, kind, expression, words, created_by)
    values (${type.id}, ${type.tenant}, ${type.name}, ${type.description}, ${type.kind}, ${type.expression}, ${type.words}::text[], ${type.author})`);

/** Deletes a type of a tenant. Columns keep the name that they have. */
export async function removeSemanticType(tx: Tx, tenant: string, id: string): Promise<void> {
  const row = await tx.one(sql`
    delete from semantic_type
    where id = ${id}
      and tenant_id = ${tenant}
    returning id`);
  found(row, 'Semantic type', id);
}
