/** Requirements for every list with pages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { pastPlanExecution } from '../support/past-executions.ts';
import { shapeOf } from '../support/samples.ts';
import { startTestServer, type Answer, type Sent } from '../support/server.ts';
import { requiresPermission, served, type Served } from '../support/walk.ts';

const server = await startTestServer();
const { make, call, platform } = server;

const OBJECT_COUNT = 3;
const workspace = await make.workspace();
const artifact = await make.artifact({ workspace: workspace.id });
const tasks = [];
for (let number = 0; number < OBJECT_COUNT; number += 1) {
  tasks.push(await make.task({ workspace: workspace.id, artifactVersion: artifact.versionId }));
  const connection = { name: `Connection ${number}`, workspaceId: workspace.id, app: 'Custom', parameters: [] };
  await call('POST /orchestration/connections', { body: connection });
  await make.resource({ workspace: workspace.id });
  if (number > 0) await make.artifact({ workspace: workspace.id });
  await call('POST /orchestration/projects', { body: { name: `Project ${number}`, owner: 'admin', url: 'https://git.example.com/a.git' } });
}
const [task] = tasks;
assert.ok(task);
const plans = [];
for (let number = 0; number < OBJECT_COUNT; number += 1) {
  await call('POST /processing/executions', { body: { executable: task.id } });
  await make.schedule({ environment: workspace.environment });
  await make.dynamicEnvironment();
  plans.push(await make.plan({ workspace: workspace.id, steps: [[task.id]] }));
  await make.runProfile({ environment: workspace.environment });
}
const [plan] = plans;
assert.ok(plan);
for (let number = 0; number < OBJECT_COUNT; number += 1) await pastPlanExecution(server, plan, { startedAt: new Date() });
const planId = plan.id;
const trigger = { type: 'CRON', cronExpression: '0 6 * * ?' };
await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
  path: { taskId: task.id },
  body: { trigger, runtime: { type: 'CLOUD' } },
});
for (const { id } of plans)
  await call('PUT /orchestration/executables/plans/{planId}/run-config', { path: { planId: id }, body: { trigger } });
const former = await make.user({ active: false });
await platform.db.writer.rows(sql`update time_trigger set set_by_id = ${former.id} where plan_id is not null`);
const outsider = await make.user();

const period = { from: Date.UTC(2030, 0, 1), to: Date.UTC(2030, 0, 1 + OBJECT_COUNT) };
/** The required fields of operations. */
const REQUIRED: Readonly<Record<string, object>> = {
  'GET /orchestration/executables/tasks/{taskId}/run-config/events': period,
  'GET /orchestration/executables/plans/{planId}/run-config/events': period,
  // The runtime selects the events of the task.
  'POST /orchestration/executables/events/search': { environmentId: workspace.environment, runtime: { type: 'CLOUD' }, ...period },
};

const inQuery = ({ route }: Served): boolean => shapeOf(route).query.some((one) => one.name === 'limit');
const inBody = ({ route }: Served): boolean => 'limit' in (shapeOf(route).body?.properties ?? {});
/** Lists without a total, or with other limits: they return an array, users and groups, a page of the history, a file, or components. */
const BARE = new Set<string>([
  // Their page is in the field paging; a sample has up to 10,000 rows.
  'GET /datasets/attributes',
  'GET /datasets/{datasetId}/attributes',
  'GET /datasets/{datasetId}/sample',
  // The published pages have their entries in the field data; the first one ignores limit and offset.
  'GET /connections/crawlers',
  'GET /connections/crawlers/{crawlerId}/datasets',
  'GET /orchestration/schedules/{scheduleId}/events',
  'GET /sharing/sharingset/{entityType}/{entityId}',
  'POST /monitoring/observability/executions/search',
  'POST /monitoring/observability/executions/download',
  'GET /monitoring/observability/executions/{executionId}/component',
  'POST /monitoring/observability/metrics/component',
]);
/** This operation accepts a limit of 0, which returns only the total. */
const ACCEPTS_ZERO = 'POST /orchestration/executables/tasks/search';
/** Lists with cursors have other limits, and a total only when asked. */
const hasCursors = ({ route }: Served): boolean => shapeOf(route).query.some((one) => ['next', 'startingAfter', 'prev'].includes(one.name));
const lists = served.filter((one) => !BARE.has(one.route) && !hasCursors(one) && (inQuery(one) || inBody(one)));

/** Requests a page, by the query or the body of the operation. */
function page(operation: Served, paging: Record<string, unknown>, sent: Sent = {}): Promise<Answer> {
  const path = Object.fromEntries(shapeOf(operation.route).path.map(({ name }) => [name, name === 'planId' ? planId : (task?.id ?? '')]));
  const fields = { ...REQUIRED[operation.route], ...paging };
  return call(operation.route, { ...sent, path, ...(inQuery(operation) ? { query: fields } : { body: fields }) });
}

/** Returns whether the operation names a resource, which may be hidden. */
const namesObject = ({ route }: Served): boolean => shapeOf(route).path.length > 0 || 'environmentId' in (REQUIRED[route] ?? {});

const malformed = (operation: Served): unknown[] => (inQuery(operation) ? ['', 'ten', '1.5'] : ['10', 1.5]);

test('the contract has lists with pages', () => assert.ok(lists.length >= 5));

describe('paging.limits.limit', () => {
  for (const operation of lists) {
    test(operation.route, async () => {
      const zero = operation.route === ACCEPTS_ZERO ? [] : [0];
      for (const limit of [...zero, 101, -1, ...malformed(operation)]) {
        const { status, body } = await page(operation, { limit });
        assert.equal(status, 400, `limit ${JSON.stringify(limit)}: ${JSON.stringify(body)}`);
        assert.match(body.message, /limit/);
      }
      assert.equal((await page(operation, {})).body.limit, 100);
      assert.equal((await page(operation, { limit: 100 })).body.limit, 100);
      const one = await page(operation, { limit: 1 });
      assert.deepEqual([one.body.limit, one.body.items.length], [1, 1]);
    });
  }
});

describe('paging.limits.offset', () => {
  for (const operation of lists) {
    test(operation.route, async () => {
      for (const offset of [-1, ...malformed(operation)]) {
        const { status, body } = await page(operation, { offset });
        assert.equal(status, 400, `offset ${JSON.stringify(offset)}: ${JSON.stringify(body)}`);
        assert.match(body.message, /offset/);
      }
      const whole = await page(operation, {});
      assert.equal(whole.body.offset, 0);
      const rest = await page(operation, { offset: 1 });
      assert.deepEqual(rest.body.items, whole.body.items.slice(1));
    });
  }
});

describe('paging.list.total', () => {
  for (const operation of lists) {
    test(operation.route, async () => {
      const whole = await page(operation, {});
      assert.deepEqual([whole.body.total, whole.body.items.length], [OBJECT_COUNT, OBJECT_COUNT]);
      for (const asked of [{ limit: 1 }, { limit: 2, offset: 1 }, { offset: OBJECT_COUNT }, { offset: OBJECT_COUNT + 100 }]) {
        const { body } = await page(operation, asked);
        assert.equal(body.total, OBJECT_COUNT, JSON.stringify(asked));
      }
      const hidden = await page(operation, {}, { token: outsider.token });
      if (requiresPermission(operation)) assert.equal(hidden.status, 403);
      else if (namesObject(operation)) assert.equal(hidden.status, 404);
      else assert.deepEqual([hidden.body.total, hidden.body.items], [0, []]);
    });
  }
});
