/** The events of roles. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { momentText, raiseAbout, type EventActor } from '../../events/outbox/index.ts';
import { roleLevel } from './json.ts';

/**
 * Raises an event of a role, after it was added or changed, and before it is deleted. The event does not contain its permissions.
 * @rule events.roles.records
 */
export const raiseRoleEvent = (tx: Tx, actor: EventActor, action: 'created' | 'updated' | 'deleted', role: string): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.role.${action}`,
    actor,
    sql`
      select r.tenant_id, null::uuid as space_id, r.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', r.id, 'name', r.name, 'description', r.description, 'type', case when r.built_in then 'default' else 'custom' end,
               'level', ${roleLevel(sql`r.id`)}, 'tenantId', r.tenant_id, 'createdAt', ${momentText(sql`r.created_at`)},
               'lastUpdatedAt', ${momentText(sql`r.updated_at`)}) as data
      from role r
      where r.id = ${role}`,
  );
