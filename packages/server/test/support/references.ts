/** Requests with ids, in which each id can be replaced by another one. */
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import { appendComponents } from '../../src/features/monitoring/component-metrics/index.ts';
import { makeFormerAccount } from '../../src/features/orchestration/ownerless-triggers/make.fixture.ts';
import { upload } from './bundles.ts';
import { standInOperator } from './operator.ts';
import { pastExecution } from './past-executions.ts';
import { resolved, shapeOf } from './samples.ts';
import type { Sent, TestServer } from './server.ts';
import type { Served } from './operation-requests.ts';

/** The kind of object that an id in a body or a query names. */
export type Kind =
  | 'environment'
  | 'workspace'
  | 'artifact'
  | 'connection'
  | 'resource'
  | 'task'
  | 'plan'
  | 'schedule'
  | 'promotion'
  | 'engine'
  | 'profile'
  | 'environment profile'
  | 'user'
  | 'group'
  | 'role'
  | 'service account'
  | 'execution'
  | 'plan execution'
  | 'step execution'
  | 'incarnation'
  | 'address entry'
  | 'audit entry'
  | 'former account'
  | 'alert'
  | 'catalog connection'
  | 'dataset'
  | 'dynamic engine'
  | 'assignment';

/** The kinds by the end of the path of a field; the first match is used. */
const KINDS: readonly (readonly [end: RegExp, kind: Kind])[] = [
  [/^sameSchemaAs$/, 'dataset'],
  [/^sharings\[\]\.scimId$/, 'user'],
  [/^connectionId$/, 'catalog connection'],
  [/^cloudAgentId$/, 'engine'],
  [/^(?:dynamicEngineId|deId)$/, 'dynamic engine'],
  [/linkId$/, 'assignment'],
  [/environmentIds?$|scopeIds?(?:\[\])?$/i, 'environment'],
  [/workspaceIds?(?:\[\])?$/i, 'workspace'],
  [/^(?:artifact\.id|artifactId)$/, 'artifact'],
  [/^(?:advanced\.artifactId|promotionAdvancedInfo\.id)$/, 'task'],
  [/connections\.\*$/, 'connection'],
  [/resources\.\*$/, 'resource'],
  [/taskIds?(?:\[\])?$/, 'task'],
  [/^executionPlanId$/, 'plan execution'],
  [/^stepId$/, 'step execution'],
  [/planIds?(?:\[\])?$/, 'plan'],
  [/scheduleIds?(?:\[\])?$/, 'schedule'],
  [/runProfileId$/i, 'profile'],
  [/alertId$/, 'alert'],
  [/^(?:engineId|data\[\]\.engineId|runtimeId|runtime\.id|remoteEngines\[\]|processorIds\[\])$/, 'engine'],
  [/executionId$/, 'execution'],
  [/^gone\[\]$/, 'incarnation'],
  [/^serviceAccountIds?(?:\[\])?$/, 'service account'],
  [/^(?:ips)?\[\]\.id$/, 'address entry'],
  [/^account$/, 'former account'],
  [/^(?:roleIds\[\]|assignedRoles\[\]\.id)$/, 'role'],
  [/^(?:\[\]|recipients\.users\[\]|\[\]\.userId|userIds?(?:\[\])?|sub|createdByUser)$/, 'user'],
];

/** The place of an id in a request. The kind is undefined if it is missing in KINDS. */
export type Place = { in: 'query' | 'body' | 'form'; at: string; kind: Kind | undefined };

/** Returns the places of ids: fields that the contract declares as ids, and the text fields in UNDECLARED_IDS. */
export function placesOf(operation: Served): Place[] {
  const { body, parts, query } = shapeOf(operation.route);
  const found = (where: Place['in'], at: string): Place => ({ in: where, at, kind: kindOf(operation.route, at) });
  return [
    ...(body ? idsOf(body) : []).map((at) => found('body', at)),
    ...(UNDECLARED_IDS[operation.route] ?? []).map((at) => found('body', at)),
    ...(parts ? idsOf(parts) : []).map((at) => found('form', at)),
    ...query.filter((one) => idsOf(one.schema).length > 0).map((one) => found('query', one.name)),
  ];
}

