import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { addEntries, type EntryTerms } from './entries.fixture.ts';

const server = await startTestServer();
const { call, make, platform } = server;

const tenant = await make.otherTenant();
const { token, id: viewer } = await make.user({ tenant, permissions: ['AUDIT_LOGS_VIEW'] });
const other = crypto.randomUUID();
const ACTIONS = ['groups.create-group', 'groups.delete-group', 'tasks.create-task', 'workspaces.create-workspace'];

const start = Date.UTC(2026, 0, 30);
const at = (index: number): Date => new Date(start + index * 3_600_000);
const terms: EntryTerms[] = Array.from({ length: 60 }, (_, index) => ({
  tenant_id: tenant,
  at: at(index),
  account_id: [viewer, other, undefined][index % 3],
  action: ACTIONS[index % 4] ?? '',
}));
const ids = await addEntries(platform, terms);
await addEntries(platform, [{ tenant_id: await make.otherTenant(), at: at(1), account_id: viewer, action: 'sharing.hidden' }]);

type Query = Record<string, unknown>;
const list = (query: Query): Promise<Answer> => call('GET /api/v1/audits', { token, query });
const indexes = ({ body }: Answer): number[] => body.data.map(({ id }: { id: string }) => ids.indexOf(id));
const all = async (query: Query): Promise<number[]> => {
  const answer = await list({ limit: 100, ...query });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return indexes(answer);
};
/** The events that a filter must select, newest first. */
const expected = (fits: (one: EntryTerms, index: number) => boolean): number[] =>
  terms.flatMap((one, index) => (fits(one, index) ? [index] : [])).toReversed();

test('audit-log.audits.period', async () => {
  const text = (index: number): string => at(index).toISOString();
  assert.deepEqual(
    await all({ eventTime: `${text(10)}/${text(20)}` }),
    expected((_, index) => index >= 10 && index < 20),
  );
  assert.deepEqual(
    await all({ eventTime: `${text(50)}/` }),
    expected((_, index) => index >= 50),
  );
  assert.deepEqual(await all({ eventTime: `/${text(3)}` }), [2, 1, 0]);
  assert.deepEqual(await all({ eventTime: '2026-01-30/2026-01-30T02:00:00+01:00' }), [0]);
  for (const eventTime of ['2026-01-30', 'x/y', '2026-01-31/2026-01-30', '1/', '2026-13-01/', '2026-01-30/2026-01-31/'])
    assertRefused(await list({ eventTime }), 400, 'malformed_request');
});

test('audit-log.audits.filters', async () => {
  const eventType = 'com.service.v1.groups.create-group';
  assert.deepEqual(
    await all({ eventType }),
    expected(({ action }) => action === ACTIONS[0]),
  );
  assert.deepEqual(
    await all({ source: 'com.service/groups' }),
    expected(({ action }) => action === ACTIONS[0] || action === ACTIONS[1]),
  );
  assert.deepEqual(
    await all({ userId: viewer }),
    expected(({ account_id: id }) => id === viewer),
  );
  assert.deepEqual(
    await all({ userId: viewer, eventType, source: 'com.service/groups' }),
    expected(({ account_id: id, action }) => id === viewer && action === ACTIONS[0]),
  );
  assert.deepEqual(await all({ eventType, source: 'com.service/tasks' }), []);
  assert.deepEqual(
    await all({ userId: other, source: 'com.service/tasks', eventTime: `${at(20).toISOString()}/` }),
    expected(({ account_id: id, action }, index) => id === other && action === ACTIONS[2] && index >= 20),
  );
  assert.deepEqual(await all({ id: [ids[3], ids[7], crypto.randomUUID()].join(',') }), [7, 3]);
  assert.deepEqual(await all({ id: [ids[3], ids[4]].join(','), eventType }), [4]);
  for (const nothing of [{ eventType: 'x' }, { source: 'com.service/' }, { source: 'groups' }, { userId: crypto.randomUUID() }])
    assert.deepEqual(await all(nothing), [], JSON.stringify(nothing));
  assertRefused(await list({ userId: 'x' }), 400, 'malformed_request');
  assertRefused(await list({ id: 'x' }), 400, 'malformed_request');
  assertRefused(await list({ id: '-'.repeat(36) }), 400, 'malformed_request');
});

