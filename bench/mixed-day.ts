/** The install of P12, with all parts of the product switched on, and the load of its day. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { certificate } from '../packages/server/test/support/certificate.ts';
import type { Stage } from './contestant.ts';
import { onDatabase, type DatabaseServer, type PeerProcess } from './processes.ts';
import { addCommandTasks, callMillrace, startMillrace, type Millrace } from './millrace.ts';
import type { MixedCall, MixedStream } from './peers/mixed-load.ts';
import { startSource } from './source-database.ts';
import { createBenchClient } from './tokens.ts';

/** The calls, starts and tokens in a second, and the lines that each run writes: 20 starts of 100 lines are 2,000 lines/s. */
export const MIXED_RATES = { calls: 50, starts: 20, tokens: 50, lines: 100 } as const;

const FINISHED = 'com.service.v1.task.run.finished';
const [TASKS, SCHEDULED, CAPACITY] = [40, 5, 60];
/** The settings of the day: the receiver of webhooks and the crawled database are on this machine, and the limits of calls are those of a busy account. */
const settingsOf = (authorities: string): Record<string, string> => ({
  MILLRACE_WEBHOOK_CA: authorities,
  MILLRACE_WEBHOOK_NETWORKS: 'loopback',
  MILLRACE_OUTBOUND_ALLOW: 'loopback',
  MILLRACE_TIER2_PER_MINUTE: '10000000',
  // The default, also in a smoke run: there is only one contestant.
  MILLRACE_DATABASE_CONNECTIONS: '10',
});
/** A run writes its lines, and works for a moment. With the parameter `fails`, it fails. */
const SCRIPT = `for ((n = 1; n <= ${MIXED_RATES.lines}; n++)); do echo "row $n of the orders is loaded, 42 columns, no value was rejected, checksum $RANDOM"; done; sleep 0.5; test -z "$fails"`;

/** A running install, and its streams of calls. */
export type MixedDay = { millrace: Millrace; streams: readonly MixedStream[] };

