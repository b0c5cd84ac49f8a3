import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { REPORTED_AT, standInEngine } from '../../../../test/support/engine.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executions/{executionId}/explanation';
// Without timers, so that a test chooses when due triggers fire.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { fireAt, onlyTrigger, moveTo, setTrigger } = firingOf(server);
const { start, codesOf, first, silence } = explanationsOf(server);

test('task-executions.explain.right', async () => {
  const task = await make.task();
  const executionId = await start(task.id);
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { executionId } }), 200);
  assertRefused(await call(ROUTE, { path: { executionId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { executionId: '42' } }), 400, 'malformed_request');
});

test('task-executions.explain.parameters', async () => {
  const task = await make.task({
    artifactParameters: [
      { name: 'city', type: 'string' },
      { name: 'pin', type: 'password' },
      { name: 'token', type: 'secret' },
    ],
    parameters: { city: 'Lisbon', pin: '4711' },
  });
  const id = await start(task.id);
  const read = async (path: string) => (await call(ROUTE, { path: { executionId: path } })).body;
  const { parameters, secretParameters } = await read(id);
  assert.deepEqual([parameters, secretParameters], [{ city: 'Lisbon' }, ['pin']]);
  const started = await call('POST /processing/executions', { body: { executable: task.id, parameters: { city: 'Porto' } } });
  assert.deepEqual((await read(started.body.executionId)).parameters, { city: 'Porto' });
  const plain = await read(await start((await make.task()).id));
  assert.deepEqual([plain.parameters, plain.secretParameters], [{}, []]);
});

test('task-executions.explain.held', async () => {
  const task = await make.task({ name: 'load' });
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const lease = await engine.claimOne();
  const handedOut = await first(id);
  assert.deepEqual([handedOut.code, handedOut.status, handedOut.evidence.engine?.id], ['HANDED_OUT', 'dispatching', engine.id]);
  assert.deepEqual(
    handedOut.timeline.map(({ what }) => what),
    ['ACCEPTED', 'CLAIMED'],
  );
  assert.ok((handedOut.timeline[1]?.milliseconds ?? -1) >= 0);

  await engine.start(lease);
  const runs = await first(id);
  assert.deepEqual([runs.code, runs.status], ['RUNNING', 'executing']);
  const [, claimed, started = assert.fail()] = runs.timeline;
  assert.deepEqual(started, { at: claimed?.at, what: 'STARTED', milliseconds: 0 }, 'a start before the claim is shown at the claim');
  assert.match(runs.summary, /^'load' has been running on the engine 'Engine \d+' since \S+\.$/);
  assert.ok(runs.summary.endsWith(` since ${started.at}.`));

  await silence(engine.id, '1 minute');
  assert.deepEqual(await codesOf(id), ['ENGINE_SILENT', 'RUNNING']);
  assert.ok((await first(id)).message.includes(`lease ends at ${runs.evidence.leaseEndsAt}`));
  await engine.heartbeat();
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
  assert.deepEqual(await codesOf(id), ['STOPPING']);
  await engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' });
  assert.deepEqual(
    [(await first(id)).code, (await first(id)).message.startsWith('It was ended by Millrace Administrator on')],
    ['TERMINATED', true],
  );
});

test('task-executions.explain.log', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const stateOf = async (): Promise<[string, string | undefined]> => {
    const { log, timeline } = await first(id);
    return [log.state, timeline.at(-1)?.what];
  };
  assert.deepEqual(await stateOf(), ['NONE', 'ACCEPTED']);
  const lease = await engine.claimOne();
  await engine.start(lease);
  await engine.log(lease, ['one line']);
  assert.deepEqual(await stateOf(), ['ARRIVING', 'STARTED']);
  await engine.finish(lease, { finishedAt: Date.now() });
  assert.deepEqual(await stateOf(), ['COMPLETE', 'LOG_COMPLETE']);
  const { log } = await first(id);
  assert.equal(log.message, 'All lines that the engine sent are stored.');

  assert.equal((await call('DELETE /monitoring/executions/{id}/logs', { path: { id } })).status, 200);
  const deleted = await first(id);
  assert.deepEqual([deleted.log.state, deleted.timeline.at(-1)?.what], ['NONE', 'LOG_COMPLETE']);
  assert.match(deleted.log.message, /they were deleted/);

  const stopped = await start(task.id);
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: stopped } });
  const never = await first(stopped);
  assert.deepEqual(
    [never.log, never.timeline.at(-1)?.what],
    [{ state: 'NONE', message: 'No engine has claimed it, so that it has no log.' }, 'FINISHED'],
  );
});

