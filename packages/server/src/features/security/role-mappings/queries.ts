/** The SQL statements about role mappings. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleRoles } from '../../accounts/roles/index.ts';
import { visibleMappings } from './access.ts';
import { mappingColumns, type MappingRow } from './json.ts';

/** Selects the mappings of the actor's tenant, ordered by name. */
export const selectMappings = (tx: Tx, actor: Actor): Promise<MappingRow[]> =>
  tx.rows(sql`
    select ${mappingColumns}
    from role_mapping m
    where ${visibleMappings(actor)}
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
export type ManagedRole = { id: string; name: string; given: boolean };

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
    where ${visibleRoles(actor)}
      and exists (
        select
        from role_mapping_role mr
        where mr.role_id = r.id
          and mr.tenant_id = r.tenant_id)
    order by r.id
    for key share of r`);
