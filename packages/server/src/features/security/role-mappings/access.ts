/** Finds role mappings, and the roles that a mapping names; each statement checks the tenant. */
import type { Permission } from '@millrace/contract';
import { found, notFound } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleRoles } from '../../accounts/roles/index.ts';
import { mappingColumns, type MappingRow } from './json.ts';

/** Builds the condition for the mappings `m` that a list shows. */
export const visibleMappings = (actor: Actor): Sql => sql`m.tenant_id = ${actor.tenant}`;

/**
 * Finds a mapping of the actor's tenant by its name.
 * @rule role-mappings.one.missing
 */
export const findMapping = async (tx: Tx, actor: Actor, name: string): Promise<MappingRow> =>
  found(
    await tx.one<MappingRow>(sql`
      select ${mappingColumns}
      from role_mapping m
      where m.name = ${name}
        and ${visibleMappings(actor)}`),
    'Role mapping',
    name,
  );

/** A role that a mapping names, with its permissions. */
export type MappedRole = { id: string; name: string; permissions: Permission[] };

/**
 * Finds roles of the actor's tenant by name or id, each once, and prevents their deletion until the transaction ends. A name is preferred to an id.
 * @rule role-mappings.set.roles
 */
export async function holdNamedRoles(tx: Tx, actor: Actor, texts: readonly string[]): Promise<MappedRole[]> {
  const rows = await tx.rows<MappedRole>(sql`
    select r.id, r.name, array(
             select p.permission
             from role_permission p
             where p.role_id = r.id) as permissions
    from role r
    where (r.name = any (${[...texts]}::text[]) or r.id::text = any (${texts.map((text) => text.toLowerCase())}::text[]))
      and ${visibleRoles(actor)}
    order by r.id
    for key share`);
  return [...new Set(texts.map((text) => roleOf(rows, text)))];
}

function roleOf(rows: readonly MappedRole[], text: string): MappedRole {
  const role = rows.find(({ name }) => name === text) ?? rows.find(({ id }) => id === text.toLowerCase());
  if (role === undefined) throw notFound('Role', text);
  return role;
}
