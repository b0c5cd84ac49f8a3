/** The statements about the users and groups that can receive a sharing. */
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ENTITY_TYPES, type EntityType } from './entity-types.ts';

/** Selects the users and groups that can receive a sharing of entities of a type. */
export const selectEligibles = (
  tx: Tx,
  actor: Actor,
  type: EntityType,
): Promise<{ id: string; is_group: boolean; first_name: string | null; last_name: string | null; name: string | null }[]> =>
  tx.rows(sql`
    select a.id, false as is_group, a.first_name, a.last_name, null as name
    from account a
    where ${eligibleUsers(actor, type)}
    union all
    select g.id, true, null, null, g.name
    from account_group g
    where ${eligibleGroups(actor, type)}
    order by 2, 4, 3, 5, 1`);

/** Selects those of the users and groups that can receive a sharing, and prevents their deletion until the transaction ends. */
export async function lockEligibles(
  tx: Tx,
  actor: Actor,
  users: readonly string[],
  groups: readonly string[],
  type: EntityType,
): Promise<Set<string>> {
  const people = await tx.rows<{ id: string }>(sql`
    select a.id
    from account a
    where a.id = any (${[...users]}::uuid[])
      and ${eligibleUsers(actor, type)}
    order by a.id
    for key share`);
  const sets = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...groups]}::uuid[])
      and ${eligibleGroups(actor, type)}
    order by g.id
    for key share`);
  return new Set([...people, ...sets].map(({ id }) => id));
}

/**
 * Builds the condition for the accounts `a` that can receive a sharing.
 * @rule sharing.eligibles.active
 * @rule sharing.eligibles.permission
 */
function eligibleUsers(actor: Actor, type: EntityType): Sql {
  const { receivers } = ENTITY_TYPES[type];
  const permitted = sql`exists (
        select from effective_role r
        join role_permission p on p.role_id = r.role_id
        where r.account_id = a.id
          and p.permission = any (${[...(receivers ?? [])]}::text[]))`;
  return sql`a.tenant_id = ${actor.tenant} and a.user_type = 'HUMAN' and a.active and ${receivers ? permitted : sql`true`}`;
}

/**
 * Builds the condition for the groups `g` that can receive a sharing: where users need a permission, the roles of the group give it, or a member, of the
 * group or of groups within it, has it.
 * @rule sharing.eligibles.groups
 */
function eligibleGroups(actor: Actor, type: EntityType): Sql {
  const { receivers } = ENTITY_TYPES[type];
  if (!receivers) return sql`g.tenant_id = ${actor.tenant}`;
  return sql`g.tenant_id = ${actor.tenant} and (
        exists (
          select from group_role gr
          join role_permission p on p.role_id = gr.role_id
          where gr.group_id = g.id
            and p.permission = any (${[...receivers]}::text[]))
        or exists (
          with recursive inner_groups (id) as (
            select g.id
            union
            select n.member_group_id
            from inner_groups i
            join group_nesting n on n.group_id = i.id)
          select from inner_groups i
          join account_group_member m on m.group_id = i.id
          join account a on a.id = m.account_id
          where ${eligibleUsers(actor, type)}))`;
}
