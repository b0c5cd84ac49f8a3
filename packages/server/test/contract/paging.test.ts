// run: in parts because it calls every operation
/** Requirements for every list with pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { always, operationTests, assertEach } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { pastPlanExecution } from '../support/past-executions.ts';
import { shapeOf } from '../support/samples.ts';
import { startTestServer, type Answer, type Sent } from '../support/server.ts';
import { requiresPermission, served, type Served } from '../support/operation-requests.ts';

const OBJECT_COUNT = 3;
const period = { from: Date.UTC(2030, 0, 1), to: Date.UTC(2030, 0, 1 + OBJECT_COUNT) };

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
  'POST /monitoring/observability/executions/causes',
  'POST /monitoring/observability/executions/download',
  'POST /monitoring/observability/starts/search',
  'GET /monitoring/observability/executions/{executionId}/component',
  'POST /monitoring/observability/metrics/component',
]);
/** This operation accepts a limit of 0, which returns only the total. */
const ACCEPTS_ZERO = 'POST /orchestration/executables/tasks/search';
/** Lists with cursors have other limits, and a total only when asked. */
const hasCursors = ({ route }: Served): boolean => shapeOf(route).query.some((one) => ['next', 'startingAfter', 'prev'].includes(one.name));
const lists = served.filter((one) => !BARE.has(one.route) && !hasCursors(one) && (inQuery(one) || inBody(one)));

const malformed = (operation: Served): unknown[] => (inQuery(operation) ? ['', 'ten', '1.5'] : ['10', 1.5]);

if (operationsOfThisRun(lists).length > 0) await testPages();

test('the contract has lists with pages', () => assert.ok(lists.length >= 5));

async function testPages(): Promise<void> {
  const server = await startTestServer();
  const { make, call, platform } = server;

  const workspace = await make.workspace();
  const artifact = await make.artifact({ workspace: workspace.id });
  const tasks = [];
  for (let number = 0; number < OBJECT_COUNT; number += 1) {
    tasks.push(await make.task({ workspace: workspace.id, artifactVersion: artifact.versionId }));
    const connection = { name: `Connection ${number}`, workspaceId: workspace.id, app: 'Custom', parameters: [] };
    await call('POST /orchestration/connections', { body: connection });
    await make.resource({ workspace: workspace.id });
    if (number > 0) await make.artifact({ workspace: workspace.id });
    await call('POST /orchestration/projects', {
      body: { name: `Project ${number}`, owner: 'admin', url: 'https://git.example.com/a.git' },
    });
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

  /** The required fields of operations. */
  const REQUIRED: Readonly<Record<string, object>> = {
    'GET /orchestration/executables/tasks/{taskId}/run-config/events': period,
    'GET /orchestration/executables/plans/{planId}/run-config/events': period,
    // The runtime selects the events of the task.
    'POST /orchestration/executables/events/search': { environmentId: workspace.environment, runtime: { type: 'CLOUD' }, ...period },
  };

  /** Requests a page, by the query or the body of the operation. */
  function page(operation: Served, paging: Record<string, unknown>, sent: Sent = {}): Promise<Answer> {
    const path = Object.fromEntries(shapeOf(operation.route).path.map(({ name }) => [name, name === 'planId' ? planId : (task?.id ?? '')]));
    const fields = { ...REQUIRED[operation.route], ...paging };
    return call(operation.route, { ...sent, path, ...(inQuery(operation) ? { query: fields } : { body: fields }) });
  }

  /** Returns whether the operation names a resource, which may be hidden. */
  const namesObject = ({ route }: Served): boolean => shapeOf(route).path.length > 0 || 'environmentId' in (REQUIRED[route] ?? {});

  const requireRefused = (operation: Served, field: string, values: readonly unknown[]): Promise<void> =>
    assertEach(values, async (value) => {
      const { status, body } = await page(operation, { [field]: value });
      assert.equal(status, 400, `${field} ${JSON.stringify(value)}: ${JSON.stringify(body)}`);
      assert.match(body.message, new RegExp(field));
    });

  async function limits(operation: Served): Promise<void> {
    const zero = operation.route === ACCEPTS_ZERO ? [] : [0];
    await requireRefused(operation, 'limit', [...zero, 101, -1, ...malformed(operation)]);
    const pages = await Promise.all([{}, { limit: 100 }, { limit: 1 }].map((paging) => page(operation, paging)));
    assert.deepEqual(
      pages.map(({ body }) => body.limit),
      [100, 100, 1],
    );
    assert.equal(pages[2]?.body.items.length, 1);
  }

  async function skips(operation: Served): Promise<void> {
    await requireRefused(operation, 'offset', [-1, ...malformed(operation)]);
    const [whole, rest] = await Promise.all([page(operation, {}), page(operation, { offset: 1 })]);
    assert.equal(whole.body.offset, 0);
    assert.deepEqual(rest.body.items, whole.body.items.slice(1));
  }

  async function counts(operation: Served): Promise<void> {
    const whole = await page(operation, {});
    assert.deepEqual([whole.body.total, whole.body.items.length], [OBJECT_COUNT, OBJECT_COUNT]);
    await assertEach([{ limit: 1 }, { limit: 2, offset: 1 }, { offset: OBJECT_COUNT }, { offset: OBJECT_COUNT + 100 }], async (asked) =>
      assert.equal((await page(operation, asked)).body.total, OBJECT_COUNT, JSON.stringify(asked)),
    );
    const hidden = await page(operation, {}, { token: outsider.token });
    if (requiresPermission(operation)) assert.equal(hidden.status, 403);
    else if (namesObject(operation)) assert.equal(hidden.status, 404);
    else assert.deepEqual([hidden.body.total, hidden.body.items], [0, []]);
  }

  for (const { title, holds } of operationTests(lists, {
    'paging.limits.limit': [always, limits],
    'paging.limits.offset': [always, skips],
    'paging.list.total': [always, counts],
  }))
    test(title, holds);
}