/** Starts the install, creates its objects through the API, and returns the load. `seconds` is the time for which the load is sent. */
export async function startMixedDay(stage: Stage, databases: DatabaseServer, receivers: PeerProcess, seconds: number): Promise<MixedDay> {
  const authorities = join(stage.folder, 'receivers.pem');
  await writeFile(authorities, certificate);
  const source = await startSource(stage, databases, { tables: stage.smoke ? 10 : 90, views: 10, rows: 200 });
  const databaseUrl = await databases.create('mixed');
  const millrace = await startMillrace(stage, databaseUrl, { capacity: CAPACITY }, { settings: settingsOf(authorities) });
  const make = <Answer = { id: string }>(method: string, path: string, body: object): Promise<Answer> =>
    callMillrace(millrace, method, path, body);
  const tasks = await addCommandTasks(millrace, { run: ['bash', '--norc', '-c', SCRIPT], environment: ['fails'] }, TASKS);
  const [failing = '', ...others] = tasks;
  const scheduled = others.slice(0, SCHEDULED);
  const { workspace, environment, owner } = await sharedWorkspaceOf(databaseUrl);
  for (const task of scheduled)
    await make('PUT', `/orchestration/executables/tasks/${task}/run-config`, {
      trigger: { type: 'CRON', cronExpression: '0/5 * * * ?' },
      runtime: { type: 'CLOUD' },
      parallelExecutionAllowed: true,
    });
  const plan = await make('POST', '/orchestration/executables/plans', {
    name: 'Night',
    workspaceId: workspace,
    steps: [
      { name: 'Load', taskIds: others.slice(-3, -1) },
      { name: 'Report', taskIds: others.slice(-1) },
    ],
  });
  const trigger = { name: 'early', type: 'CRON', cronExpression: '30 5 ? * MON-FRI', timeZone: 'Europe/Zurich' };
  const schedule = await make('POST', '/orchestration/schedules', { description: 'Early', environmentId: environment, trigger });
  const port = await receivers.ask<number>('port');
  const webhook = await make('POST', '/api/v1/webhooks', {
    name: 'Ends of runs',
    url: `https://localhost:${port}/ok/mixed`,
    level: 'tenant',
    enabled: true,
    eventTypes: [FINISHED],
  });
  const recipients = { users: [owner] };
  await make('POST', '/api/v1/alerts', { name: 'Failed', condition: 'run_failed', workspaceId: workspace, recipients });
  await make('POST', '/api/v1/alerts', { name: 'Long', condition: 'run_long', workspaceId: workspace, boundSeconds: 600, recipients });
  await make('POST', '/api/v1/alerts', { name: 'Lost', condition: 'engine_lost', environmentId: environment, recipients });
  const ips = ['127.0.0.1', ...Array.from({ length: 90 }, (_, index) => `10.${index}.0.0/16`)];
  await make('POST', '/security/ip-allowlist', {
    description: 'Offices',
    enabled: true,
    ips: ips.map((ip) => ({ ip, description: `Network ${ip}` })),
  });
  const connection = await make('POST', '/connections', {
    label: 'source',
    workspaceId: workspace,
    properties: source.properties,
    keepsSamples: true,
  });
  const crawler = await make('POST', '/connections/crawlers', { connectionId: connection.id, name: 'all' });
  const oauth = await createBenchClient(millrace, {
    allowedAuthMethods: ['client_secret'],
    allowedScopes: ['user_default', 'offline_access', 'admin_classic'],
  });
  const form = { grant_type: 'client_credentials', client_id: oauth.id, client_secret: oauth.secret, scope: 'user_default admin_classic' };
  await grantRightsToBot(millrace, form, workspace);
  const start = (task: string, parameters?: object): MixedCall => ({
    method: 'POST',
    path: '/processing/executions',
    body: { executable: task, ...(parameters && { parameters }) },
    bearer: 'own',
  });
  const started = others.slice(SCHEDULED, -3);
  // A smoke run must not fail because its machine is busy.
  const share = stage.smoke ? 0.1 : 1;
  return {
    millrace,
    streams: [
      {
        name: 'API calls',
        perSecond: share * MIXED_RATES.calls,
        calls: callsOf({ workspace, environment, plan: plan.id, schedule: schedule.id, webhook: webhook.id, task: scheduled[0] ?? '' }),
      },
      { name: 'starts', perSecond: share * MIXED_RATES.starts, calls: started.map((task) => start(task)) },
      { name: 'tokens', perSecond: share * MIXED_RATES.tokens, calls: [{ method: 'POST', path: '/oauth/token', form, bearer: 'none' }] },
      { name: 'starts that fail', perSecond: 0.1, calls: [start(failing, { fails: 'yes' })] },
      {
        name: 'starts of plans',
        perSecond: 0.1,
        calls: [{ method: 'POST', path: '/processing/executions/plans', body: { executable: plan.id }, bearer: 'own' }],
      },
      // Every five minutes, and at least twice.
      {
        name: 'crawls',
        perSecond: Math.max(1 / 300, 2 / seconds),
        calls: [{ method: 'POST', path: `/connections/crawlers/${crawler.id}/run`, bearer: 'own' }],
      },
    ],
  };
}