/** Ids that the contract declares as text, because they may be empty or an id of two kinds. */
const UNDECLARED_IDS: Readonly<Record<string, readonly string[]>> = {
  'PUT /orchestration/executables/tasks/{taskId}/run-config': ['runtime.id'],
  'PUT /orchestration/executables/tasks/{taskId}/de-run-config': ['runProfileId'],
  'POST /processing/runtimes/remote-engines': ['workspaceId'],
  'POST /processing/runtimes/remote-engine-clusters': ['workspaceId'],
  'POST /processing/run-profiles': ['runtimeId'],
};

function kindOf(route: string, at: string): Kind | undefined {
  if (route.includes(' /sharing/')) return at.endsWith('userId') ? 'user' : at.endsWith('groupId') ? 'group' : 'connection';
  if (route.endsWith('/explanations')) return at === 'account' ? 'user' : 'task';
  if (route.endsWith('/de-run-config')) return 'environment profile';
  if (/\/audits?\b/.test(route) && /^(?:fromId|id)$/.test(at)) return 'audit entry';
  if (at === 'executable') return route.endsWith('/promotions') ? 'promotion' : route.endsWith('/plans') ? 'plan' : 'task';
  if (at === '[].userId' && route.includes('/service-accounts/')) return 'service account';
  if (at === '[]' && route.endsWith('/users/{id}/roles')) return 'role';
  if (at === '[]' && route.endsWith('/users/{id}/groups')) return 'group';
  return KINDS.find(([end]) => end.test(at))?.[1];
}

type Schema = Parameters<typeof resolved>[0] & { oneOf?: Schema[] };

function idsOf(schema: Schema, at = ''): string[] {
  const { format, pattern, items, oneOf, properties = {}, additionalProperties } = resolved(schema) as Schema;
  if (format === 'uuid' || pattern?.includes('{8}(-')) return [at];
  if (oneOf) return oneOf.flatMap((one) => idsOf(one, at));
  if (items) return idsOf(items, `${at}[]`);
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  return [
    ...Object.entries(properties).flatMap(([name, one]) => idsOf(one, below(name))),
    ...(typeof additionalProperties === 'object' ? idsOf(additionalProperties, below('*')) : []),
  ];
}

/** A valid request. A form has these parts and this content. */
export type Fit = Sent & { parts?: Record<string, object>; content?: Buffer };

/** Returns the request with another id at a place. */
export function withId({ parts, content, ...sent }: Fit, place: Place | undefined, id = ''): Sent {
  const steps = (place?.at ?? '').replaceAll('[]', '.0').split('.').filter(Boolean);
  if (parts) return { ...sent, form: upload((place ? exchanged(parts, steps, id) : parts) as Record<string, object>, content) };
  if (place?.in === 'query') return { ...sent, query: { ...sent.query, [place.at]: id } };
  return place ? { ...sent, body: exchanged(sent.body, steps, id) } : sent;
}

function exchanged(value: unknown, [step, ...rest]: readonly string[], id: string): unknown {
  if (step === undefined) return id;
  if (step === '0') return [exchanged((value as unknown[] | undefined)?.[0], rest, id)];
  const known = (value ?? {}) as Record<string, unknown>;
  const name = step === '*' ? (Object.keys(known)[0] ?? 'named') : step;
  return { ...known, [name]: exchanged(known[name], rest, id) };
}

/**
 * The ids of one object of each kind in a tenant. Also the token of a user with all permissions, the version of the artifact, the credentials of the
 * engine and of the operator, and the ids of another environment and of a cluster.
 */
export type ObjectIds = Record<Kind | 'token' | 'version' | 'credential' | 'operator' | 'other' | 'cluster', string>;

