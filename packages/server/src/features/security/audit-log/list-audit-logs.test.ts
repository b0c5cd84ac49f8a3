// run: own server because it sets MILLRACE_AUDIT_DAYS
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTimer } from '../../../../test/support/background.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { addEntries } from './entries.fixture.ts';

const server = await startTestServer({ MILLRACE_AUDIT_DAYS: '100' });
const { call, make, platform } = server;

const HOUR = 3_600_000;
const now = Date.now();
const ago = (hours: number): Date => new Date(now - hours * HOUR);

const tenant = await make.otherTenant();
const viewer = await make.user({ tenant, permissions: ['AUDIT_LOGS_VIEW'] });
const weak = await make.user({ tenant });
/** Newest first: the first entry is the newest. */
const HOURS = [1, 2, 2.01, 2.02, 5, 24, 25, 26, 400, 800, 90 * 24, 101 * 24];
const ids = await addEntries(
  platform,
  HOURS.map((hours) => ({ tenant_id: tenant, at: ago(hours) })),
);
const KEPT = HOURS.length - 1;

const list = (query: Record<string, unknown> = {}): Promise<Answer> => call('GET /security/audit/logs', { token: viewer.token, query });
const listed = async (query: Record<string, unknown> = {}): Promise<number[]> => {
  const { status, body } = await list(query);
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ logId }: { logId: string }) => ids.indexOf(logId));
};

test('audit-log.all.permission', async () => {
  assertRefused(await call('GET /security/audit/logs', { token: weak.token }), 403, 'forbidden');
  assertRefused(await call('GET /api/v1/audits', { token: weak.token }), 403, 'forbidden');
});

test('audit-log.all.tenant', async () => {
  assert.deepEqual((await call('GET /security/audit/logs')).body, []);
  assert.deepEqual((await call('GET /api/v1/audits')).body.data, []);
  assert.equal((await call('GET /api/v1/audits/{id}', { path: { id: ids[0] ?? '' } })).status, 404);
  assert.equal((await call('GET /api/v1/audits/{id}', { token: viewer.token, path: { id: ids[0] ?? '' } })).status, 200);
});

test('audit-log.list.future', async () => {
  assertRefused(await list({ fromDate: new Date(now + HOUR).toISOString() }), 400, 'malformed_request');
  assert.deepEqual(await listed({ fromDate: ago(1.5).toISOString(), toDate: new Date(now + HOUR).toISOString() }), [0]);
});

describe('audit-log.list.order', () => {
  test('refuses a period that ends before it begins', async () => {
    assertRefused(await list({ fromDate: ago(1).toISOString(), toDate: ago(2).toISOString() }), 400, 'malformed_request');
    assertRefused(await list({ fromDate: 'yesterday' }), 400, 'malformed_request');
    assert.deepEqual(await listed({ fromDate: ago(1).toISOString(), toDate: ago(1).toISOString() }), []);
  });

  test('lists a period newest first', async () => {
    assert.deepEqual(await listed({ fromDate: ago(25).toISOString(), toDate: ago(2).toISOString() }), [2, 3, 4, 5, 6]);
    assert.deepEqual(await listed({ toDate: ago(400).toISOString() }), [9, 10]);
  });
});

test('audit-log.list.clamped', async () => {
  const kept = Array.from({ length: KEPT }, (_, index) => index);
  assert.deepEqual(await listed(), kept);
  assert.deepEqual(await listed({ fromDate: '1999-01-01T00:00:00Z' }), kept);
});

test('audit-log.list.from-id', async () => {
  assert.deepEqual(await listed({ fromId: ids[2] }), [0, 1, 2]);
  assert.deepEqual(await listed({ fromId: ids[2]?.toUpperCase() }), [0, 1, 2]);
  assert.deepEqual(await listed({ fromId: crypto.randomUUID() }), []);
  assert.deepEqual(await listed({ fromId: crypto.randomUUID(), fromDate: ago(1.5).toISOString() }), [0]);
  assert.deepEqual(await listed({ fromId: ids[2], fromDate: ago(5).toISOString() }), [0, 1, 2, 3, 4]);
  assertRefused(await list({ fromId: 'x' }), 400, 'malformed_request');
  const { id } = await make.user({ permissions: ['AUDIT_LOGS_VIEW'] });
  assert.ok(id);
  assert.deepEqual((await call('GET /security/audit/logs', { query: { fromId: ids[0] } })).body, []);
});

describe('audit-log.list.page', () => {
  const check = async (): Promise<void> => {
    for (const size of [1, 2, 3, 5, 7, 100])
      for (const [query, expected] of [
        [{}, KEPT],
        [{ toDate: ago(2).toISOString() }, KEPT - 2],
        [{ fromDate: ago(30).toISOString() }, 8],
        [{ fromDate: ago(2.015).toISOString(), toDate: ago(2).toISOString() }, 1],
      ] as const) {
        const seen: number[] = [];
        const pages = Math.max(1, Math.ceil(expected / size));
        for (let page = 1; page <= pages + 1; page += 1) {
          const { body, headers } = await list({ ...query, size, page });
          seen.push(...body.map(({ logId }: { logId: string }) => ids.indexOf(logId)));
          const [total, count, number, last] = ['total-elements', 'total-pages', 'page-number', 'page-last'].map((name) =>
            headers.get(name),
          );
          assert.deepEqual(
            [total, count, number, last],
            [String(expected), String(pages), String(page), String(page >= pages)],
            JSON.stringify(query),
          );
        }
        assert.deepEqual(seen, await listed({ ...query, size: 100 }));
        assert.equal(seen.length, expected);
      }
  };
  test('gives exact totals of entries that are not sealed', check);

  test('gives exact totals of sealed entries, which are not counted again', async () => {
    await runTimer(platform, 'seal-audit-log');
    await check();
  });
});

test('audit-log.list.size', async () => {
  assertRefused(await list({ size: 1001 }), 400, 'malformed_request');
  assertRefused(await list({ size: 0 }), 400, 'malformed_request');
  assertRefused(await list({ page: 0 }), 400, 'malformed_request');
  assert.equal((await list({ size: 1000 })).status, 200);
  assert.deepEqual(await listed({ page: 5 }), []);
});
