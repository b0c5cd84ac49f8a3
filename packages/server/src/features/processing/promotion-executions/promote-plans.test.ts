import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import {
  idOf,
  makePlan,
  makeTask,
  makePromotionScene,
  statuses,
  stepBodies,
  stepsOf,
  type MadeStep,
} from '../../../../test/support/promotions.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;

/** Adds a step to a plan through the API. */
const addStep = async (planId: string, task: string): Promise<void> => {
  const { body } = await call('GET /orchestration/executables/plans/{planId}', { path: { planId } });
  const steps: MadeStep[] = await platform.db.reader.rows(sql`
    select s.name, s.condition, s.note,
           array(select x.task_id::text from plan_step_task x where x.step_id = s.id and not x.on_failure order by x.position) as tasks,
           array(select x.task_id::text from plan_step_task x where x.step_id = s.id and x.on_failure order by x.position) as "failureTasks",
           array(select x.plan_id::text from plan_step_plan x where x.step_id = s.id order by x.position) as "failurePlans"
    from plan_step s
    where s.plan_id = ${planId}
    order by s.position`);
  const { name, description, workspace } = body;
  const answer = await call('PUT /orchestration/executables/plans/{planId}', {
    path: { planId },
    body: { name, description, workspaceId: workspace.id, steps: stepBodies([...steps, { name: 'more', tasks: [task] }]) },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};

/** Creates a plan with tasks of two workspaces, and a plan that its error handler runs. */
async function withPlans() {
  const scene = await makePromotionScene(server);
  const [main, side] = [
    await make.workspace({ environment: scene.source, name: 'main' }),
    await make.workspace({ environment: scene.source, name: 'side' }),
  ];
  const [load, check, clean] = [
    await makeTask(server, main, { name: 'load' }),
    await makeTask(server, side, { name: 'check' }),
    await makeTask(server, side, { name: 'clean' }),
  ];
  await makeTask(server, main, { name: 'apart' });
  const alarm = await makePlan(server, side.id, 'alarm', [{ name: 'call', tasks: [clean] }]);
  const nightly = await makePlan(
    server,
    main.id,
    'nightly',
    [
      { name: 'first', tasks: [load, check], failureTasks: [clean], failurePlans: [alarm], note: 'at night' },
      { name: 'second', tasks: [check], condition: 'AT_LEAST_ONE_SUCCEEDED' },
    ],
    'every night',
  );
  return { scene, main, load, check, clean, alarm, nightly };
}

test('promotions.plans.steps', async () => {
  const { scene, nightly, load } = await withPlans();
  await platform.db.writer.rows(sql`insert into plan_run_config (plan_id, parallel_execution_allowed) values (${nightly}, true)`);
  const first = await scene.promote();
  assert.deepEqual([statuses(first)['PLAN nightly'], statuses(first)['PLAN alarm']], ['CREATED', 'CREATED']);
  const promoted = await idOf(server, 'plan', scene.target, 'nightly');
  assert.deepEqual(await stepsOf(server, promoted), await stepsOf(server, nightly));
  const foreign = await platform.db.reader.rows(sql`
    select x.task_id
    from plan_step_task x
    join plan_step s on s.id = x.step_id
    join plan p on p.id = s.plan_id
    join workspace pw on pw.id = p.workspace_id
    join task t on t.id = x.task_id
    join workspace tw on tw.id = t.workspace_id
    where pw.environment_id <> tw.environment_id`);
  assert.deepEqual(foreign, [], 'no plan runs a task of another environment');
  const kept = await platform.db.reader.only(sql`
    select p.description, p.author, c.parallel_execution_allowed
    from plan p
    join plan_run_config c on c.plan_id = p.id
    where p.id = ${promoted}`);
  assert.deepEqual(kept, { description: 'every night', author: 'admin', parallel_execution_allowed: true });

  await changesRows(server, { plan: 0, plan_step: 0, plan_step_task: 0, plan_step_plan: 0 }, async () => {
    assert.equal(statuses(await scene.promote())['PLAN nightly'], 'REUSED');
  });
  await addStep(nightly, load);
  await addStep(promoted, await idOf(server, 'task', scene.target, 'apart'));
  await platform.db.writer.rows(sql`update plan_run_config set parallel_execution_allowed = false where plan_id = ${nightly}`);
  const again = await scene.promote();
  assert.deepEqual([statuses(again)['PLAN nightly'], statuses(again)['PLAN alarm']], ['REPLACED', 'REUSED']);
  assert.deepEqual(await stepsOf(server, promoted), await stepsOf(server, nightly), 'the steps of the target are replaced');
  const { allowed } = await platform.db.reader.only<{ allowed: boolean }>(sql`
    select parallel_execution_allowed as allowed
    from plan_run_config
    where plan_id = ${promoted}`);
  assert.equal(allowed, true, 'the run configuration of the target stays');
});

test('promotions.choose.closure: a plan is promoted with its tasks, error handlers and plans, also of other workspaces', async () => {
  const { scene, nightly, alarm } = await withPlans();
  const report = await scene.promote({ advanced: { artifactId: nightly, artifactType: 'PLAN' } });
  assert.deepEqual(
    Object.keys(statuses(report))
      .filter((name) => !name.startsWith('ACTION'))
      .toSorted(),
    ['FLOW check', 'FLOW clean', 'FLOW load', 'PLAN alarm', 'PLAN nightly', 'WORKSPACE main', 'WORKSPACE side'],
  );
  assert.deepEqual(report.advanced, { artifactId: nightly, artifactType: 'PLAN' });
  const small = await scene.promote({ advanced: { artifactId: alarm, artifactType: 'PLAN' } });
  assert.deepEqual(
    Object.keys(statuses(small))
      .filter((name) => !name.startsWith('ACTION'))
      .toSorted(),
    ['FLOW clean', 'PLAN alarm', 'WORKSPACE side'],
  );
});
