import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import { standInEngine } from '../../../../../test/support/engine.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { claim } from './claims.ts';
import { lockLive } from './executions.ts';
import { endGone, expireLeases } from './engine-loss.ts';
import { giveBackUnanswered, markFinished, markStarted, requestEnd } from './moves.ts';
import { detailsOf, statusesBefore, TASK_EXECUTION_STATES, type Outcome, type TaskExecutionState } from './states.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { db } = server.platform;
const STATUSES = Object.keys(TASK_EXECUTION_STATES) as TaskExecutionState[];
const OUTCOMES = STATUSES.filter((status) => TASK_EXECUTION_STATES[status].moves.length === 0) as Outcome[];

test('task-executions.status.terminal', () => {
  assert.deepEqual(OUTCOMES.toSorted(), [
    'DEPLOY_FAILED',
    'EXECUTION_FAILED',
    'EXECUTION_REJECTED',
    'EXECUTION_SUCCESS',
    'EXECUTION_TERMINATED',
    'EXECUTION_TERMINATED_SHUTDOWN',
    'EXECUTION_TERMINATED_TIMEOUT',
  ]);
  for (const target of STATUSES)
    assert.deepEqual(
      statusesBefore(target).filter((status) => TASK_EXECUTION_STATES[status].moves.length === 0),
      [],
      `no outcome moves to ${target}`,
    );
});

