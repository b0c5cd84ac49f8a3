// run: own process, waiting, in test:all because it starts whole programs
/** The local double: its clock, its faults, its snapshots and its ids, through its port. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { runCommand } from '../support/command.ts';
import { startTestDouble } from '../support/double.ts';
import { finished, publishTask, startRun, wholeLog } from '../support/install.ts';

const double = await startTestDouble(['--seed', 'journey']);
const { client, control } = double;
const DAY = 86_400;
const FROZEN = '2031-03-04T05:00:00.000Z';

const freeze = (set = FROZEN) => control('PUT clock', { set, frozen: true });
const reset = async (snapshot = 'start') => assert.equal((await control('PUT state', { snapshot })).status, 200);
/** A task with a trigger that fires each day at six. */
async function makeDaily(name: string, startDate = '2031-01-01'): Promise<string> {
  const task = await publishTask(client, await shellBundle('echo done'), { name });
  const trigger = { type: 'DAILY', interval: 1, startDate, timeZone: 'UTC', atTimes: { type: 'AT_TIME', time: '06:00' } };
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task },
    body: { trigger, runtime: { type: 'CLOUD' } } as never,
  });
  return task;
}
const runsOf = async (taskId: string) =>
  (await client.call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId } })).body.items ?? [];

test('a body may have a mebibyte, also one that does not state its length', async () => {
  const text = JSON.stringify({ faults: [], more: 'x'.repeat(1024 * 1024) });
  const send = (body: string | ReadableStream): Promise<Response> =>
    fetch(`${double.url}/double/faults`, { method: 'PUT', body, duplex: 'half' });
  for (const body of [text, new Blob([text]).stream()]) {
    const response = await send(body);
    assert.deepEqual([response.status, await response.json()], [400, { status: 400, message: 'The body is longer than a mebibyte.' }]);
  }
  assert.equal((await send(new Blob(['{"faults":[]}']).stream())).status, 200);
});

