/** The events of groups. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import { momentText, raiseAbout, type EventActor } from '../../events/outbox/index.ts';
import { assignedRoles } from '../roles/index.ts';
import { groupProvider } from './json.ts';

/**
 * Raises an event of a group, after it was added or changed, and before it is deleted.
 * @rule events.groups.records
 */
export const raiseGroupEvent = (tx: Tx, actor: EventActor, action: 'created' | 'updated' | 'deleted', group: string): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.group.${action}`,
    actor,
    sql`
      select g.tenant_id, null::uuid as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', g.id, 'name', g.name, 'description', g.description, 'providerType', ${groupProvider(sql`g.external_id`)},
               'assignedRoles', ${assignedRoles(sql`ro.id in (select gl.role_id from group_role gl where gl.group_id = g.id)`)},
               'tenantId', g.tenant_id, 'createdAt', ${momentText(sql`g.created_at`)}, 'lastUpdatedAt', ${momentText(sql`g.updated_at`)}) as data
      from account_group g
      where g.id = ${group}`,
  );

/** A user that a group got or lost. */
export type MemberChange = { group: string; user: string; isNew: boolean };

/**
 * Raises an event for each group of which members were added or removed.
 * @rule events.groups.members
 */
export async function raiseMembersModified(tx: Tx, actor: EventActor, changes: readonly MemberChange[]): Promise<void> {
  if (changes.length === 0) return;
  const member = sql`jsonb_agg(jsonb_build_object('id', u.id, 'subject', u.login) order by u.login)`;
  await raiseAbout(
    tx,
    'com.service.v1.group.users.modified',
    actor,
    sql`
      select g.tenant_id, null::uuid as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', g.id, 'name', g.name, 'added', coalesce(${member} filter (where c."isNew"), '[]'),
               'removed', coalesce(${member} filter (where not c."isNew"), '[]'), 'tenantId', g.tenant_id) as data
      from json_to_recordset(${json(changes)}::json) as c ("group" uuid, "user" uuid, "isNew" boolean)
      join account_group g on g.id = c."group"
      join account u on u.id = c."user"
      group by g.id`,
  );
}

/**
 * Raises an event for a group that got or lost groups within it.
 * @rule events.groups.members
 */
export async function raiseNestingModified(
  tx: Tx,
  actor: EventActor,
  group: string,
  { added, removed }: Record<'added' | 'removed', readonly { id: string }[]>,
): Promise<void> {
  if (added.length + removed.length === 0) return;
  const named = (groups: readonly { id: string }[]): Sql => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name), '[]')
    from account_group m
    where m.id = any (${groups.map(({ id }) => id)}::uuid[]))`;
  await raiseAbout(
    tx,
    'com.service.v1.group.users.modified',
    actor,
    sql`
      select g.tenant_id, null::uuid as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', g.id, 'name', g.name, 'added', '[]'::jsonb, 'removed', '[]'::jsonb, 'addedGroups', ${named(added)},
               'removedGroups', ${named(removed)}, 'tenantId', g.tenant_id) as data
      from account_group g
      where g.id = ${group}`,
  );
}
