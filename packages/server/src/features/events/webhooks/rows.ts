/** The statements about webhooks. Each one that finds or locks a webhook for a caller checks the tenant and the right. */
import type { Schema } from '@millrace/contract';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';

/** The row of a webhook. */
export type WebhookRow = {
  id: string;
  tenant_id: string;
  name: string;
  url: string;
  description: string | null;
  level: Schema<'WebhookLevel'>;
  owner_id: string | null;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_reason_code: string | null;
  event_types: string[];
  /** The event types that were written in the words of the published product. */
  vendor_words: string[];
  filter: string | null;
  headers: Record<string, string>;
  encrypted_header_names: string[];
  encrypted_headers: Buffer | null;
  secret: Buffer | null;
  former_secret: Buffer | null;
  former_secret_until: Date | null;
  cloud_events: boolean;
  checks_revocation: boolean;
  origin: Schema<'WebhookOrigin'>;
  created_by: string;
  updated_by: string;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `WebhookRow`, for statements with the alias `w`. */
export const webhookColumns: Sql = sql`
  w.id, w.tenant_id, w.name, w.url, w.description, w.level, w.owner_id, w.enabled, w.disabled_reason, w.disabled_reason_code, w.event_types, w.vendor_words, w.filter,
  w.headers, w.encrypted_header_names, w.encrypted_headers, w.secret, w.former_secret, w.former_secret_until, w.cloud_events, w.checks_revocation,
  w.origin, w.created_by, w.updated_by, w.created_at, w.updated_at`;

/** Returns whether a caller administers the webhooks of its tenant. */
const managesWebhooks = (actor: Actor): boolean => actor.permissions.has('SVC_WEBHOOK_MANAGEMENT');

/**
 * A caller sees and changes its own webhooks, or all if it administers them.
 * @rule webhooks.list.admin
 */
const guard = inTenant({
  noun: 'Webhook',
  table: sql`webhook`,
  alias: sql`w`,
  also: (actor) => sql`(w.owner_id = ${actor.id} or ${managesWebhooks(actor)})`,
});

/** Builds the condition for the webhooks `w` that a caller sees and changes. */
export const visibleWebhooks = guard.visible;

/** Finds a webhook that the actor sees. */
export const findWebhook = (tx: Tx, actor: Actor, id: string): Promise<WebhookRow> =>
  guard.find(tx, actor, id, { columns: webhookColumns });

/** Finds a webhook that the actor sees, and locks it for a change. */
export const lockWebhook = (tx: Tx, actor: Actor, id: string): Promise<WebhookRow> =>
  guard.lockContent(tx, actor, id, { columns: webhookColumns });

/** The columns that callers decide on, as `stored-fields.ts` fills them. */
export type StoredFields = Omit<
  WebhookRow,
  'id' | 'tenant_id' | 'level' | 'owner_id' | 'origin' | 'created_by' | 'updated_by' | 'created_at' | 'updated_at'
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
      id, tenant_id, name, url, description, level, owner_id, enabled, disabled_reason, disabled_reason_code, event_types, vendor_words, filter, headers,
      encrypted_header_names, encrypted_headers, secret, former_secret, former_secret_until, cloud_events, checks_revocation, origin, created_by, updated_by)
    values (
      ${id}, ${actor.tenant}, ${fields.name}, ${fields.url}, ${fields.description}, ${level}, ${level === 'user' ? actor.id : null}, ${fields.enabled},
      ${fields.disabled_reason}, ${fields.disabled_reason_code}, ${fields.event_types}::text[], ${fields.vendor_words}::text[], ${fields.filter}, ${json(fields.headers)}::jsonb, ${fields.encrypted_header_names}::text[],
      ${fields.encrypted_headers}, ${fields.secret}, ${fields.former_secret}, ${fields.former_secret_until}, ${fields.cloud_events}, ${fields.checks_revocation}, ${origin}, ${actor.id}, ${actor.id})`);

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

/** Counts all webhooks of the level tenant, and the webhooks of the actor: those that it owns, and those of the level tenant that it has created. */
export const selectWebhookCounts = (tx: Tx, actor: Actor): Promise<{ own: number; ofTenant: number }> =>
  tx.only(sql`
    select count(*) filter (where coalesce(owner_id, created_by) = ${actor.id}) as own,
           count(*) filter (where level = 'tenant') as "ofTenant"
    from webhook
    where tenant_id = ${actor.tenant}`);
