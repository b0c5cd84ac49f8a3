/** An install with several records of each kind, for tests that open each page of the console. */
import assert from 'node:assert/strict';
import { crawlScene, listedTable, observed, samples, tables } from '../../../server/src/features/catalog/crawlers/crawl-scene.fixture.ts';
import { READER } from '../../../server/src/features/catalog/catalog-connections/scene.fixture.ts';
import { addWebNotifications } from '../../../server/src/features/events/web-notifications/index.ts';
import { runTimer } from '../../../server/test/support/background.ts';
import { REPORTED_AT, standInEngine, type Line } from '../../../server/test/support/engine.ts';
import { createHistory } from '../../../server/test/support/history.ts';
import type { Sent, TestServer } from '../../../server/test/support/server.ts';
import { createWorld } from '../../../server/test/support/world.ts';

/** Entries of a list that is longer than the rows that are shown while it is read. */
const MANY = 14;
/** Tables of the crawled database. */
const TABLES = ['customers', 'orders', 'payments', 'products', 'stores', 'suppliers'].map((name) => `public.${name}`);
/** A log whose last line is an error. */
const LOG = Array.from({ length: 1000 }, (_, index): Line => {
  const isLast = index === 999;
  const message = isLast ? 'Exception in component tDBConnection_1: Connection refused: db.example:1433' : `line ${index}`;
  return { at: REPORTED_AT + index, severity: isLast ? 'ERROR' : 'INFO', type: 'STDOUT', message };
});

