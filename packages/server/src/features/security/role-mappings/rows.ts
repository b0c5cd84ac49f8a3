/** The statements about role mappings, and about the roles that a mapping names. Each one checks the tenant. */
import type { Permission } from '@millrace/contract';
import { notFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ROLE_ROWS } from '../../accounts/people/index.ts';
import { inTenant } from '../held/index.ts';

/** The row of a mapping, with the names of its roles in alphabetical order. */
export type MappingRow = { name: string; roles: string[] };

/**
 * The columns of `MappingRow`, for statements with the alias `m`.
 * @rule role-mappings.roles.deleted
 */
const mappingColumns: Sql = sql`
  m.name,
  array(
    select r.name
    from role_mapping_role mr
    join role r on r.id = mr.role_id
    where mr.tenant_id = m.tenant_id
      and mr.name = m.name
    order by r.name) as roles`;

const guard = inTenant({ noun: 'Role mapping', table: sql`role_mapping`, alias: sql`m`, id: sql`m.name` });

/**
 * Finds a mapping of the actor's tenant by its name.
 * @rule role-mappings.one.missing
 */
export const findMapping = (tx: Tx, actor: Actor, name: string): Promise<MappingRow> =>
  guard.find(tx, actor, name, { columns: mappingColumns });

/** A role that a mapping names, with its permissions. */
type MappedRole = { id: string; name: string; permissions: Permission[] };

/**
 * Finds roles of the actor's tenant by name or id, each once, or refuses an unknown one, and prevents their deletion until the transaction ends. A name is
 * preferred to an id.
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
      and ${ROLE_ROWS.visible(actor)}
    order by r.id
    for key share`);
  return [...new Set(texts.map((text) => roleOf(rows, text)))];
}

function roleOf(rows: readonly MappedRole[], text: string): MappedRole {
  const role = rows.find(({ name }) => name === text) ?? rows.find(({ id }) => id === text.toLowerCase());
  if (role === undefined) throw notFound('Role', text);
  return role;
}

/** Selects the mappings of the actor's tenant, ordered by name. */
export const selectMappings = (tx: Tx, actor: Actor): Promise<MappingRow[]> =>
  tx.rows(sql`
    select ${mappingColumns}
    from role_mapping m
    where ${guard.visible(actor)}
    order by m.name`);

/**
 * Stores a mapping with exactly these roles.
 * @rule role-mappings.set.replace
 */
export async function upsertMapping(tx: Tx, actor: Actor, name: string, roles: readonly { id: string }[]): Promise<void> {
  const ids = roles.map(({ id }) => id);
  // The update locks the row, so that of two simultaneous changes the later one replaces the other as a whole.
  await tx.rows(sql`
    insert into role_mapping (tenant_id, name)
    values (${actor.tenant}, ${name})
    on conflict (tenant_id, name) do update
    set name = excluded.name`);
  await tx.rows(sql`
    delete from role_mapping_role
    where tenant_id = ${actor.tenant}
      and name = ${name}
      and role_id <> all (${ids}::uuid[])`);
  await tx.rows(sql`
    insert into role_mapping_role (tenant_id, name, role_id)
    select ${actor.tenant}, ${name}, unnest(${ids}::uuid[])
    on conflict do nothing`);
}

/** Removes a mapping of the actor's tenant. */
export const removeMapping = (tx: Tx, actor: Actor, name: string): Promise<unknown> =>
  tx.rows(sql`
    delete from role_mapping
    where tenant_id = ${actor.tenant}
      and name = ${name}`);

/**
 * Removes all mappings of the actor's tenant.
 * @rule role-mappings.delete.all
 */
export const removeMappings = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    delete from role_mapping
    where tenant_id = ${actor.tenant}`);

/** A role of a mapping, and whether one of the given names maps to it. */
type ManagedRole = { id: string; name: string; given: boolean };

/**
 * Selects the roles of all mappings of a tenant, and prevents their deletion until the transaction ends.
 * @rule sign-in.openid.roles
 */
export const holdMappedRoles = (tx: Tx, actor: Pick<Actor, 'tenant'>, names: readonly string[]): Promise<ManagedRole[]> =>
  tx.rows(sql`
    select r.id, r.name,
           exists (
             select
             from role_mapping_role mr
             where mr.role_id = r.id
               and mr.tenant_id = r.tenant_id
               and mr.name = any (${[...names]}::text[])) as given
    from role r
    where ${ROLE_ROWS.visible(actor)}
      and exists (
        select
        from role_mapping_role mr
        where mr.role_id = r.id
          and mr.tenant_id = r.tenant_id)
    order by r.id
    for key share of r`);