/** Makes one object of each kind in a tenant. */
export async function makeObjects(server: TestServer, tenant: string): Promise<ObjectIds> {
  const { make, call } = server;
  const { id: user, token } = await make.user({ tenant, permissions: PERMISSIONS });
  const workspace = await make.workspace({ tenant, owner: user });
  const { environment } = workspace;
  const artifact = await make.artifact({ workspace: workspace.id });
  const engine = await make.engine({ tenant, environment });
  const profile = (await make.runProfile({ engine: engine.id })).id;
  const task = await make.task({ workspace: workspace.id, artifactVersion: artifact.versionId, engine: engine.id, runProfile: profile });
  const body = { name: 'store', workspaceId: workspace.id, app: 'http', parameters: [] };
  const connection = await call('POST /orchestration/connections', { token, body });
  const catalogued = await call('POST /connections', {
    token,
    body: { label: 'catalogued', workspaceId: workspace.id, properties: { jdbcUrl: 'jdbc:postgresql://127.0.0.1:1/none' } },
  });
  await call('POST /connections/crawlers', { token, body: { connectionId: catalogued.body.id, name: 'Crawler of things' } });
  const dataset = await call('POST /datasets', { token, body: { label: 'Dataset of things', connectionId: catalogued.body.id } });
  const other = await make.environment({ tenant });
  const plan = (await make.plan({ workspace: workspace.id, steps: [[task.id]] })).id;
  const { body: started } = await call('POST /processing/executions/plans', { token, body: { executable: plan } });
  const path = { planExecutionId: started.executionId };
  const { body: steps } = await call('GET /processing/executions/plans/{planExecutionId}/steps', { token, path });
  const execution = await pastExecution(server, task, { triggeredAt: new Date(Date.now() - 3_600_000) });
  await appendComponents(server.platform.db.writer, [
    {
      executionId: execution,
      components: [{ connector_type: 'csv', connector_label: 'in', connector_id: 'in', component_start_time_seconds: Date.now() / 1000 }],
    },
  ]);
  const ips = [{ description: 'everything', ip: '0.0.0.0/0' }];
  const allowlist = await call('POST /security/ip-allowlist', { token, body: { enabled: false, ips } });
  const client = await call('POST /api/v1/oauth-clients', { token, body: { appType: 'web', clientName: 'Client of things' } });
  await server.platform.db.writer.rows(sql`
    insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, authenticated_at, expires_at)
    values (${newId()}, ${client.body.clientId}, ${tenant}, ${user}, '{user_default}', now(), now() + interval '1 day')`);
  const operator = await standInOperator(server, tenant);
  const assigned = await call('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
    token,
    path: { environmentId: await make.dynamicEnvironment({ tenant }) },
    query: { dynamicEngineId: operator.id },
  });
  const alert = await alertWithIncident(server, token, task.id, user);
  return {
    token,
    user,
    alert,
    'address entry': allowlist.body.ips[0].id,
    'service account': (await make.user({ tenant, type: 'SERVICE' })).id,
    other,
    environment,
    workspace: workspace.id,
    artifact: artifact.id,
    version: artifact.version,
    connection: connection.body.id,
    'catalog connection': catalogued.body.id,
    dataset: dataset.body.id,
    resource: (await make.resource({ workspace: workspace.id })).id,
    task: task.id,
    plan,
    'plan execution': started.executionId,
    'step execution': steps[0].executionId,
    // The engine chooses this id for its process; no row contains it.
    incarnation: crypto.randomUUID(),
    schedule: (await make.schedule({ environment })).id,
    promotion: (await make.promotion({ source: environment, target: await make.environment({ tenant }), assigned: [user] })).id,
    group: (await call('POST /account/groups', { token, body: { name: 'Group of things' } })).body.id,
    role: (await call('POST /account/roles', { token, body: { name: 'Role of things' } })).body.id,
    engine: engine.id,
    credential: engine.credential,
    operator: operator.credential,
    'dynamic engine': operator.id,
    assignment: assigned.headers.get('location') ?? '',
    cluster: (await make.cluster({ tenant, environment })).id,
    profile,
    'environment profile': (await make.runProfile({ environment })).id,
    execution,
    'former account': await makeFormerAccount(server, (await make.task({ workspace: workspace.id })).id, tenant),
    'audit entry': (await call('GET /security/audit/logs', { token })).body[0].logId,
  };
}

/** Makes an alert rule with an incident, so that the list of its incidents is not empty. */
async function alertWithIncident({ call, platform }: TestServer, token: string, taskId: string, user: string): Promise<string> {
  const { body } = await call('POST /api/v1/alerts', {
    token,
    body: { name: 'Alert of things', condition: 'run_failed', taskId, recipients: { users: [user] } },
  });
  await platform.db.writer.rows(sql`
    insert into alert_incident (id, rule_id, target_id, kind, name, space_id, environment_id)
    select ${newId()}, ${body.id}, t.id, 'task.run.failed', t.name, w.id, w.environment_id
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = ${taskId}`);
  return body.id;
}
