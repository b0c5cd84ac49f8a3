/** Functions for tests of webhooks. */
import assert from 'node:assert/strict';
import { sql } from '../../../core/database/sql.ts';
import type { Answer, TestServer } from '../../../../test/support/server.ts';
import type { WebhookRow } from './rows.ts';

/** An event type that webhooks of both levels can receive. */
export const FINISHED = 'com.service.v1.task.run.finished';

/** A secret of the shortest length. */
export const SECRET = '0123456789abcdef0123456789abcdef';

/** The tables that operations of webhooks write. */
export const WEBHOOK_TABLES = ['webhook', 'event_subscription', 'webhook_endpoint', 'webhook_delivery', 'event', 'outbox_event'];

/** The fields of a new webhook of a user. */
export const fieldsOfWebhook = (fields: object = {}): object => ({
  name: 'Failed loads',
  url: 'https://hooks.example.com/loads',
  level: 'user',
  eventTypes: [FINISHED],
  ...fields,
});

/** Returns functions that make, read and change webhooks. */
export function webhooksOn({ call, platform: { db } }: TestServer) {
  const read = async (id: string): Promise<Answer['body']> => (await call('GET /api/v1/webhooks/{id}', { path: { id } })).body;
  return {
    /** Creates a webhook, and returns its answer. */
    create: async (fields: object = {}, token?: string): Promise<Answer['body']> => {
      const sent = { body: fieldsOfWebhook(fields), ...(token !== undefined && { token }) };
      const { status, body } = await call('POST /api/v1/webhooks', sent);
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    },

    /** Reads a webhook. */
    read,

    /** The row of a webhook. */
    row: (id: string): Promise<WebhookRow> => db.reader.only(sql`select w.* from webhook w where w.id = ${id}`),

    /** The types of the subscriptions of a webhook. */
    subscribed: async (id: string): Promise<string[]> => {
      const rows = await db.reader.rows<{ type: string }>(sql`
        select type
        from event_subscription
        where subscriber_id = ${id}
          and subscriber_kind = 'webhook'
        order by type`);
      return rows.map(({ type }) => type);
    },
  };
}
