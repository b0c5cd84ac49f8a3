/** Makers of ownerless triggers, for tests. */
import assert from 'node:assert/strict';
import type { Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { daily } from '../../../../test/support/firing.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import type { TestServer } from '../../../../test/support/server.ts';
import { webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';

/** An account that a test disables later, and the tasks and the plan that its triggers start; `hook` is the path of the webhook. */
export type FormerAccountTriggers = {
  user: { id: string; login: string; token: string };
  workspace: string;
  scheduled: MadeTask;
  timed: MadeTask;
  called: MadeTask;
  plan: string;
  hook: string;
};

/** A user with these rights sets four triggers in a new workspace: of a schedule, of run configurations of a task and a plan, and a webhook. */
export async function setTriggers(server: TestServer, rights: readonly Right[] = ['EXECUTE', 'AUTHOR']): Promise<FormerAccountTriggers> {
  const { call, make } = server;
  const hooks = webhookTriggersOf(server);
  const called = await hooks.task();
  const { workspace, environment } = called;
  const user = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: rights } });
  const { token } = user;
  const [scheduled, timed] = [await make.task({ workspace }), await make.task({ workspace })];
  const plan = (await make.plan({ workspace, steps: [[(await make.task({ workspace })).id]] })).id;
  const { name: _name, ...trigger } = daily('own');
  const scheduleId = (await make.schedule({ environment, triggers: [daily('morning')] })).id;
  const hook = await hooks.set(called, { runAsUser: user.login });
  for (const [route, path, body] of [
    ['PUT /orchestration/executables/tasks/{taskId}/schedule', { taskId: scheduled.id }, { scheduleId }],
    ['PUT /orchestration/executables/tasks/{taskId}/run-config', { taskId: timed.id }, { trigger, runtime: { type: 'CLOUD' } }],
    ['PUT /orchestration/executables/plans/{planId}/run-config', { planId: plan }, { trigger }],
  ] as const) {
    const answer = await call(route, { token, path, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  return { user, workspace, scheduled, timed, called, plan, hook };
}

/** A user with MANAGE sets the webhook of a task, which runs as another user with EXECUTE. */
export async function setForeignWebhook(server: TestServer, grouping: object = {}) {
  const { call, make, url } = server;
  const task = await webhookTriggersOf(server).task();
  const userWith = (...rights: Right[]) => make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: rights } });
  const [maker, runner] = [await userWith('EXECUTE', 'MANAGE'), await userWith('EXECUTE')];
  const webhook = { name: 'hook', runAsUser: runner.login, ...grouping };
  const { status, body } = await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    token: maker.token,
    path: { taskId: task.id },
    body: { trigger: { type: 'WEBHOOK', webhook }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: true },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const path: string = body.trigger.webhook.url.slice(url.length);
  return { task, maker, runner, path };
}

/** Disables an account. */
export const disableAccount = ({ platform: { db } }: TestServer, account: string): Promise<unknown> =>
  db.writer.rows(sql`update account set active = false where id = ${account}`);

/** Makes a disabled account whose trigger starts a task. Returns its id. */
export async function makeFormerAccount({ make, platform: { db } }: TestServer, task: string, tenant?: string): Promise<string> {
  const { id } = await make.user({ active: false, ...(tenant !== undefined && { tenant }) });
  await db.writer.rows(sql`
    insert into time_trigger (id, task_id, name, definition, next_at, set_by_id, set_by_type)
    values (${newId()}, ${task}, 'left', ${json(daily('left'))}, now() + interval '1 day', ${id}, 'HUMAN')`);
  return id;
}
