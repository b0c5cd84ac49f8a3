import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../test/support/server.ts';
import { newId } from '../base/id.ts';
import { createPublish, domainEvent, subscribe } from '../events/domain-events.ts';
import { invalid } from '../base/problem.ts';
import { runContained, inSavepoint } from './savepoint.ts';
import { sql, type Tx } from './sql.ts';
import { DatabaseUnavailable } from './db.ts';

const { count, platform } = await startTestServer();
const add = (tx: Tx) => tx.rows(sql`insert into tenant (id, name) values (${newId()}, 'part')`);
const tenants = async () => (await count('tenant'))['tenant'] ?? 0;

test('a refused part of a transaction is rolled back, and the other parts stay', async () => {
  const before = await tenants();
  const problems = await platform.db.transaction(async (tx) => [
    await inSavepoint(tx, async () => void (await add(tx))),
    await inSavepoint(tx, async () => {
      await add(tx);
      throw invalid('malformed_request', 'No.');
    }),
    await inSavepoint(tx, async () => void (await add(tx))),
  ]);
  assert.deepEqual(
    problems.map((problem) => problem?.message),
    [undefined, 'No.', undefined],
  );
  assert.equal(await tenants(), before + 2);
});

test('an unexpected error in a part rolls back the whole transaction', async () => {
  const before = await tenants();
  const broken = platform.db.transaction(async (tx) => {
    await add(tx);
    await inSavepoint(tx, () => Promise.reject(new Error('a fault')));
  });
  await assert.rejects(broken, /a fault/);
  assert.equal(await tenants(), before);
});

test('a contained part fails alone with any error but a fault of the database', async () => {
  const before = await tenants();
  const outcomes = await platform.db.transaction(async (tx) => [
    await runContained(tx, () => add(tx).then(() => 'added')),
    await runContained(tx, async () => {
      await add(tx);
      await tx.rows(sql`select 1 / 0 as number`);
    }),
    await runContained(tx, async () => {
      await tx.rows(sql`set local statement_timeout = 20`);
      await tx.rows(sql`select pg_sleep(20) as slept`);
    }),
    await runContained(tx, () => add(tx)),
  ]);
  const codes = outcomes.map((outcome) => ('error' in outcome ? (outcome.error as { code: string }).code : 'done'));
  assert.deepEqual(codes, ['done', '22012', '57014', 'done']);
  assert.equal(await tenants(), before + 2);
  const ended = platform.db.transaction((tx) =>
    runContained(tx, () => tx.rows(sql`select pg_terminate_backend(pg_backend_pid()) as is_ended`)),
  );
  await assert.rejects(ended, DatabaseUnavailable);
});

test('subscribers run in order, in the transaction of the event, and their failure rolls it back', async () => {
  const arrived = domainEvent<{ word: string }>('arrived');
  const received: string[] = [];
  const publish = createPublish([
    subscribe(arrived, async (tx, { word }) => {
      received.push(`first ${word}`);
      await add(tx);
    }),
    subscribe(domainEvent<{ word: string }>('left'), () => Promise.reject(new Error('received another event'))),
    subscribe(arrived, (_tx, { word }) =>
      word === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(void received.push(`second ${word}`)),
    ),
  ]);
  const before = await tenants();
  await platform.db.transaction((tx) => publish(tx, arrived, { word: 'good' }));
  assert.deepEqual(received, ['first good', 'second good']);
  assert.equal(await tenants(), before + 1);
  await assert.rejects(
    platform.db.transaction((tx) => publish(tx, arrived, { word: 'bad' })),
    /no/,
  );
  assert.equal(await tenants(), before + 1);
});
