/** The events of personal access tokens, which the API also calls API keys. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { momentText, raiseAbout, type EventActor } from '../../events/outbox/index.ts';

/**
 * Raises events of tokens `k`, after they were added or changed, and before they are deleted.
 * @rule events.api-keys.records
 */
export const raiseTokenEvents = (tx: Tx, actor: EventActor, action: 'created' | 'updated' | 'deleted', where: Sql): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.api-key.${action}`,
    actor,
    sql`
      select a.tenant_id, null::uuid as space_id, k.id as resource_id, k.account_id as owner_id, jsonb_build_object(
               'id', k.id, 'description', k.name, 'sub', k.account_id, 'expired', coalesce(k.expires_at <= now(), false),
               'expiry', ${momentText(sql`k.expires_at`)}, 'tenantId', a.tenant_id, 'created', ${momentText(sql`k.created_at`)}) as data
      from personal_access_token k
      join account a on a.id = k.account_id
      where ${where}
      order by k.id`,
  );
