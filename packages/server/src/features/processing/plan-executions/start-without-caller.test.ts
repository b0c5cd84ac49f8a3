import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { startWithoutCaller, type PlanStart } from './advance.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const actor = { id: await make.administrator(), userType: 'HUMAN' } as const;

type Start = Pick<PlanStart, 'planId' | 'misfire'>;

/** Starts plans as a schedule does; returns the ids of all starts, the ids of those that left a record, and the environments to wake. */
async function startAll(planned: readonly Start[]): Promise<{ ids: string[]; started: string[]; environments: string[] }> {
  const starts = planned.map((start): PlanStart => ({ id: newId(), type: 'SCHEDULED', actor, ...start }));
  const { ids: started, environments } = await platform.db.transaction((tx) => startWithoutCaller(tx, starts));
  return { ids: starts.map(({ id }) => id), started, environments };
}

test('many plans are accepted at once, each with its first step', async () => {
  const [here, there] = [await createStage(server), await createStage(server)];
  const plans: string[] = [];
  for (const stage of [here, here, there]) plans.push(await stage.plan([{ tasks: await stage.tasks(2) }, { tasks: await stage.tasks(1) }]));
  await changesRows(server, { plan_execution: 3, plan_step_execution: 3, task_execution: 6 }, async () => {
    const { ids, started, environments } = await startAll(plans.map((planId) => ({ planId })));
    assert.deepEqual(started, ids);
    assert.deepEqual(environments.toSorted(), [here.workspace.environment, there.workspace.environment].toSorted());
    const shown = await here.read(ids[0] ?? '');
    assert.deepEqual(
      [shown.executionType, shown.userId, shown.userType, shown.executionStatus, 'apiVersion' in shown],
      ['SCHEDULED', actor.id, 'HUMAN', 'STARTED', false],
    );
  });
  assert.equal((await here.drain()).length, 2);
  assert.deepEqual(await here.claimAll(), []);
});

test('plan-executions.start.misfired: each misfire leaves a record and starts no task', async () => {
  const stage = await createStage(server);
  const [paused, running, missed] = [
    await stage.plan([{ tasks: await stage.tasks(1) }]),
    await stage.plan([{ tasks: await stage.tasks(1) }]),
    await stage.plan([{ tasks: await stage.tasks(1) }]),
  ];
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: paused }, body: { pause: true } });
  await stage.start(running);
  const late = { reason: 'UNKNOWN', message: 'The server was away when it was due.' } as const;
  await changesRows(server, { plan_execution: 4, plan_step_execution: 1, task_execution: 1 }, async () => {
    const { ids, started } = await startAll([
      { planId: paused },
      { planId: running },
      { planId: missed, misfire: late },
      { planId: newId() },
      { planId: missed },
    ]);
    assert.deepEqual(
      started,
      ids.filter((_, index) => index !== 3),
      'a start of a plan that does not exist leaves no record',
    );
    const records: unknown[] = [];
    for (const id of started) {
      const { status, misfiredExecutionReason, errorMessage } = await stage.read(id);
      records.push([status, misfiredExecutionReason, errorMessage?.split(':')[0]]);
    }
    assert.deepEqual(records, [
      ['execution_misfired', 'PLAN_EXECUTIONS_PAUSED', 'The plan was paused'],
      ['execution_misfired', 'PARALLEL_EXECUTIONS_FORBIDDEN', 'Another execution of the plan ran'],
      ['execution_misfired', 'UNKNOWN', late.message],
      ['executing', undefined, undefined],
    ]);
  });
});

test('plan-executions.start.parallel: two starts of one plan in one call', async () => {
  const stage = await createStage(server);
  const planId = await stage.plan([{ tasks: await stage.tasks(1) }]);
  const { started } = await startAll([{ planId }, { planId }]);
  const statuses = await Promise.all(started.map(async (id) => (await stage.read(id)).status));
  assert.deepEqual(statuses.toSorted(), ['executing', 'execution_misfired']);
});

test('a plan execution that cannot be advanced does not delay the others', async () => {
  const stage = await createStage(server);
  const plans = [await stage.plan([{ tasks: await stage.tasks(1) }]), await stage.plan([{ tasks: await stage.tasks(1) }])];
  const { started } = await startAll(plans.map((planId) => ({ planId })));
  const [broken = '', fine = ''] = started;
  await platform.db.writer.rows(sql`
    update plan_execution
    set steps = '[]'
    where id = ${broken}`);
  for (const lease of await stage.claimAll()) await stage.engine.finish(lease);
  await stage.advance();
  assert.deepEqual([await stage.status(broken), await stage.status(fine)], ['STARTED', 'EXECUTION_SUCCESS']);
});
