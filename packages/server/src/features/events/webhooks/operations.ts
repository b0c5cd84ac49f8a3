import type { Schema, WordsSent } from '@millrace/contract';
import { EVENT_TYPES } from '@millrace/contract/event-types';
import { and, escapeLike, sql, type Sql } from '../../../core/database/sql.ts';
import { listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockTenant } from '../../accounts/people/index.ts';
import { patchWebhook, WEBHOOK_PATCH } from './patch.ts';
import { WEBHOOKS } from './records.ts';
import { lockWebhook, removeWebhookRow, selectWebhookCounts } from './rows.ts';
import {
  requireCloudEventsKept,
  requireMayOwn,
  requireOwnerKept,
  requireReceiverUrl,
  requireRoomForWebhook,
  requireValidWebhook,
} from './rules.ts';
import { neutralTypes, storedHeaders, type WebhookFields } from './stored-fields.ts';
import { addWebhook, storeWebhook } from './writes.ts';

/** Lists webhooks. */
export const listWebhooks = endpoint('GET /api/v1/webhooks', {
  allow: 'signed-in',

  async run(call) {
    const { sort, limit, next, prev, name, url, level, enabled, eventTypes, origins, ownerId, createdByUserId, updatedByUserId } =
      call.query;
    const wanted = { name, url, level, enabled, eventTypes, origins, ownerId, createdByUserId, updatedByUserId };
    const conditions = [
      wanted.name !== undefined && isLike(sql`w.name`, wanted.name),
      wanted.url !== undefined && isLike(sql`w.url`, wanted.url),
      wanted.level !== undefined && sql`w.level = ${wanted.level}`,
      wanted.enabled !== undefined && sql`w.enabled = ${wanted.enabled}`,
      wanted.eventTypes !== undefined && sql`w.event_types && ${neutralTypes(listOf(wanted.eventTypes))}::text[]`,
      wanted.origins !== undefined && sql`w.origin = any (${listOf(wanted.origins)}::text[])`,
      wanted.ownerId !== undefined && sql`w.owner_id::text = ${wanted.ownerId.toLowerCase()}`,
      wanted.createdByUserId !== undefined && sql`w.created_by::text = ${wanted.createdByUserId.toLowerCase()}`,
      wanted.updatedByUserId !== undefined && sql`w.updated_by::text = ${wanted.updatedByUserId.toLowerCase()}`,
    ].filter((one) => one !== false);
    return listRecords(call, WEBHOOKS, { sort, limit, next, prev }, { only: and(conditions), parameters: wanted });
  },
});

/**
 * Ignores letter case; `*` stands for any characters.
 * @rule webhooks.list.wildcards
 */
const isLike = (column: Sql, text: string): Sql => sql`lower(${column}) like lower(${escapeLike(text).replaceAll(/\*+/g, '%')})`;

const listOf = (text: string): string[] => text.split(',').map((one) => one.trim());

type SentWebhook = Omit<Schema<'WebhookRequest'>, 'encryptedHeaders'>;

/** The fields that a creation and a replacement read in the same way. */
const sharedFieldsOf = (body: SentWebhook, wordsSent: WordsSent): Omit<WebhookFields, 'encryptedHeaders' | 'cloudEvents'> => ({
  name: body.name,
  url: body.url,
  description: body.description ?? null,
  enabled: body.enabled ?? false,
  eventTypes: neutralTypes(body.eventTypes ?? []),
  wordsSent,
  filter: body.filter || null,
  headers: body.headers ?? {},
  secret: body.secret ?? null,
  checksRevocation: body.checkCertificateRevocation ?? false,
});

/** Creates a webhook. */
export const createWebhook = endpoint('POST /api/v1/webhooks', {
  allow: 'signed-in',
  uniqueNames: true,

  async run(call) {
    const { actor, tx, body } = call;
    const { level = 'tenant', origin = 'api' } = body;
    requireMayOwn(actor, level, body.ownerId);
    const { encryptedHeaders = {}, enableCloudEventDelivery: cloudEvents = true } = body;
    const fields = { ...sharedFieldsOf(body, call.wordsSent), encryptedHeaders, cloudEvents };
    requireReceiverUrl(fields.url, call.settings.deliveries);
    requireValidWebhook(fields, level);
    await lockTenant(tx, actor);
    requireRoomForWebhook(level, await selectWebhookCounts(tx, actor));

    const id = await addWebhook(call, { level, origin }, fields);
    return { status: 201, body: await readRecord(call, WEBHOOKS, id) };
  },
});

/** Lists the event types of the catalogue. */
export const listEventTypes = endpoint('GET /api/v1/webhooks/event-types', {
  allow: 'signed-in',

  async run() {
    const data = Object.entries(EVENT_TYPES).map(([name, { title, description, category, levels }]) => ({
      name,
      title,
      description,
      category,
      levels: [...levels],
    }));
    return { status: 200, body: { data } };
  },
});

/** Reads a webhook. */
export const getWebhook = endpoint('GET /api/v1/webhooks/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, WEBHOOKS, call.path.id) };
  },
});

/** Changes a webhook by JSON Patch. */
export const changeWebhook = endpoint('PATCH /api/v1/webhooks/{id}', {
  allow: 'signed-in',
  uniqueNames: true,

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, WEBHOOK_PATCH);
    const row = await lockWebhook(tx, actor, path.id);
    const fields = patchWebhook(row, steps, call.wordsSent);
    // An unchanged URL is not checked again, so that a webhook can be disabled after a network was closed.
    if (fields.url !== row.url) requireReceiverUrl(fields.url, call.settings.deliveries);

    await storeWebhook(call, row, fields);
    return { status: 204 };
  },
});

/**
 * Replaces a webhook. Fields that are left out are cleared.
 * @rule webhooks.replace.cleared
 */
export const replaceWebhook = endpoint('PUT /api/v1/webhooks/{id}', {
  allow: 'signed-in',
  uniqueNames: true,

  async run(call) {
    const { actor, tx, path, body, secrets, now } = call;
    const row = await lockWebhook(tx, actor, path.id);
    requireOwnerKept(row, body);
    const { encryptedHeaders = {}, enableCloudEventDelivery: cloudEvents = row.cloud_events } = body;
    requireCloudEventsKept(row.cloud_events, cloudEvents);
    const stored = (names: readonly string[]) => (body.url === row.url ? storedHeaders(secrets, row, names, now) : {});
    const fields = {
      ...sharedFieldsOf(body, call.wordsSent),
      encryptedHeaders: Array.isArray(encryptedHeaders) ? stored(encryptedHeaders) : (encryptedHeaders as Record<string, string>),
      cloudEvents,
    };
    requireReceiverUrl(fields.url, call.settings.deliveries);
    requireValidWebhook(fields, row.level);

    await storeWebhook(call, row, fields);
    return { status: 200, body: await readRecord(call, WEBHOOKS, row.id) };
  },
});

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = endpoint('DELETE /api/v1/webhooks/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockWebhook(tx, actor, path.id);

    await removeWebhookRow(tx, id);
    return { status: 204 };
  },
});
