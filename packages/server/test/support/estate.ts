/** An estate for tests: objects of every kind, with names that are difficult for file systems. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from '@millrace/contract/client';
import { publication, shellBundle, upload } from './bundles.ts';

/** The secrets of the estate, by the variables that an export names. */
export const ESTATE_SECRETS = {
  PRODUCTION_FINANCE_WAREHOUSE_PASSWORD: 'canary-of-the-warehouse',
  PRODUCTION_FINANCE_NIGHTLY_LOAD_TOKEN: 'canary-of-the-task',
  LOADS_AUTHORIZATION: 'canary-of-the-header',
  LOADS_SECRET: 'canary-of-the-signature-0123456789',
} as const;

/** The secrets of the alert rules, in the same way. */
export const ALERT_SECRETS = {
  PRODUCTION_MONTH_END_FAILS_SLACK: 'https://hooks.example.com/canary-of-the-channel',
  PRODUCTION_MONTH_END_FAILS_WEBHOOK: 'https://hooks.example.com/canary-of-the-first',
  PRODUCTION_MONTH_END_FAILS_WEBHOOK_2: 'https://hooks.example.com/canary-of-the-second',
} as const;

/** The content of the resource `airports.csv`. */
export const RESOURCE_CONTENT = 'code;name\nZRH;Zürich\n';

const ODD_NAMES = ['../../etc/passwd', 'load', 'Load', 'CON', 'a:b*c?', '…', '.hidden', `long ${'é'.repeat(240)}`, 'zwölf 日本'];

/** The bundle of the artifact; it is the same each time. */
export const estateBundle = (): Promise<Buffer> =>
  shellBundle('sleep 600', { name: 'loader', version: '1.0.0', parameters: [{ name: 'table' }, { name: 'token', type: 'password' }] });

/** Creates the user that the rights of the estate name. */
export async function makeEstateUser(client: Client): Promise<string> {
  const body = { login: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', roleIds: [] };
  return (await client.call('POST /account/users', { body })).body.id;
}

/** Makes objects of every kind. */
export async function makeEstate(client: Client): Promise<void> {
  const userId = await makeEstateUser(client);
  const { body: environment } = await client.call('POST /orchestration/environments', {
    body: { name: 'Production', description: 'What counts.', workspaceName: 'Finance' },
  });
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const workspaceId = workspaces.find(({ name }) => name === 'Finance')?.id ?? '';
  const environmentId = environment.id;
  await client.call('POST /security/workspaces/{workspaceId}/users/{userId}/permissions', {
    path: { workspaceId, userId },
    body: ['EXECUTE', 'VIEW'],
  });

  const { body: published } = await client.call('POST /orchestration/artifacts', {
    form: publication({ workspaceId }, await estateBundle()),
  });
  const { body: artifacts } = await client.call('GET /orchestration/artifacts', { query: { workspaceId } });
  const artifact = { id: artifacts.items[0]?.id ?? '', version: published.version };
  const parameters = [
    { name: 'host', value: 'warehouse.example.com' },
    { name: 'password', value: ESTATE_SECRETS.PRODUCTION_FINANCE_WAREHOUSE_PASSWORD, encrypted: true },
  ];
  const { body: connection } = await client.call('POST /orchestration/connections', {
    body: { name: 'warehouse', workspaceId, app: 'postgresql', parameters },
  });
  const { body: resource } = await client.call('POST /orchestration/resources', {
    form: upload({ resource: { name: 'airports.csv', workspaceId, description: 'Codes' } }, Buffer.from(RESOURCE_CONTENT)),
  });
  const task = async (name: string, more: object = {}): Promise<string> =>
    (await client.call('POST /orchestration/executables/tasks', { body: { name, workspaceId, environmentId, artifact, ...more } })).body.id;
  const nightly = await task('nightly load', {
    description: 'Loads\nthe airports.',
    tags: ['b', 'a'],
    parameters: { table: '${env:not a placeholder}', token: ESTATE_SECRETS.PRODUCTION_FINANCE_NIGHTLY_LOAD_TOKEN },
    connections: { warehouse: connection.id },
    resources: { airports: resource.id },
    autoUpgradeInfo: { autoUpgradable: true },
  });
  await client.call('PUT /orchestration/executables/tasks/{taskId}/pause', {
    path: { taskId: nightly },
    body: { pause: true, pauseContext: 'Moving house' },
  });
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: nightly },
    body: {
      trigger: { type: 'CRON', cronExpression: '30 5 ? * MON-FRI', timeZone: 'Europe/Zurich' },
      runtime: { type: 'CLOUD' },
      logLevel: 'INFO',
      timeout: 60,
      retry: { attempts: 3 },
    },
  });
  const odd = [];
  for (const name of ODD_NAMES) odd.push(await task(name));

  const plan = async (name: string, steps: object[]): Promise<string> =>
    (await client.call('POST /orchestration/executables/plans', { body: { name, workspaceId, steps: steps as never } })).body.id;
  // The alphabetical order is the reverse of the order in which they must be created.
  const cleanUp = await plan('z: clean up', [{ name: 'only', taskIds: [odd[0]] }]);
  const month = await plan('month end', [
    {
      name: 'load',
      taskIds: [nightly, odd[1]],
      condition: 'AT_LEAST_ONE_SUCCEEDED',
      handlerOnFailure: { planIds: [cleanUp], taskIds: [odd[2]] },
    },
    { name: 'report', taskIds: [odd[3]], note: 'For the board' },
  ]);
  const { body: schedule } = await client.call('POST /orchestration/schedules', {
    body: {
      environmentId,
      description: 'Mornings',
      trigger: { name: 'weekdays', type: 'CRON', cronExpression: '0 6 ? * MON-FRI', timeZone: 'UTC' },
    },
  });
  const scheduleId = schedule.id;
  await client.call('POST /orchestration/schedules/{scheduleId}/triggers', {
    path: { scheduleId },
    body: { name: 'Sundays', type: 'CRON', cronExpression: '0 9 ? * SUN', timeZone: 'UTC' },
  });
  await client.call('PUT /orchestration/executables/plans/{planId}/schedule', { path: { planId: month }, body: { scheduleId } });
  await client.call('POST /api/v1/webhooks', {
    body: {
      name: 'loads',
      url: 'https://hooks.example.com/loads',
      level: 'tenant',
      eventTypes: ['com.service.v1.task.run.finished'],
      headers: { 'x-team': 'loads' },
      encryptedHeaders: { authorization: ESTATE_SECRETS.LOADS_AUTHORIZATION },
      secret: ESTATE_SECRETS.LOADS_SECRET,
    },
  });
}