test('task-executions.explain.ended', async () => {
  const task = await make.task({ name: 'load' });
  const engine = await standInEngine(server, task.environment);
  const run = async (finish: object, lines: string[] = []): Promise<Awaited<ReturnType<typeof first>>> => {
    const id = await start(task.id);
    const lease = await engine.claimOne();
    await engine.start(lease);
    const error = (message: string, index: number) => ({
      at: REPORTED_AT + index,
      severity: 'ERROR' as const,
      type: 'STDERR' as const,
      message,
    });
    if (lines.length > 0) await engine.log(lease, lines.map(error));
    await engine.finish(lease, finish);
    return first(id);
  };

  const exit = { outcome: 'EXECUTION_FAILED', exitCode: 3, errorType: 'EXIT_CODE', errorMessage: 'The task ended with exit code 3' };
  const failed = await run(exit, ['no table "orders"', '    at main.mjs:1', '', 'Node.js v24.0.0']);
  assert.equal(failed.message, `It failed on the engine '${failed.evidence.engine?.name}' with exit code 3: no table "orders".`);
  assert.deepEqual(
    [failed.code, failed.evidence.exitCode, failed.evidence.lastErrorLine, failed.evidence.lastErrorIndex, failed.evidence.errorType],
    ['FAILED', 3, 'no table "orders"', 0, 'EXIT_CODE'],
  );
  assert.ok(failed.next?.includes(`GET /monitoring/executions/${failed.executionId}/logs`));
  const [began, over] = failed.timeline.slice(-3);
  assert.deepEqual([over?.what, over?.milliseconds, Date.parse(over?.at ?? '') - Date.parse(began?.at ?? '')], ['FINISHED', 1000, 1000]);

  const succeeded = await run({ exitCode: 0, processedRows: 5 }, ['only a warning']);
  const { lastErrorLine, lastErrorIndex } = succeeded.evidence;
  assert.deepEqual([succeeded.code, lastErrorLine, lastErrorIndex, succeeded.next], ['SUCCEEDED', undefined, undefined, undefined]);
  assert.match(succeeded.summary, /^'load' succeeded on the engine 'Engine \d+': 5 rows processed\.$/);
  for (const [finish, code, message] of [
    [{ outcome: 'EXECUTION_REJECTED', processedRows: 5, rejectedRows: 2 }, 'ROWS_REJECTED', /5 rows processed, 2 rejected/],
    [{ ...exit, errorType: 'JOB_ERROR', errorMessage: 'First error: refused' }, 'FAILED', /: First error: refused\.$/],
    [{ outcome: 'EXECUTION_FAILED' }, 'FAILED', /no reason was given/],
    [{ outcome: 'EXECUTION_FAILED', errorType: 'SIGNAL', errorMessage: 'killed by SIGKILL' }, 'FAILED', /: killed by SIGKILL\.$/],
    [{ outcome: 'EXECUTION_FAILED', errorType: 'ENGINE_ERROR', errorMessage: 'lost' }, 'FAILED', /: lost\.$/],
    [
      { outcome: 'DEPLOY_FAILED', errorType: 'COMMAND_NOT_EXECUTABLE', errorMessage: 'no sh' },
      'DEPLOY_FAILED',
      /could not start .*: no sh/,
    ],
    [{ outcome: 'DEPLOY_FAILED', errorType: 'RESOURCE_UNAVAILABLE' }, 'DEPLOY_FAILED', /no reason was given/],
    [{ outcome: 'EXECUTION_TERMINATED_TIMEOUT' }, 'TIMED_OUT', /longer than its timeout and was ended/],
    [{ outcome: 'EXECUTION_TERMINATED_SHUTDOWN' }, 'ENGINE_SHUT_DOWN', /was shut down/],
  ] as const) {
    const explained = await run(finish);
    assert.equal(explained.code, code);
    assert.match(explained.message, message);
    assert.equal(typeof explained.next, 'string');
  }

  const id = await start(task.id);
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
  const ended = await first(id);
  assert.deepEqual([ended.code, ended.evidence.engine], ['TERMINATED', undefined]);
  assert.equal(ended.message, 'It was ended by Millrace Administrator before an engine claimed it.');
});

test('task-executions.explain.ended: a misfire shows its reason', async () => {
  const task = await make.task();
  await setTrigger(task, daily('paused'));
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task.id }, body: { pause: true } });
  const due = new Date(Date.UTC(2026, 6, 1, 6));
  await moveTo((await onlyTrigger(task)).id, due);
  await fireAt(new Date(due.getTime() + 1000));
  const fired = await platform.db.reader.only<{ id: string }>(sql`select id from task_execution where task_id = ${task.id}`);
  const paused = await first(fired.id);
  assert.deepEqual([paused.code, paused.message], ['MISFIRED', 'It did not start: its task was paused.']);
  assert.match(paused.next ?? '', /Resume/);

  const late = await make.task();
  await setTrigger(late, daily('late'));
  await moveTo((await onlyTrigger(late)).id, due);
  await fireAt(new Date(due.getTime() + 20 * 60_000));
  const missed = await platform.db.reader.only<{ id: string }>(sql`select id from task_execution where task_id = ${late.id}`);
  assert.match((await first(missed.id)).message, /^It did not start: Due at 2026-07-01T06:00:00\.000Z and seen only 20 minutes later/);

  const crowd = await make.task();
  for (let count = 0; count < 50; count += 1) await start(crowd.id);
  assert.match((await first(await start(crowd.id))).message, /50 executions of the task from the last 60 minutes have not ended/);
  const old = await pastExecution(server, task, { triggeredAt: new Date(), status: 'EXECUTION_SUCCESS' });
  assert.equal((await first(old)).summary, "'Past' succeeded.", 'a record without an engine');
});