describe('the clock', () => {
  it('stands still when it is frozen, and goes on from there', async () => {
    const { body } = await freeze();
    assert.deepEqual([body.now, body.frozen], [FROZEN, true]);
    assert.equal((await control('GET clock')).body.now, FROZEN);
    const released = await control('PUT clock', { frozen: false });
    assert.equal(released.body.frozen, false);
    assert.ok(released.body.now >= FROZEN && released.body.now < '2031-03-04T06', released.body.now);
  });

  it('fires the triggers that it passes, each at its instant, and waits for their runs', async () => {
    await reset();
    await freeze();
    const task = await makeDaily('daily');
    const { body } = await control('PUT clock', { advanceSeconds: 3 * DAY, waitSeconds: 60 });
    assert.deepEqual(
      body.stops,
      ['04', '05', '06'].map((day) => `2031-03-${day}T06:00:00.000Z`),
    );
    assert.deepEqual([body.now, body.unsettled], ['2031-03-07T05:00:00.000Z', 0]);
    const runs = await runsOf(task);
    assert.deepEqual(
      runs.map(({ status, triggerTimestamp }) => [status, triggerTimestamp]).toSorted(),
      ['04', '05', '06'].map((day) => ['execution_successful', `2031-03-${day}T06:00:00.000Z`]),
    );
    for (const { startTimestamp, finishTimestamp, executionId } of runs) {
      const times = (await wholeLog(client, executionId)).map(({ logTimestamp }) => new Date(logTimestamp).toISOString());
      assert.ok(times.length > 0 && times.every((time) => /^2031-03-0[456]T0[56]:/.test(time)), times.join());
      assert.match(startTimestamp ?? '', /^2031-03-0[456]T0[56]:/);
      assert.match(finishTimestamp ?? '', /^2031-03-0[456]T0[56]:/);
    }
  });

  it('starts nothing at instants that it jumps over by far', async () => {
    await reset();
    await freeze();
    const task = await makeDaily('jumped');
    const { body } = await control('PUT clock', { set: '2031-03-05T05:00:00Z' });
    assert.deepEqual(body.stops, []);
    assert.deepEqual(
      (await runsOf(task)).map(({ status, errorMessage }) => [status, errorMessage?.replace(/, for example because no server ran.*/, '')]),
      [['deploy_failed', 'Due at 2031-03-04T06:00:00.000Z and seen only 1380 minutes later']],
    );
  });

  it('goes back, and fires again from there', async () => {
    await reset();
    await freeze();
    const task = await makeDaily('again', '2030-01-01');
    await control('PUT clock', { advanceSeconds: DAY });
    await freeze('2030-06-01T05:00:00.000Z');
    const run = await startRun(client, task);
    assert.equal((await finished(client, run)).executionStatus, 'EXECUTION_SUCCESS');
    const later = await makeDaily('later', '2030-01-01');
    const { body } = await control('PUT clock', { advanceSeconds: DAY });
    assert.deepEqual(body.stops, ['2030-06-01T06:00:00.000Z']);
    assert.deepEqual(
      (await runsOf(later)).map(({ status, triggerTimestamp }) => [status, triggerTimestamp]),
      [['execution_successful', '2030-06-01T06:00:00.000Z']],
    );
  });

  it('keeps the engine, and a run that it passes by', async () => {
    await reset();
    const task = await publishTask(client, await shellBundle('sleep 3'), { name: 'long' });
    const run = await startRun(client, task);
    assert.equal((await control('PUT clock', { advanceSeconds: 40 * DAY })).status, 200);
    assert.equal((await finished(client, run)).executionStatus, 'EXECUTION_SUCCESS');
    const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
    assert.deepEqual(
      engines.map(({ availability }) => availability),
      ['AVAILABLE'],
    );
  });

  it('ends access tokens whose time has passed', async () => {
    await reset();
    await freeze();
    const { body: account } = await client.call('POST /account/service-accounts', {
      body: { name: 'robot', permissions: ['SVC_OPERATOR'] },
    });
    const issued = await fetch(`${double.url}/security/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${account.id}:${account.secret}`)}` },
      body: JSON.stringify({ audience: double.url, grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await issued.json()) as { access_token: string };
    const ask = async () =>
      (await fetch(`${double.url}/orchestration/environments`, { headers: { authorization: `Bearer ${token}` } })).status;
    assert.equal(await ask(), 200);
    await control('PUT clock', { advanceSeconds: 1790 });
    assert.equal(await ask(), 200);
    await control('PUT clock', { advanceSeconds: 20 });
    assert.equal(await ask(), 401);
  });
});

describe('faults', () => {
  const list = () => fetch(`${double.url}/orchestration/workspaces`, { headers: { authorization: `Bearer ${double.token}` } });

  it('answers as many requests as a rule says with a status, and the next one as usual', async () => {
    const rule = { method: 'GET', path: '/orchestration/{section}', times: 2, status: 503, headers: { 'retry-after': '7' } };
    assert.equal((await control('PUT faults', { faults: [rule] })).status, 200);
    const answers = [await list(), await list(), await list()];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('retry-after')]),
      [
        [503, '7'],
        [503, '7'],
        [200, null],
      ],
    );
    assert.deepEqual((await control('GET faults')).body, { faults: [{ rule, fitted: 3, hit: 2 }] });
    assert.equal((await control('DELETE faults')).status, 204);
    assert.deepEqual((await control('GET faults')).body, { faults: [] });
  });

  it('leaves alone what does not fit, and the requests that a rule skips', async () => {
    await control('PUT faults', {
      faults: [
        { method: 'POST', path: '/orchestration/workspaces', status: 500 },
        { path: '/orchestration/workspaces/{id}', status: 500 },
        { path: '/orch*', skip: 1, times: 1, status: 418, body: { says: 'no' } },
      ],
    });
    assert.equal((await list()).status, 200);
    const hit = await list();
    assert.deepEqual([hit.status, await hit.json()], [418, { says: 'no' }]);
    assert.equal((await list()).status, 200);
  });

  it('cuts a connection before the server gets the request, or after the server has done the work', async () => {
    await reset();
    const create = (name: string) => client.call('POST /account/groups', { body: { name } } as never);
    const names = async () => ((await client.call('GET /account/groups')).body as { name: string }[]).map(({ name }) => name);
    const before = await names();
    await control('PUT faults', { faults: [{ method: 'POST', path: '/account/groups', cut: 'before', times: 1 }] });
    await assert.rejects(create('never'));
    assert.deepEqual(await names(), before);
    await control('PUT faults', { faults: [{ method: 'POST', path: '/account/groups', cut: 'after', times: 1 }] });
    await assert.rejects(create('created'));
    assert.deepEqual((await names()).toSorted(), [...before, 'created'].toSorted());
  });

  it('delays a request before it reaches the server', async () => {
    await control('PUT faults', { faults: [{ path: '*', latencyMilliseconds: 300, times: 1 }] });
    const began = performance.now();
    assert.equal((await list()).status, 200);
    assert.ok(performance.now() - began >= 299, 'a wait is never shorter than the rule says');
  });
});

describe('snapshots', () => {
  const groups = async () => ((await client.call('GET /account/groups')).body as { name: string }[]).map(({ name }) => name);

  it('bring back rows, content, the clock and the ids of requests; the token stays valid', async () => {
    await reset();
    await freeze();
    const task = await publishTask(client, await shellBundle('echo kept'), { name: 'kept' });
    const taken = await control('PUT snapshots/filled');
    assert.equal(taken.status, 200);
    console.log(`snapshot: ${taken.body.milliseconds} ms`);
    const rounds = [];
    for (let round = 0; round < 3; round += 1) {
      const { body: group } = await client.call('POST /account/groups', { body: { name: 'mine' } } as never);
      const run = await startRun(client, task);
      assert.equal((await finished(client, run)).executionStatus, 'EXECUTION_SUCCESS');
      await client.call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task } });
      // Content that no object names any more is removed.
      await control('PUT clock', { advanceSeconds: 400 * DAY });
      rounds.push([(group as { id: string }).id, run, (await control('GET clock')).body.now]);
      const { body } = await control('PUT state', { snapshot: 'filled' });
      console.log(`reset: ${body.milliseconds} ms`);
      assert.deepEqual([body.now, body.frozen], [FROZEN, true]);
      assert.ok(!(await groups()).includes('mine'));
      assert.deepEqual(await runsOf(task), []);
    }
    assert.deepEqual(rounds[1], rounds[0]);
    assert.deepEqual(rounds[2], rounds[0]);
  });

  it('are not taken while an execution runs', async () => {
    await reset('filled');
    const task = await publishTask(client, await shellBundle('sleep 2'), { name: 'running' });
    const run = await startRun(client, task);
    const refused = await control('PUT snapshots/half');
    assert.equal(refused.status, 409);
    assert.match(refused.body.message, /^Executions that have not ended: 1\./);
    await finished(client, run);
    const { body } = await control('GET snapshots');
    assert.deepEqual(
      body.snapshots.map(({ name }: { name: string }) => name),
      ['filled', 'start'],
    );
  });

  it('are deleted, except for the first one', async () => {
    assert.equal((await control('PUT snapshots/short')).status, 200);
    assert.equal((await control('DELETE snapshots/short')).status, 204);
    assert.equal((await control('PUT state', { snapshot: 'short' })).status, 404);
    assert.equal((await control('DELETE snapshots/short')).status, 404);
    assert.equal((await control('DELETE snapshots/start')).status, 409);
  });
});

describe('refusals', () => {
  for (const [operation, body, message] of [
    ['PUT clock', '{', /not JSON.*"set"/],
    ['PUT clock', {}, /does not fit/],
    ['PUT clock', { set: 'tomorrow' }, /body\.set must match format "date-time"/],
    ['PUT clock', { set: FROZEN, advanceSeconds: 1 }, /does not fit/],
    ['PUT clock', { advanceSeconds: -1 }, /body\.advanceSeconds/],
    ['PUT faults', { faults: [{ path: '/x' }] }, /body\.faults\.0/],
    ['PUT faults', { faults: [{ path: 'x', status: 500 }] }, /body\.faults\.0\.path/],
    ['PUT faults', { faults: [{ path: '/x', status: 500, cut: 'after' }] }, /body\.faults\.0/],
    ['PUT state', { snapshot: 5 }, /body\.snapshot must be string/],
    ['PUT snapshots/UPPER', undefined, /at most 40 small letters/],
  ] as const)
    it(`refuses ${operation} ${JSON.stringify(body)}`, async () => {
      const before = (await control('GET faults')).body;
      const answer = await control(operation, body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, message);
      assert.deepEqual((await control('GET faults')).body, before);
    });

  it('names its operations to a caller of another one', async () => {
    const { status, body } = await control('POST clock', {});
    assert.equal(status, 404);
    assert.match(body.message, /PUT \/double\/clock/);
  });

  it('refuses to start if it would serve other machines, or delete a database of another program', async () => {
    const start = (environment: Record<string, string>) =>
      runCommand('start', ['--double'], { MILLRACE_HOME: double.home, MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none', ...environment });
    for (const [environment, message] of [
      [{ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' }, /unset DATABASE_URL/],
      [{ MILLRACE_HOST: '0.0.0.0' }, /unset MILLRACE_HOST/],
      [{ MILLRACE_ROLE: 'worker' }, /MILLRACE_ROLE/],
    ] as const) {
      const { code, output, errors } = await start(environment);
      assert.equal(code, 1);
      assert.match(output + errors, message);
      assert.ok(!`${output}${errors}`.includes('secret'));
    }
    const seeded = await runCommand('start', ['--seed', 'x'], { MILLRACE_HOME: double.home });
    assert.equal(seeded.code, 1);
    assert.match(seeded.output + seeded.errors, /use it with --double/);
  });
});
