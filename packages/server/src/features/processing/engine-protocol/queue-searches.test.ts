import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { eventually } from '../../../../test/support/install.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { claim } from '../task-executions/index.ts';
import { QueueSearches } from './wakeups.ts';

const server = await startTestServer();
const { call, make } = server;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const makeAvailable = (id: string, ago: string) =>
  server.platform.db.writer.rows(sql`update live_execution set available_at = now() - ${ago}::interval where execution_id = ${id}`);

test('a claim after one that has seen the whole queue looks at its newest part, and soon at all of it', async () => {
  const searches = new QueueSearches();
  const looked: (string | undefined)[] = [];
  const search = (emptyAt: string | null, milliseconds = 0) =>
    searches.claim('engine', async (since) => {
      looked.push(since);
      await wait(milliseconds);
      return { executions: [], emptyAt };
    });
  await search(null);
  await search('the first', 500);
  await search(null);
  await search('the second');
  await search('the third');
  assert.deepEqual(looked, [undefined, undefined, 'the first', 'the first', 'the second']);
  await searches.claim('another engine', async (since) => {
    assert.equal(since, undefined, 'each engine has a queue of its own');
    searches.forget();
    return { executions: [], emptyAt: 'before executions came back' };
  });
  await search(null);
  assert.equal(looked.at(-1), undefined);

  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  assert.deepEqual((await engine.claim({ wait: 2000 })).executions, []);
  const id = await start(task.id);
  await makeAvailable(id, '1 day');
  const found = await eventually(
    'the execution that has come back into the queue',
    async () => (await engine.claim({ wait: 2000 })).executions[0],
  );
  assert.equal(found.executionId, id);
});

test('a claim of the newest part of the queue passes over older executions, and says whether there may be more', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const { db, identity } = server.platform;
  const claimer = { engineId: engine.id, credential: identity.tokens.hash(engine.credential) };
  const terms = { most: 2, leaseSeconds: 30, busyRetrySeconds: [3600] };
  const { emptyAt } = await claim(db.writer, claimer, terms);
  assert.ok(emptyAt !== null);
  const [older, newer] = [await start(task.id), await start((await make.task({ workspace: task.workspace })).id)];
  await makeAvailable(older, '1 minute');
  const { executions, ...newest } = await claim(db.writer, claimer, { ...terms, since: emptyAt });
  assert.deepEqual([executions.map(({ id }) => id), newest.emptyAt !== null], [[newer], true]);
  assert.equal((await claim(db.writer, { ...claimer, credential: Buffer.from('another') }, terms)).emptyAt, null, 'it may claim nothing');

  await start(task.id);
  const first = await claim(db.writer, claimer, terms);
  assert.deepEqual([first.executions.map(({ id }) => id), first.emptyAt], [[older], null], 'one of two was busy, so there may be more');
  const last = await claim(db.writer, claimer, terms);
  assert.deepEqual([last.executions, last.emptyAt !== null], [[], true]);
});
