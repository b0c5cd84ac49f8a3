import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { startTestServer } from '../../../../test/support/server.ts';

// Without a worker, so that only the test fires triggers.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { fireAt } = firingOf(server);

const disable = async (id: string): Promise<void> => {
  const { body } = await call('GET /account/users/{id}', { path: { id } });
  assert.equal((await call('PUT /account/users/{id}', { path: { id }, body: { ...body, active: false } })).status, 200);
};
const remove = async (id: string): Promise<void> => {
  assert.equal((await call('DELETE /account/users/{id}', { path: { id } })).status, 204);
};

/** A user sets a trigger of each kind, for a task and for a plan each. Returns the user and the tasks and plans. */
async function setTriggers() {
  const workspace = await make.workspace();
  const user = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['EXECUTE', 'AUTHOR'] } });
  const { token } = user;
  const [scheduled, timed] = [await make.task({ workspace: workspace.id }), await make.task({ workspace: workspace.id })];
  const [scheduledPlan, timedPlan] = [
    await make.plan({ workspace: workspace.id, steps: [[(await make.task({ workspace: workspace.id })).id]] }),
    await make.plan({ workspace: workspace.id, steps: [[(await make.task({ workspace: workspace.id })).id]] }),
  ];
  const { name: _name, ...trigger } = daily('own');
  const ofTask = { trigger, runtime: { type: 'CLOUD' } };
  const schedule = async () => ({
    scheduleId: (await make.schedule({ environment: workspace.environment, triggers: [daily('a')] })).id,
  });
  const answers = [
    await call('PUT /orchestration/executables/tasks/{taskId}/schedule', { token, path: { taskId: scheduled.id }, body: await schedule() }),
    await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { token, path: { taskId: timed.id }, body: ofTask }),
    await call('PUT /orchestration/executables/plans/{planId}/schedule', {
      token,
      path: { planId: scheduledPlan.id },
      body: await schedule(),
    }),
    await call('PUT /orchestration/executables/plans/{planId}/run-config', { token, path: { planId: timedPlan.id }, body: { trigger } }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  return { workspace, user, tasks: [scheduled.id, timed.id], plans: [scheduledPlan.id, timedPlan.id] };
}

for (const [state, end] of [
  ['disabled', disable],
  ['deleted', remove],
] as const) {
  test(`schedules.fire.former-account: ${state}`, async () => {
    const { workspace, user, tasks, plans } = await setTriggers();
    const engine = await standInEngine(server, workspace.environment);
    await end(user.id);
    const { at } = await platform.db.reader.only<{ at: Date }>(
      sql`select max(next_at) as at from time_trigger where set_by_id = ${user.id}`,
    );
    await fireAt(at);
    const runs = await platform.db.reader.rows<{ task_id: string; account_id: string; outcome: string | null }>(sql`
      select task_id, account_id, outcome
      from task_execution
      where workspace_id = ${workspace.id}`);
    const ofTasks = runs.filter((run) => tasks.includes(run.task_id));
    assert.deepEqual(
      ofTasks.map(({ account_id: account, outcome }) => [account, outcome]),
      [
        [user.id, null],
        [user.id, null],
      ],
    );
    assert.equal(runs.length, 4, 'the plans start their tasks, too');
    for (const planId of plans) {
      const { body } = await call('GET /processing/executables/plans/{planId}/executions', { path: { planId } });
      assert.deepEqual([body.total, body.items[0].status, body.items[0].userId], [1, 'executing', user.id]);
    }
    const { executions } = await engine.claim({ free: 4 });
    assert.equal(executions.length, 4, 'engines run them');
  });
}
