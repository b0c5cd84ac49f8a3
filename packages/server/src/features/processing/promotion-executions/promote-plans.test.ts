import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/sql.ts';
import { idOf, makePlan, makeTask, makeWay, statuses, stepsOf } from '../../../../test/support/promotions.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { make, platform } = server;

const addStep = async (plan: string, position: number, task: string): Promise<void> => {
  await platform.db.transaction(async (tx) => {
    const { id } = await tx.only<{ id: string }>(sql`
      insert into plan_step (id, plan_id, position, name, condition)
      values (gen_random_uuid(), ${plan}, ${position}, 'more', 'ALWAYS_PROCEED_ON')
      returning id`);
    await tx.rows(sql`
      insert into plan_step_task (step_id, on_failure, position, task_id)
      values (${id}, false, 0, ${task})`);
  });
};

/** Two workspaces; a plan in one with tasks of both, and a plan as handler that names the first one in turn. */
async function withPlans() {
  const way = await makeWay(server);
  const [main, side] = [
    await make.workspace({ environment: way.source, name: 'main' }),
    await make.workspace({ environment: way.source, name: 'side' }),
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
  return { way, main, load, check, clean, alarm, nightly };
}

test('promotions.plans.steps', async () => {
  const { way, nightly, alarm, load, main } = await withPlans();
  await platform.db.writer.rows(sql`insert into plan_run_config (plan_id, parallel_execution_allowed) values (${nightly}, true)`);
  const first = await way.promote();
  assert.deepEqual([statuses(first)['PLAN nightly'], statuses(first)['PLAN alarm']], ['CREATED', 'CREATED']);
  const promoted = await idOf(server, 'plan', way.target, 'nightly');
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
    assert.equal(statuses(await way.promote())['PLAN nightly'], 'REUSED');
  });
  await addStep(nightly, 2, load);
  await addStep(promoted, 2, await idOf(server, 'task', way.target, 'apart'));
  await platform.db.writer.rows(sql`update plan_run_config set parallel_execution_allowed = false where plan_id = ${nightly}`);
  const again = await way.promote();
  assert.deepEqual([statuses(again)['PLAN nightly'], statuses(again)['PLAN alarm']], ['REPLACED', 'REUSED']);
  assert.deepEqual(await stepsOf(server, promoted), await stepsOf(server, nightly), 'the steps of the target went');
  const { allowed } = await platform.db.reader.only<{ allowed: boolean }>(sql`
    select parallel_execution_allowed as allowed
    from plan_run_config
    where plan_id = ${promoted}`);
  assert.equal(allowed, true, 'the run configuration of the target stays');
  assert.ok(main.id !== alarm);
});

test('promotions.choose.closure: a plan brings its tasks, handlers and plans, also of other workspaces', async () => {
  const { way, nightly, alarm } = await withPlans();
  const report = await way.promote({ advanced: { artifactId: nightly, artifactType: 'PLAN' } });
  assert.deepEqual(
    Object.keys(statuses(report))
      .filter((name) => !name.startsWith('ACTION'))
      .toSorted(),
    ['FLOW check', 'FLOW clean', 'FLOW load', 'PLAN alarm', 'PLAN nightly', 'WORKSPACE main', 'WORKSPACE side'],
  );
  assert.deepEqual(report.advanced, { artifactId: nightly, artifactType: 'PLAN' });
  const small = await way.promote({ advanced: { artifactId: alarm, artifactType: 'PLAN' } });
  assert.deepEqual(
    Object.keys(statuses(small))
      .filter((name) => !name.startsWith('ACTION'))
      .toSorted(),
    ['FLOW clean', 'PLAN alarm', 'WORKSPACE side'],
  );
});

test('plans that name each other are promoted', async () => {
  const way = await makeWay(server);
  const workspace = await make.workspace({ environment: way.source });
  const task = await makeTask(server, workspace, { name: 'load' });
  const one = await makePlan(server, workspace.id, 'one', [{ name: 'a', tasks: [task] }]);
  const other = await makePlan(server, workspace.id, 'other', [{ name: 'b', tasks: [task], failurePlans: [one] }]);
  await platform.db.writer.rows(sql`
    insert into plan_step_plan (step_id, position, plan_id)
    select id, 0, ${other}
    from plan_step
    where plan_id = ${one}`);
  await way.promote();
  for (const [name, plan] of [
    ['one', one],
    ['other', other],
  ] as const)
    assert.deepEqual(await stepsOf(server, await idOf(server, 'plan', way.target, name)), await stepsOf(server, plan));
});
