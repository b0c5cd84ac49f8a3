import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/schedules';
const server = await startTestServer();
const { call, make } = server;

const task = await make.task();
const north = { workspace: task.workspace, environment: task.environment };
const sibling = await make.workspace({ environment: north.environment });
const elsewhere = await make.workspace();
const all = {
  bound: await boundSchedule(server, task, { description: 'Nightly load' }),
  orphan: await make.schedule({ environment: north.environment, description: 'hourly sync' }),
  silent: await make.schedule({ environment: north.environment, triggers: [] }),
  elsewhere: await make.schedule({ environment: elsewhere.environment, description: 'nightly, elsewhere' }),
};
const nameOf = (id: string): string => Object.entries(all).find(([, schedule]) => schedule.id === id)?.[0] ?? id;
const list = async (query: Record<string, unknown>, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map((item: { id: string }) => nameOf(item.id));
};

test('the oldest schedule comes first, with its triggers', async () => {
  assert.deepEqual(await list({}), ['bound', 'orphan', 'silent', 'elsewhere']);
  const { items } = (await call(ROUTE)).body;
  assert.equal(items[0].triggers[0].name, 'noon');
  assert.deepEqual(items[2], { id: all.silent.id, triggers: [], environmentId: north.environment });
});

test('schedules.1.view', async () => {
  const { token } = await make.user({ rights: { [north.workspace]: ['VIEW'] } });
  assert.deepEqual(await list({}, token), ['bound', 'orphan', 'silent']);
  const manager = await make.user({ permissions: PERMISSIONS });
  assert.deepEqual(await list({}, manager.token), [], 'a permission does not replace a right');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [north.workspace]: ['VIEW'] } });
  assert.deepEqual(await list({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});

test('schedules.1.unlinked', async () => {
  const { token } = await make.user({ rights: { [sibling.id]: ['VIEW'] } });
  assert.deepEqual(await list({}, token), ['orphan', 'silent']);
});

test('schedules.list.environment', async () => {
  assert.deepEqual(await list({ environmentId: elsewhere.environment }), ['elsewhere']);
  assert.deepEqual(await list({ environmentId: newId() }), []);
});

test('schedules.list.bound', async () => {
  assert.deepEqual(await list({ onlyBound: true }), ['bound']);
  assert.deepEqual(await list({ onlyBound: false }), ['bound', 'orphan', 'silent', 'elsewhere']);
  assert.deepEqual(await list({ onlyBound: true, environmentId: elsewhere.environment }), []);
});

test('schedules.list.description', async () => {
  assert.deepEqual(await list({ descriptionFilter: '(?i)nightly' }), ['bound', 'elsewhere']);
  assert.deepEqual(await list({ descriptionFilter: '^night' }), ['elsewhere']);
  assert.deepEqual(await list({ descriptionFilter: 'ly (load|sync)$' }), ['bound', 'orphan']);
  assert.deepEqual(await list({ descriptionFilter: '.*', onlyBound: true }), ['bound']);
  assert.deepEqual(
    await list({ descriptionFilter: '' }),
    ['bound', 'orphan', 'elsewhere'],
    'a schedule without a description never matches',
  );
  const { token } = await make.user({ rights: { [sibling.id]: ['VIEW'] } });
  assert.deepEqual(await list({ descriptionFilter: '.' }, token), ['orphan']);
  for (const descriptionFilter of ['(', '(?=a)', 'x'.repeat(501)])
    assert.equal((await call(ROUTE, { query: { descriptionFilter } })).status, 400);
});

test('pages follow each other, with a filter and without', async () => {
  for (const [filter, total] of [
    [{}, 4],
    [{ descriptionFilter: '.' }, 3],
  ] as const) {
    const ids: string[] = [];
    for (let offset = 0; offset <= total; offset += 1) {
      const { body } = await call(ROUTE, { query: { ...filter, limit: 1, offset } });
      assert.deepEqual({ limit: body.limit, offset: body.offset, total: body.total }, { limit: 1, offset, total });
      ids.push(...body.items.map((item: { id: string }) => item.id));
    }
    assert.equal(new Set(ids).size, total);
  }
  for (const query of [{ limit: 0 }, { limit: 101 }, { offset: -1 }]) assertRefused(await call(ROUTE, { query }), 400, 'malformed_request');
});
