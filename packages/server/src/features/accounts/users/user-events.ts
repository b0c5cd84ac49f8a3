/** The events of users. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { momentText, raiseAbout, type EventActor } from '../../events/outbox/index.ts';
import { assignedRoles } from '../roles/index.ts';

/**
 * Raises events of users, after they were added or changed with their roles, and before they are deleted. Service accounts raise none.
 * @rule events.users.records
 */
export const raiseUserEvents = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted',
  users: readonly { id: string }[],
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.user.${action}`,
    actor,
    sql`
      select u.tenant_id, null::uuid as space_id, u.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', u.id, 'subject', u.login, 'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.login), 'email', u.email,
               'status', case when ${action === 'deleted'} then 'deleted' when u.active then 'active' else 'disabled' end,
               'clientId', u.bot_client_id,
               'assignedRoles', ${assignedRoles(sql`ro.id in (select rm.role_id from account_role rm where rm.account_id = u.id)`)},
               'assignedGroups', coalesce((
                 select jsonb_agg(jsonb_build_object(
                   'id', gr.id, 'name', gr.name, 'providerType', case when gr.external_id is null then 'custom' else 'idp' end) order by gr.name)
                 from account_group_member gm
                 join account_group gr on gr.id = gm.group_id
                 where gm.account_id = u.id), '[]'),
               'preferredLocale', u.preferred_language, 'preferredZoneinfo', u.timezone, 'tenantId', u.tenant_id,
               'createdAt', ${momentText(sql`u.created_at`)}, 'lastUpdatedAt', ${momentText(sql`u.updated_at`)}) as data
      from account u
      where u.id = any (${users.map(({ id }) => id)}::uuid[])
        and u.user_type = 'HUMAN'`,
  );