/** Makes alert rules of the caller in the estate. The published API has none, so they are not among the objects of `makeEstate`. */
export async function makeEstateAlerts(client: Client): Promise<void> {
  const { body: plans } = await client.call('GET /orchestration/executables/plans', {});
  const { body: environments } = await client.call('GET /orchestration/environments');
  const me = (await client.call('GET /account/me')).body.id;
  await client.call('POST /api/v1/alerts', {
    body: {
      name: 'month end fails',
      condition: 'run_failed',
      planId: plans.items.find(({ name }) => name === 'month end')?.executable ?? '',
      recipients: {
        users: [me],
        transports: [
          { type: 'webhook', url: ALERT_SECRETS.PRODUCTION_MONTH_END_FAILS_WEBHOOK },
          { type: 'slack', url: ALERT_SECRETS.PRODUCTION_MONTH_END_FAILS_SLACK },
          { type: 'webhook', url: ALERT_SECRETS.PRODUCTION_MONTH_END_FAILS_WEBHOOK_2 },
        ],
      },
      quietHours: { from: '22:00', to: '06:00', zone: 'Europe/Zurich' },
      repeatMinutes: 60,
    },
  });
  await client.call('POST /api/v1/alerts', {
    body: {
      name: 'long',
      condition: 'run_long',
      environmentId: environments.find(({ name }) => name === 'Production')?.id ?? '',
      tag: 'nightly',
      usualFactor: 3,
      recipients: { users: [me] },
    },
  });
}

/** Puts bundles and contents beside the files of an export. */
export async function putContent(folder: string): Promise<void> {
  for (const path of Object.keys(await readTree(folder))) {
    if (path.includes('/artifacts/') && path.endsWith('.yaml'))
      await writeFile(join(folder, path.replace(/\.yaml$/, '.zip')), await estateBundle());
    if (path.includes('/resources/') && path.endsWith('.yaml'))
      await writeFile(join(folder, path.replace(/\.yaml$/, '.content')), RESOURCE_CONTENT);
  }
}

/** Reads the files of a folder that an export has written, by their paths. */
export async function readTree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(yaml|json)$/.test(entry.name) && entry.name !== 'owned.json');
  const tree: Record<string, string> = {};
  for (const entry of files.toSorted((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
    const path = join(entry.parentPath, entry.name);
    tree[path.slice(folder.length + 1)] = await readFile(path, 'utf8');
  }
  return tree;
}

/** Writes files into a folder. */
export async function writeTree(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