/** Fills the install. Returns the environment with the most records, and the addresses of pages with data, by the path of the page. */
export async function fillInstall(server: TestServer): Promise<{ environment: string; addresses: Record<string, readonly string[]> }> {
  const { make, platform } = server;
  const accepted = async (route: string, sent: Sent) => {
    const { status, body } = await server.call(route, sent);
    assert.ok(status < 300, `${route} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const times = <Made>(count: number, makeOne: (number: number) => Promise<Made>): Promise<Made[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => makeOne(number)));
  const { existing } = await createWorld(server);
  const history = await createHistory(server);
  const { north, load, clean, environment, ids } = history;

  const userIds = (await times(MANY, () => make.user({ rights: { [north.id]: ['VIEW', 'EXECUTE'] } }))).map(({ id }) => id);
  const [person = ''] = userIds;
  const role = await accepted('POST /account/roles', { body: { name: 'Operators', permissions: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] } });
  await accepted('POST /account/roles/{id}/users', { path: { id: role.id }, body: userIds });
  const group = await accepted('POST /account/groups', { body: { name: 'Data team', userIds } });
  await accepted('PATCH /account/groups/{id}', { path: { id: group.id }, body: { name: 'Data team', roleIds: [role.id] } });

  await times(MANY, () => make.task({ workspace: north.id }));
  await times(MANY, () => make.plan({ workspace: north.id, steps: [[load.id], [clean.id]] }));
  await times(MANY, () => make.resource({ workspace: north.id }));
  await times(MANY, (number) => make.schedule({ environment, description: `Schedule ${number}` }));
  await times(MANY, () => make.promotion({ source: environment, assigned: [person] }));
  const parameters = [
    { name: 'host', value: 'warehouse.example.com' },
    { name: 'user', value: 'loader' },
    { name: 'password', value: 'a secret', encrypted: true },
  ];
  const [connection] = await times(MANY, (number) =>
    accepted('POST /orchestration/connections', {
      body: { name: `Warehouse ${number}`, workspaceId: north.id, app: 'postgresql', parameters },
    }),
  );
  await accepted('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: load.id },
    body: { trigger: { type: 'CRON', cronExpression: '0/15 * * * ? *' }, runtime: { type: 'CLOUD' } },
  });
  const steps = [[load.id, clean.id], [clean.id], [load.id]];
  const plan = await make.plan({ workspace: north.id, steps, handler: { tasks: [clean.id] } });
  const schedule = await make.schedule({ environment, description: 'Nightly loads' });
  await accepted('PUT /orchestration/executables/plans/{planId}/schedule', {
    path: { planId: plan.id },
    body: { scheduleId: schedule.id },
  });

  const scene = await crawlScene(server);
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables(...TABLES.map((name) => listedTable(name))), observed(), samples(...TABLES));
  const dataset = (await scene.datasets(connectionId)).get(TABLES[0] ?? '')?.id ?? '';
  for (const id of userIds.slice(0, 5)) await scene.share('dataset', dataset, id, READER);
  await platform.db.transaction(async (tx) => {
    const object = { resourceType: 'task', resourceId: load.id, spaceId: null };
    const notification = {
      account: await make.administrator(),
      href: '/',
      action: 'run.failed',
      body: 'Task Load airports failed.',
      ...object,
    };
    await addWebNotifications(
      tx,
      Array.from({ length: MANY }, () => notification),
    );
  });
  const failed = await failedRuns(server);
  await runTimer(platform, 'count-hours');

  const records: Readonly<Record<string, readonly (string | undefined)[]>> = {
    '/runs/$executionId': [failed, ids['day'], ids['running'], ids['open']],
    '/tasks/$taskId': [load.id],
    '/tasks/$taskId/edit': [load.id],
    '/artifacts/$artifactId': [load.artifact],
    '/plans/$planId': [plan.id],
    '/plans/runs/$planExecutionId': [ids['plan'], ids['failedPlan']],
    '/schedules/$scheduleId': [schedule.id],
    '/engines/$engineId': [history.engine.id],
    '/catalogue/datasets/$datasetId': [dataset],
    '/catalogue/crawlers/$crawlerId': [crawlerId],
    '/catalogue/connections/$connectionId': [connectionId],
    '/setup/connections/$connectionId': [connection.id],
    '/admin/users/$userId': [person],
    '/admin/groups/$groupId': [group.id],
    '/admin/roles/$roleId': [role.id],
    ...Object.fromEntries(Object.entries(OF_WORLD).map(([path, record]) => [path, Object.values(existing[record] ?? {})])),
  };
  const operation = encodeURIComponent('POST /processing/executions');
  return {
    environment,
    addresses: {
      '/admin/access': ['/admin/access', `/admin/access?account=${person}&operation=${operation}`],
      ...Object.fromEntries(
        Object.entries(records).map(([path, ofPath]) => [path, ofPath.map((id = '') => path.replace(/\$\w+/, () => id))]),
      ),
    },
  };
}

/** Pages of single records, and the paths with which `world.ts` has them. */
const OF_WORLD = {
  '/promotions/$promotionId': '/orchestration/executables/promotions/{promotionId}',
  '/setup/resources/$resourceId': '/orchestration/resources/{resourceId}',
  '/setup/projects/$projectId': '/orchestration/projects/{projectId}',
  '/setup/clusters/$clusterId': '/processing/runtimes/remote-engine-clusters/{clusterId}',
  '/setup/dynamic-engines/$dynamicEngineId': '/processing/runtimes/dynamic-engines/{id}',
  '/setup/dynamic-engine-environments/$environmentId': '/orchestration/dynamic-engine-environments/{environmentId}',
  '/admin/service-accounts/$serviceAccountId': '/account/service-accounts/{id}',
  '/admin/oauth-clients/$clientId': '/api/v1/oauth-clients/{id}',
  '/admin/webhooks/$webhookId': '/api/v1/webhooks/{id}',
};

/** Makes two runs that fail for the same cause, with a log; returns the id of the second one. */
async function failedRuns(server: TestServer): Promise<string> {
  const task = await server.make.task({ name: 'Load orders' });
  const engine = await standInEngine(server, task.environment);
  let id = '';
  for (let run = 0; run < 2; run += 1) {
    id = (await server.call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
    const lease = await engine.claimOne();
    await engine.start(lease, Date.now());
    await engine.log(lease, LOG);
    const errorMessage = 'The task ended with exit code 1';
    await engine.finish(lease, { outcome: 'EXECUTION_FAILED', exitCode: 1, errorType: 'EXIT_CODE', errorMessage, finishedAt: Date.now() });
  }
  return id;
}
