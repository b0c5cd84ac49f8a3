import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { acceptPlanExecutions, type NewPlanExecution } from './accept-plan-executions.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const actor = { id: await make.administrator(), userType: 'HUMAN' } as const;

const accept = (wanted: readonly Omit<NewPlanExecution, 'actor' | 'type'>[]) =>
  platform.db.transaction((tx) =>
    acceptPlanExecutions(
      tx,
      wanted.map((one) => ({ type: 'SCHEDULED' as const, actor, ...one })),
    ),
  );

test('many plans are accepted at once, each with its first step', async () => {
  const [here, there] = [await createStage(server), await createStage(server)];
  const plans: string[] = [];
  for (const stage of [here, here, there]) plans.push(await stage.plan([{ tasks: await stage.tasks(2) }, { tasks: await stage.tasks(1) }]));
  await changesRows(server, { plan_execution: 3, plan_step_execution: 3, task_execution: 6 }, async () => {
    const { accepted, wake } = await accept(plans.map((planId) => ({ planId })));
    assert.deepEqual(
      accepted.map(({ planId, misfired }) => [planId, misfired]),
      plans.map((plan) => [plan, false]),
    );
    assert.deepEqual(wake.toSorted(), [here.workspace.environment, there.workspace.environment].toSorted());
    const shown = await here.read(accepted[0]?.id ?? '');
    assert.deepEqual(
      [shown.executionType, shown.userId, shown.userType, shown.executionStatus, 'apiVersion' in shown],
      ['SCHEDULED', actor.id, 'HUMAN', 'STARTED', false],
    );
  });
  assert.equal((await here.drain()).length, 2);
  assert.deepEqual(await here.take(), []);
});

test('plan-executions.start.misfired: each reason leaves a record and nothing that runs', async () => {
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
    const { accepted } = await accept([
      { planId: paused },
      { planId: running },
      { planId: missed, misfire: late },
      { planId: newId() },
      { planId: missed },
    ]);
    const told: unknown[] = [];
    for (const { id, misfired } of accepted) {
      const { status, misfiredExecutionReason, errorMessage } = await stage.read(id);
      told.push([misfired, status, misfiredExecutionReason, errorMessage?.split(':')[0]]);
    }
    assert.deepEqual(told, [
      [true, 'execution_misfired', 'PLAN_EXECUTIONS_PAUSED', 'The plan was paused'],
      [true, 'execution_misfired', 'PARALLEL_EXECUTIONS_FORBIDDEN', 'Another execution of the plan ran'],
      [true, 'execution_misfired', 'UNKNOWN', late.message],
      [false, 'executing', undefined, undefined],
    ]);
  });
});

test('plan-executions.start.parallel: two of one plan in one call', async () => {
  const stage = await createStage(server);
  const planId = await stage.plan([{ tasks: await stage.tasks(1) }]);
  const { accepted } = await accept([{ planId }, { planId }]);
  assert.deepEqual(accepted.map(({ misfired }) => misfired).toSorted(), [false, true]);
});

test('a plan execution that cannot be moved holds up none of the others', async () => {
  const stage = await createStage(server);
  const plans = [await stage.plan([{ tasks: await stage.tasks(1) }]), await stage.plan([{ tasks: await stage.tasks(1) }])];
  const { accepted } = await accept(plans.map((planId) => ({ planId })));
  const [broken = '', fine = ''] = accepted.map(({ id }) => id);
  await platform.db.writer.rows(sql`
    update plan_execution
    set steps = '[]'
    where id = ${broken}`);
  for (const one of await stage.take()) await stage.engine.finish(one);
  await stage.advance();
  assert.deepEqual([await stage.status(broken), await stage.status(fine)], ['STARTED', 'EXECUTION_SUCCESS']);
});