test('task-executions.status.moves', () => {
  const legal: Record<string, readonly TaskExecutionState[]> = {
    EXECUTION_EVENT_RECEIVED: ['DISPATCHING_FLOW', 'EXECUTION_TERMINATED', 'DEPLOY_FAILED'],
    DISPATCHING_FLOW: ['EXECUTION_EVENT_RECEIVED', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION', ...OUTCOMES],
    STARTING_FLOW_EXECUTION: ['STOPPING_FLOW_EXECUTION', ...OUTCOMES],
    STOPPING_FLOW_EXECUTION: OUTCOMES,
  };
  for (const before of STATUSES)
    for (const after of STATUSES)
      assert.equal(TASK_EXECUTION_STATES[before].moves.includes(after), legal[before]?.includes(after) ?? false, `${before} → ${after}`);
});

test('task-executions.status.pair', async () => {
  const task = await server.make.task();
  const engine = await standInEngine(server, task.environment);
  const short: Record<Outcome, string> = {
    EXECUTION_SUCCESS: 'execution_successful',
    EXECUTION_REJECTED: 'execution_rejected',
    EXECUTION_FAILED: 'execution_failed',
    DEPLOY_FAILED: 'deploy_failed',
    EXECUTION_TERMINATED: 'terminated',
    EXECUTION_TERMINATED_TIMEOUT: 'terminated_timeout',
    EXECUTION_TERMINATED_SHUTDOWN: 'terminated_shutdown',
  };
  const pairs = async (path: { executionId: string }): Promise<string[]> => {
    const execution = (await server.call('GET /processing/executions/{executionId}', { path })).body;
    const [listed] = (
      await server.call('GET /processing/executables/tasks/executions', { query: { workspaceId: task.workspace, limit: 1 } })
    ).body.items;
    assert.deepEqual(
      [listed.status, listed.executionStatus],
      [execution.status, execution.executionStatus],
      'the list shows the same statuses',
    );
    return [execution.status, execution.executionStatus];
  };
  for (const outcome of OUTCOMES) {
    const path = { executionId: (await server.call('POST /processing/executions', { body: { executable: task.id } })).body.executionId };
    assert.deepEqual(await pairs(path), ['dispatching', 'EXECUTION_EVENT_RECEIVED']);
    const lease = await engine.claimOne();
    assert.deepEqual(await pairs(path), ['dispatching', 'DISPATCHING_FLOW']);
    await engine.start(lease);
    assert.deepEqual(await pairs(path), ['executing', 'STARTING_FLOW_EXECUTION']);
    await server.call('DELETE /processing/executions/{executionId}', { path });
    assert.deepEqual(await pairs(path), ['executing', 'STOPPING_FLOW_EXECUTION']);
    await engine.finish(lease, { outcome });
    assert.deepEqual(await pairs(path), [short[outcome], outcome]);
  }
  for (const status of STATUSES) assert.deepEqual(detailsOf(TASK_EXECUTION_STATES[status].short).includes(status), true);
});

test('the constraints of the database contain the same statuses', async () => {
  const { text } = await db.reader.only<{ text: string }>(sql`
    select string_agg(pg_get_constraintdef(oid), ' ') as text
    from pg_constraint
    where conname = any ('{live_execution_status,task_execution_outcome}')
      and coninhcount = 0`);
  assert.deepEqual([...text.matchAll(/'([A-Z_]+)'/g)].map(([, status]) => status).toSorted(), STATUSES.toSorted());
});

test('task-executions.status.terminal: concurrent claims, starts, ends, outcomes and expiries never change an outcome', async (context) => {
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  context.diagnostic(`TEST_SEED=${seed}`);
  const random = generator(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  await recordMoves();

  const task = await server.make.task({ parallelExecutionAllowed: true });
  const engines = await Promise.all(
    [1, 2].map(async () => {
      const { id, credential } = await standInEngine(server, task.environment);
      return { engineId: id, credential: server.platform.identity.tokens.hash(credential) };
    }),
  );
  const incarnations = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const number = (): number => 1 + Math.floor(random() * 5);
  const terms = () => ({ most: 1 + Math.floor(random() * 3), leaseSeconds: 30, busyRetrySeconds: [60] });
  const ids: string[] = [];
  for (let index = 0; index < 50; index += 1)
    ids.push((await server.call('POST /processing/executions', { body: { executable: task.id } })).body.executionId);
  const pickSome = (): string[] => Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(ids)).toSorted();
  const moves: readonly (() => Promise<unknown>)[] = [
    () => claim(db.writer, pick(engines), { ...terms(), incarnation: pick(incarnations), number: number() }),
    () => giveBackUnanswered(db.writer, pick(engines).engineId, pick(incarnations), [number()]),
    () => (random() < 0.05 ? endGone(db.writer, pick(engines).engineId, [pick(incarnations)]) : Promise.resolve()),
    () => markStarted(db.writer, pick(engines).engineId, [{ id: pick(ids), fence: 1, startedAt: 1 }]),
    () => markFinished(db.writer, pick(engines).engineId, [{ id: pick(ids), fence: 1, outcome: pick(OUTCOMES), finishedAt: 2 }]),
    () => db.transaction((tx) => end(tx, random() < 0.3 ? pickSome() : [pick(ids)])),
    () =>
      db.writer.rows(
        sql`update live_execution set lease_expires_at = now() - interval '1 s' where execution_id = ${pick(ids)} and lease_expires_at is not null`,
      ),
    () => db.transaction((tx) => expireLeases(tx, 0, 3)),
  ];
  const ender = await server.make.administrator();
  const end = async (tx: Tx, chosen: string[]): Promise<void> => {
    await lockLive(tx, chosen);
    await requestEnd(tx, { id: ender }, chosen);
  };
  // Adds an execution in place of each ended one, because a long random walk would end all of them.
  const replaceEnded = async (): Promise<void> => {
    const index = Math.floor(random() * ids.length);
    if (await db.reader.one(sql`select 1 from live_execution where execution_id = ${ids[index]}`)) return;
    ids[index] = (await server.call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
  };
  const walk = async (steps: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) await (step % 10 === 9 ? replaceEnded() : pick(moves)());
  };
  const totalSteps = Number(process.env['MILLRACE_MOVES'] ?? 1200);
  await Promise.all(Array.from({ length: 8 }, () => walk(totalSteps / 8)));

  const recorded = await db.reader.rows<{ before: TaskExecutionState; after: TaskExecutionState }>(sql`select before, after from move`);
  const illegal = recorded.filter(({ before, after }) =>
    before === after ? TASK_EXECUTION_STATES[before].moves.length === 0 : !TASK_EXECUTION_STATES[before].moves.includes(after),
  );
  assert.deepEqual(illegal, [], `moves that are not legal, TEST_SEED=${seed}`);
  const seen = new Set(recorded.filter(({ before, after }) => before !== after).map(({ before, after }) => `${before} ${after}`));
  context.diagnostic(`soak: ${recorded.length} changes of ${seen.size} kinds, none illegal`);
  assert.ok(recorded.length >= ids.length && seen.size >= 8, `the walk saw only ${[...seen].join(', ')}, TEST_SEED=${seed}`);
});

/** Creates triggers that record each change of a status and each write of an outcome, so that the test misses none. */
async function recordMoves(): Promise<void> {
  await db.writer.rows(sql`create table move (execution_id uuid, before text, after text, at bigint generated always as identity)`);
  await db.writer.rows(sql`
    create function write_down_live_move() returns trigger language plpgsql as
    $body$ begin insert into move values (new.execution_id, old.status, new.status); return null; end $body$`);
  await db.writer.rows(sql`
    create function write_down_outcome() returns trigger language plpgsql as
    $body$ begin
      insert into move values (new.id, coalesce(old.outcome, (select after from move where execution_id = new.id order by at desc limit 1),
                                                'EXECUTION_EVENT_RECEIVED'), new.outcome);
      return null;
    end $body$`);
  await db.writer.rows(sql`create trigger write_down after update on live_execution for each row execute function write_down_live_move()`);
  await db.writer.rows(
    sql`create trigger write_down after update of outcome on task_execution for each row execute function write_down_outcome()`,
  );
  await db.writer.rows(sql`create index on move (execution_id)`);
}

/** Returns a generator of numbers from 0 to 1; the same seed gives the same numbers (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
