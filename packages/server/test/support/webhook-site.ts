/** A server with webhooks whose receivers belong to the test. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import { raiseEvents } from '../../src/features/events/outbox/index.ts';
import { TestAuthority } from './authority.ts';
import { eventually } from './install.ts';
import { startOwnServer, type TestServer } from './server.ts';

/** The type of the events. */
export const EVENT_OF_SITE = 'com.service.v1.task.run.finished' as const;

/** The differences from an event without workspace, owner and actor. */
export type EventTerms = { resource?: string; space?: string; owner?: string; actor?: string };

/** The row of a delivery. */
export type DeliveryRecord = {
  id: string;
  event_id: string;
  is_waiting: boolean;
  attempts: number;
  succeeded: boolean | null;
  status_message: string | null;
  request_headers: Record<string, string> | null;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  seconds: number;
};

/** The server, its authority, and functions that make and read webhooks. */
export async function startWebhookSite(environment: Record<string, string> = {}, addressOf?: (url: string) => Promise<string>) {
  const authority = await TestAuthority.make();
  const folder = await mkdtemp(join(tmpdir(), 'millrace-authority-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  await writeFile(file, authority.cert);
  const server = await startOwnServer({ MILLRACE_WEBHOOK_CA: file, MILLRACE_WEBHOOK_NETWORKS: 'loopback', ...environment }, addressOf);
  return { ...server, authority, caFile: file, keys: await authority.certify(), ...webhooksOf(server) };
}

function webhooksOf({ call, platform: { db }, make }: TestServer) {
  /** Creates an enabled webhook of the tenant. */
  async function webhook(url: string, fields: object = {}, token?: string): Promise<string> {
    const body = { name: 'test', url, level: 'tenant', eventTypes: [EVENT_OF_SITE], enabled: true, ...fields };
    const answer = await call('POST /api/v1/webhooks', { body, ...(token !== undefined && { token }) });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id;
  }

  /** Changes fields of a webhook. */
  async function change(id: string, fields: Record<string, unknown>): Promise<void> {
    const body = Object.entries(fields).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
    const answer = await call('PATCH /api/v1/webhooks/{id}', { path: { id }, body });
    assert.equal(answer.status, 204, JSON.stringify(answer.body));
  }

  /** Raises events of one resource, by default a new one. Returns its id. */
  async function raise(count = 1, { resource = newId(), ...terms }: EventTerms = {}): Promise<string> {
    const tenant = await make.tenant();
    const data = { executionId: newId(), taskId: newId(), taskName: 'load', environmentId: newId(), workspaceId: newId() };
    const events = Array.from({ length: count }, (_, index) => ({
      type: EVENT_OF_SITE,
      tenant,
      resource,
      data: {
        ...data,
        status: 'ok' as const,
        executionStatus: 'EXECUTION_SUCCESS',
        finishedAt: new Date().toISOString(),
        processedRows: index,
        attempt: 1,
      },
      ...terms,
    }));
    await db.transaction(async (tx) => {
      for (const event of events) await raiseEvents(tx, [event]);
    });
    return resource;
  }

  /** The deliveries of a webhook, oldest first. */
  const deliveries = (id: string): Promise<DeliveryRecord[]> =>
    db.reader.rows(sql`
      select id, event_id, is_waiting, attempts, succeeded, status_message, request_headers, response_status, response_headers,
             response_body, extract(epoch from next_attempt_at - now())::float8 as seconds
      from webhook_delivery
      where webhook_id = ${id}
      order by event_number, id`);

  /** Waits until so many deliveries of a webhook have ended, and returns all. */
  const ended = (id: string, count: number): Promise<DeliveryRecord[]> =>
    eventually(`${count} deliveries to end`, async () => {
      const all = await deliveries(id);
      return all.filter(({ is_waiting }) => !is_waiting).length >= count ? all : undefined;
    });

  /** Waits until the first delivery of a webhook was attempted so many times. */
  const attempted = (id: string, count: number): Promise<DeliveryRecord> =>
    eventually(`${count} attempts`, async () => {
      const [first] = await deliveries(id);
      return first && first.attempts >= count ? first : undefined;
    });

  /** Makes the waiting deliveries of a webhook due now, as if their pauses were over. */
  const comeDue = (id: string): Promise<unknown> =>
    db.transaction(async (tx) => {
      await tx.rows(sql`update webhook_delivery set next_attempt_at = now() where webhook_id = ${id} and is_waiting`);
      await tx.rows(sql`update webhook_endpoint set due_at = now(), paused_until = null where webhook_id = ${id}`);
    });

  return { webhook, change, raise, deliveries, ended, attempted, comeDue };
}
