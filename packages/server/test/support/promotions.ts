/** Two environments with a promotion between them, and functions for its tests. */
import assert from 'node:assert/strict';
import { sql } from '../../src/core/database/sql.ts';
import type { Answer, TestServer } from './server.ts';

/** A promotion with a user who may only execute it. */
export type PromotionScene = Awaited<ReturnType<typeof makePromotionScene>>;

/** Makes two empty environments, a promotion and the user who executes it. */
export async function makePromotionScene(server: TestServer) {
  const { call, make } = server;
  const executor = await make.user({ permissions: ['SVC_PROMOTION_EXECUTION'] });
  const { id, source, target } = await make.promotion({ assigned: [executor.id] });
  const { token } = executor;
  const execute = (options: object = {}): Promise<Answer> =>
    call('POST /processing/executions/promotions', { token, body: { executable: id, ...options } });
  return {
    id,
    source,
    target,
    executor,
    execute,
    /** Executes the promotion, asserts success and returns the report. */
    promote: async (options: object = {}) => {
      const { status, body } = await execute(options);
      assert.equal(status, 201, JSON.stringify(body));
      return body.executionReport;
    },
    /** Analyses the promotion, asserts success and returns the report. */
    analyze: async (options: object = {}) => {
      const { status, body } = await call('POST /orchestration/executables/promotions/{promotionId}', {
        token,
        path: { promotionId: id },
        body: options,
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    },
  };
}

/** Returns the status and the messages of each object in a report, by kind and name. */
export function reportedMessages(
  report: Answer['body'],
  part: 'analyzeReport' | 'promotionReport' = 'promotionReport',
): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  const addLine = (object: Answer['body']): void => {
    const { status, messages } = object[part];
    const texts = messages.map(({ level, info }: { level: string; info: string }) => `${level} ${info}`);
    lines[`${object.type} ${object.name}`] = [status, ...texts];
  };
  for (const workspace of report.workspaces) {
    addLine(workspace);
    for (const kind of ['flows', 'plans', 'actions', 'connections', 'resources']) workspace[kind].forEach(addLine);
  }
  for (const runtime of [...report.engines, ...report.clusters]) {
    addLine(runtime);
    for (const profile of runtime.runProfiles) addLine({ ...profile, type: `${runtime.type} ${runtime.name} PROFILE` });
  }
  return lines;
}

/** Returns the status of each object in a report, by kind and name. */
export const statuses = (report: Answer['body']): Record<string, string> =>
  Object.fromEntries(Object.entries(reportedMessages(report)).map(([name, [status = '']]) => [name, status]));

/** Returns a report without the fields in which an execution differs from its analysis: ids, times and results. */
export const comparableReport = ({ status: _status, ...report }: Answer['body']): Answer['body'] =>
  JSON.parse(JSON.stringify(report, (key, value) => (NOT_PLANNED.has(key) ? undefined : value)));

const NOT_PLANNED = new Set(['executionId', 'startTimestamp', 'triggerTimestamp', 'finishTimestamp', 'targetId', 'promotionReport']);

/** Returns a function that finds the counterpart of an object of the source in a report. */
export function counterpartFinder(report: Answer['body']): (id: string) => string {
  const counterparts = new Map<string, string>();
  JSON.stringify(report, (_key, value) => {
    if (value?.targetId !== undefined) counterparts.set(value.id, value.targetId);
    return value;
  });
  return (id) => counterparts.get(id) ?? assert.fail(`${id} has no counterpart`);
}

/** Creates a connection through the API. Returns its id. */
export async function makeConnection(
  { call }: TestServer,
  workspaceId: string,
  name: string,
  parameters: readonly { name: string; value?: string; encrypted?: boolean }[] = [],
  app = 'http',
): Promise<string> {
  const { status, body } = await call('POST /orchestration/connections', { body: { name, workspaceId, app, parameters } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** Creates a task through the API. Returns its id. */
export async function makeTask(
  { call, make, platform }: TestServer,
  workspace: { id: string; environment: string },
  values: { name: string; artifact?: string } & Record<string, unknown>,
): Promise<string> {
  const { artifact = (await make.artifact({ workspace: workspace.id })).versionId, ...rest } = values;
  const version = await platform.db.reader.only<{ id: string; version: string }>(sql`
    select artifact_id as id, version
    from artifact_version
    where id = ${artifact}`);
  const { status, body } = await call('POST /orchestration/executables/tasks', {
    body: { workspaceId: workspace.id, environmentId: workspace.environment, artifact: version, ...rest },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** A step of a plan. */
export type MadeStep = {
  name: string;
  tasks?: string[];
  failureTasks?: string[];
  failurePlans?: string[];
  condition?: string;
  note?: string;
};

/** Returns the steps of the body of a plan. */
export const stepBodies = (steps: readonly MadeStep[]): object[] =>
  steps.map(({ name, condition = 'ALL_SUCCEEDED', tasks = [], failureTasks = [], failurePlans = [], note }) => ({
    name,
    condition,
    taskIds: tasks,
    handlerOnFailure: { taskIds: failureTasks, planIds: failurePlans },
    ...(note !== undefined && { note }),
  }));

/** Creates a plan through the API. Returns its id. */
export async function makePlan(
  { call }: TestServer,
  workspaceId: string,
  name: string,
  steps: readonly MadeStep[],
  description?: string,
): Promise<string> {
  const { status, body } = await call('POST /orchestration/executables/plans', {
    body: { name, workspaceId, steps: stepBodies(steps), ...(description !== undefined && { description }) },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** Returns the steps of a plan with the names of their tasks and plans. */
export const stepsOf = ({ platform }: TestServer, plan: string): Promise<object[]> =>
  platform.db.reader.rows(sql`
    select s.name, s.condition, s.note,
           array(
             select w.name || '/' || t.name
             from plan_step_task x
             join task t on t.id = x.task_id
             join workspace w on w.id = t.workspace_id
             where x.step_id = s.id and not x.on_failure
             order by x.position) as tasks,
           array(
             select w.name || '/' || t.name
             from plan_step_task x
             join task t on t.id = x.task_id
             join workspace w on w.id = t.workspace_id
             where x.step_id = s.id and x.on_failure
             order by x.position) as failure_tasks,
           array(
             select p.name
             from plan_step_plan x
             join plan p on p.id = x.plan_id
             where x.step_id = s.id
             order by x.position) as failure_plans
    from plan_step s
    where s.plan_id = ${plan}
    order by s.position`);

/** Returns the id of a row by its name in an environment. */
export async function idOf(
  { platform }: TestServer,
  table: 'task' | 'connection' | 'resource' | 'plan',
  environment: string,
  name: string,
): Promise<string> {
  const tableName = { task: sql`task`, connection: sql`connection`, resource: sql`resource`, plan: sql`plan` }[table];
  const row = await platform.db.reader.only<{ id: string }>(sql`
    select h.id
    from ${tableName} h
    join workspace w on w.id = h.workspace_id
    where w.environment_id = ${environment}
      and h.name = ${name}`);
  return row.id;
}