/** Gives the account of the OAuth client, which its first token creates, rights on the workspace. */
async function grantRightsToBot(millrace: Millrace, form: Record<string, string>, workspace: string): Promise<void> {
  const response = await fetch(`${millrace.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const { id } = await callMillrace<{ id: string }>({ ...millrace, token }, 'GET', '/api/v1/users/me');
  await callMillrace(millrace, 'POST', `/security/workspaces/${workspace}/users/${id}/permissions`, ['VIEW', 'EXECUTE']);
}

/** The ids of the objects that the API calls read and change. */
type Objects = Record<'workspace' | 'environment' | 'plan' | 'schedule' | 'webhook' | 'task', string>;

/** The API calls of the day, each as often as the others: what the console and programs read, and about every twelfth call a change. */
function callsOf({ workspace, environment, plan, schedule, webhook, task }: Objects): MixedCall[] {
  const reads = [
    '/processing/executions/{execution}',
    '/processing/executables/tasks/executions?limit=50',
    `/processing/executables/tasks/${task}/executions?limit=20`,
    '/monitoring/executions/{execution}/logs?count=50',
    '/orchestration/executables/tasks?limit=50',
    `/orchestration/executables/tasks/${task}`,
    `/orchestration/executables/plans/${plan}`,
    '/processing/executables/plans/executions?limit=20',
    `/orchestration/schedules/${schedule}`,
    '/orchestration/environments',
    `/orchestration/artifacts?workspaceId=${workspace}`,
    '/datasets?limit=50',
    '/connections',
    '/security/audit/logs?size=50',
    '/api/v1/audits?limit=20',
    `/api/v1/webhooks/${webhook}/deliveries?limit=20`,
    '/api/v1/alerts/incidents',
    '/api/v1/web-notifications',
    '/security/ip-allowlist/ips',
  ].map((path, index): MixedCall => ({ method: 'GET', path, bearer: index % 2 === 0 ? 'own' : 'issued' }));
  const search = { environmentId: environment, category: 'ETL', limit: 50 };
  const filters = [{ field: 'status', operator: 'in', value: ['EXECUTION_FAILED', 'DEPLOY_FAILED'] }];
  return [
    ...reads.slice(0, 8),
    { method: 'PATCH', path: `/orchestration/schedules/${schedule}`, body: { description: 'Early, version {n}' }, bearer: 'own' },
    ...reads.slice(8, 16),
    { method: 'PATCH', path: `/orchestration/schedules/${schedule}`, body: { description: 'Early, version {n}' }, bearer: 'issued' },
    ...reads.slice(16),
    { method: 'POST', path: '/monitoring/observability/executions/search', body: search, bearer: 'own' },
    { method: 'POST', path: '/monitoring/observability/executions/search', body: { ...search, filters }, bearer: 'own' },
  ];
}

/** The number of all runs, the number of missing things after the load, and their description. */
export type MissingWork = { runs: number; number: number; words: string[] };

/** Counts runs that did not end as they should, lines, and events that did not arrive. Waits for them up to `timeout` milliseconds. */
export async function missingWork({ millrace }: MixedDay, receivers: PeerProcess, timeout: number): Promise<MissingWork> {
  return onDatabase(millrace.databaseUrl, async (client) => {
    let work = await countMissing(client, receivers);
    for (const deadline = performance.now() + timeout; performance.now() < deadline && work.number > 0;) {
      await wait(500);
      work = await countMissing(client, receivers);
    }
    return work;
  });
}

async function countMissing(client: Client, receivers: PeerProcess): Promise<MissingWork> {
  // A crawl is a run, too, but does not write these lines.
  const { rows } = await client.query<Record<'runs' | 'unfinished' | 'failed' | 'short', number>>(`
    select count(*)::int as runs,
           count(*) filter (where e.outcome is null)::int as unfinished,
           count(*) filter (where e.outcome <> 'EXECUTION_SUCCESS' and not e.parameters ? 'fails')::int as failed,
           count(*) filter (where coalesce(l.lines, 0) < ${MIXED_RATES.lines} and e.artifact_name = 'bench')::int as short
    from task_execution e
    left join (select execution_id, sum(lines) as lines from log_chunk group by execution_id) l on l.execution_id = e.id`);
  const { count: events } = await receivers.ask<{ count: number }>('count');
  const { runs = 0, unfinished = 0, failed = 0, short = 0 } = rows[0] ?? {};
  const missing = {
    'runs are not finished': unfinished,
    'runs failed that should not': failed,
    [`runs have fewer than ${MIXED_RATES.lines} lines`]: short,
    'ends of runs did not arrive at the webhook': Math.max(0, runs - events),
  };
  const found = Object.entries(missing).filter(([, number]) => number > 0);
  return { runs, number: found.reduce((sum, [, number]) => sum + number, 0), words: found.map(([name, number]) => `${number} ${name}`) };
}

/** The shared workspace, its environment and its owner. */
async function sharedWorkspaceOf(databaseUrl: string): Promise<{ workspace: string; environment: string; owner: string }> {
  const [workspace] = await onDatabase(databaseUrl, async (client) => {
    const text = `select id as workspace, environment_id as environment, owner_id as owner from workspace where type = 'shared'`;
    return (await client.query<{ workspace: string; environment: string; owner: string }>(text)).rows;
  });
  if (!workspace) throw new Error('The install has no shared workspace.');
  return workspace;
}
