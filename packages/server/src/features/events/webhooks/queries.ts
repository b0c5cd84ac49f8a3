/** The SQL statements about webhooks. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { WebhookRow } from './webhook-row.ts';

/** The columns that a change replaces. */
export type StoredFields = Pick<
  WebhookRow,
  | 'name'
  | 'url'
  | 'description'
  | 'enabled'
  | 'disabled_reason'
  | 'disabled_reason_code'
  | 'event_types'
  | 'vendor_words'
  | 'filter'
  | 'headers'
  | 'encrypted_header_names'
  | 'encrypted_headers'
  | 'secret'
  | 'former_secret'
  | 'former_secret_until'
  | 'cloud_events'
  | 'checks_revocation'
>;

/** Adds a webhook of the actor. */
export const insertWebhookRow = (
  tx: Tx,
  actor: Actor,
  { id, level, origin }: Pick<WebhookRow, 'id' | 'level' | 'origin'>,
  fields: StoredFields,
): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook (
      id, tenant_id, name, url, description, level, owner_id, enabled, event_types, vendor_words, filter, headers, encrypted_header_names, encrypted_headers, secret,
      cloud_events, checks_revocation, origin, created_by, updated_by)
    values (
      ${id}, ${actor.tenant}, ${fields.name}, ${fields.url}, ${fields.description}, ${level}, ${level === 'user' ? actor.id : null}, ${fields.enabled},
      ${fields.event_types}::text[], ${fields.vendor_words}::text[], ${fields.filter}, ${json(fields.headers)}::jsonb, ${fields.encrypted_header_names}::text[],
      ${fields.encrypted_headers}, ${fields.secret}, ${fields.cloud_events}, ${fields.checks_revocation}, ${origin}, ${actor.id}, ${actor.id})`);

/** Replaces the fields of a locked webhook. */
export const updateWebhookRow = (tx: Tx, actor: Actor, id: string, fields: StoredFields): Promise<unknown> =>
  tx.rows(sql`
    update webhook
    set name = ${fields.name},
        url = ${fields.url},
        description = ${fields.description},
        enabled = ${fields.enabled},
        disabled_reason = ${fields.disabled_reason},
        disabled_reason_code = ${fields.disabled_reason_code},
        event_types = ${fields.event_types}::text[],
        vendor_words = ${fields.vendor_words}::text[],
        filter = ${fields.filter},
        headers = ${json(fields.headers)}::jsonb,
        encrypted_header_names = ${fields.encrypted_header_names}::text[],
        encrypted_headers = ${fields.encrypted_headers},
        secret = ${fields.secret},
        former_secret = ${fields.former_secret},
        former_secret_until = ${fields.former_secret_until},
        cloud_events = ${fields.cloud_events},
        checks_revocation = ${fields.checks_revocation},
        updated_by = ${actor.id},
        updated_at = now()
    where id = ${id}`);

/** Deletes a locked webhook; a trigger ends its subscriptions. */
export const removeWebhookRow = (tx: Tx, id: string): Promise<unknown> => tx.rows(sql`delete from webhook where id = ${id}`);

/** Counts the webhooks of the actor, of both levels, and those of the tenant's level. One of this level belongs to the account that created it. */
export const selectWebhookCounts = (tx: Tx, actor: Actor): Promise<{ own: number; ofTenant: number }> =>
  tx.only(sql`
    select count(*) filter (where coalesce(owner_id, created_by) = ${actor.id}) as own,
           count(*) filter (where level = 'tenant') as "ofTenant"
    from webhook
    where tenant_id = ${actor.tenant}`);

/** Disables webhooks that are still enabled, and returns them. */
export const markDisabled = (
  tx: Tx,
  webhooks: readonly { id: string; code: string; reason: string }[],
): Promise<Pick<WebhookRow, 'id' | 'tenant_id' | 'owner_id' | 'name'>[]> =>
  tx.rows(sql`
    update webhook w
    set enabled = false,
        disabled_reason_code = n.code,
        disabled_reason = n.reason
    from json_to_recordset(${json(webhooks)}::json) as n (id uuid, code text, reason text)
    where w.id = n.id
      and w.enabled
    returning w.id, w.tenant_id, w.owner_id, w.name`);