test('audit-log.audits.sort', async () => {
  const byTime = terms.map((_, index) => index);
  assert.deepEqual(await all({}), byTime.toReversed());
  assert.deepEqual(await all({ sort: '-eventTime' }), byTime.toReversed());
  for (const sort of ['eventTime', '+eventTime']) assert.deepEqual(await all({ sort }), byTime);
  const byAction = byTime.toSorted((a, b) => (a % 4) - (b % 4) || a - b);
  for (const sort of ['eventType', '+source']) assert.deepEqual(await all({ sort }), byAction);
  for (const sort of ['-eventType', '-source']) assert.deepEqual(await all({ sort }), byAction.toReversed());
  assertRefused(await list({ sort: 'userId' }), 400, 'malformed_request');
});

describe('audit-log.audits.links', () => {
  const filters: Query[] = [{}, { userId: viewer }, { source: 'com.service/groups' }, { eventType: 'com.service.v1.tasks.create-task' }];
  for (const filter of filters)
    for (const sort of ['-eventTime', 'eventTime', 'eventType', '-source'])
      test(`${JSON.stringify(filter)} ordered by ${sort}`, async () => {
        const whole = await all({ ...filter, sort });
        const forwards: number[] = [];
        let answer = await list({ ...filter, sort, limit: 7 });
        assert.equal('prev' in answer.body.links, false);
        for (let pages = 1; ; pages += 1) {
          assert.ok(pages < 20);
          forwards.push(...indexes(answer));
          if (!answer.body.links.next) break;
          answer = await list(Object.fromEntries(new URL(answer.body.links.next.href).searchParams));
        }
        assert.deepEqual(forwards, whole);
        const backwards: number[] = [...indexes(answer)];
        while (answer.body.links.prev) {
          answer = await list(Object.fromEntries(new URL(answer.body.links.prev.href).searchParams));
          backwards.unshift(...indexes(answer));
        }
        assert.deepEqual(backwards, whole);
      });
});

test('audit-log.audits.cursor', async () => {
  for (const cursor of ['x', Buffer.from('no cursor').toString('base64url'), Buffer.from(`${'-'.repeat(36)} a.b`).toString('base64url')])
    for (const side of ['next', 'prev']) assertRefused(await list({ [side]: cursor }), 400, 'malformed_request');
  const { links } = (await list({ limit: 1 })).body;
  const { next } = Object.fromEntries(new URL(links.next.href).searchParams);
  assertRefused(await list({ next, prev: next }), 400, 'malformed_request');
});

test('audit-log.audits.types', async () => {
  const types = await call('GET /api/v1/audits/types', { token });
  assert.deepEqual(types.body, { data: ACTIONS.map((action) => `com.service.v1.${action}`) });
  const sources = await call('GET /api/v1/audits/sources', { token });
  assert.deepEqual(sources.body, { data: ['com.service/groups', 'com.service/tasks', 'com.service/workspaces'] });
});

test('shows an event in the form of the published API', async () => {
  const { body } = await call('GET /api/v1/audits/{id}', { token, path: { id: ids[0] ?? '' } });
  const { data, links, ...rest } = body;
  assert.deepEqual(rest, {
    id: ids[0],
    eventId: ids[0],
    eventTime: at(0).toISOString(),
    eventType: 'com.service.v1.groups.create-group',
    eventTypeVersion: '1.0.0',
    source: 'com.service/groups',
    contentType: 'application/json',
    tenantId: tenant,
    userId: viewer,
    extensions: { actor: { sub: viewer } },
  });
  assert.equal(links.self.href, `${server.url}/api/v1/audits/${ids[0]}`);
  assert.equal(data.username, 'test');
});
