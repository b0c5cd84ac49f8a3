/** The statements about the semantic types of tenants, and the checks that they describe. */
import { requireFound } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { BUILT_IN_TYPES, foldCase, type SemanticCheck } from './built-in-types.ts';
import { wholeValueMatcher } from './rules.ts';

/** The row of a type of a tenant. */
export type SemanticTypeRow = {
  id: string;
  name: string;
  description: string | null;
  kind: 'REGEX' | 'DICTIONARY';
  expression: string | null;
  words: string[] | null;
};

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

/** Deletes a type of a tenant, or refuses an unknown one. Columns keep the name that they have. */
export async function removeSemanticType(tx: Tx, tenant: string, id: string): Promise<void> {
  const row = await tx.one(sql`
    delete from semantic_type
    where id = ${id}
      and tenant_id = ${tenant}
    returning id`);
  requireFound(row, 'Semantic type', id);
}

/** Reads the types of a tenant, ready to check values. */
export const semanticChecks = async (tx: Tx, tenant: string): Promise<SemanticCheck[]> =>
  (await selectSemanticTypes(tx, tenant)).map(checkOf);

/** Finds a type of the tenant or a built-in one by its name, in any letter case. */
export const semanticTypeNamed = async (tx: Tx, tenant: string, name: string): Promise<SemanticCheck | undefined> =>
  [...BUILT_IN_TYPES, ...(await semanticChecks(tx, tenant))].find((one) => foldCase(one.name) === foldCase(name));

/** Makes the check of a type of a tenant. */
function checkOf({ name, description, expression, words }: SemanticTypeRow): SemanticCheck {
  const known = new Set((words ?? []).map(foldCase));
  return {
    name,
    description: description ?? '',
    fits: expression === null ? (text) => known.has(foldCase(text)) : wholeValueMatcher(expression),
  };
}
