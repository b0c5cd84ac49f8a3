/** What a walk over all operations needs: callers of each kind, things that exist, and for each operation the requests that are refused. */
import { PERMISSIONS } from '@millrace/contract';
import { features } from '../../src/api.ts';
import type { Endpoint } from '../../src/core/endpoint.ts';
import type { Surface } from '../../src/core/feature.ts';
import { sql } from '../../src/core/sql.ts';
import { publication, shellBundle, upload } from './bundles.ts';
import { isClosed, resolved, sampleOf, shapeOf, wrongOf } from './samples.ts';
import type { Sent, TestServer } from './server.ts';

/** An operation with how its feature refuses. */
export type Served = Endpoint & { surface: Surface };
/** A request that is refused, and how. `names` must stand in the message. */
export type Refusal = { what: string; sent: Sent; status: number; code: string; names?: string };

/** Every operation that is served. */
export const served: readonly Served[] = features.flatMap(({ surface, endpoints }) => endpoints.map((one) => ({ ...one, surface })));

const MALFORMED = 'not-an-id';
const JSON_BYTES = 1024 * 1024;

/** The cast of the walk. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Makes callers and, by the path of each operation that has variables, the variables of a thing that exists. */
export async function createWorld(server: TestServer) {
  const { make, platform, call } = server;
  const [nobody, expired, inactive, stranger, otherEngine] = await Promise.all([
    make.user(),
    make.user({ permissions: PERMISSIONS }),
    make.user({ permissions: PERMISSIONS, active: false }),
    make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() }),
    make.engine({ tenant: await make.otherTenant() }),
  ]);
  await platform.db.writer.rows(
    sql`update personal_access_token set expires_at = now() - interval '1 second' where account_id = ${expired.id}`,
  );
  const revoked = await call('POST /account/personal-access-tokens', { body: { name: 'revoked' } });
  await call('DELETE /account/personal-access-tokens/{tokenId}', { path: { tokenId: revoked.body.id } });
  const kept = await call('POST /account/personal-access-tokens', { body: { name: 'kept' } });

  const workspace = await make.workspace();
  const holder = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
  const project = await call('POST /orchestration/projects', {
    body: { name: 'Walk', owner: 'admin', url: 'https://git.example.com/walk.git' },
  });
  const group = await call('POST /account/groups', { body: { name: 'Walk', userIds: [holder.id] } });
  await call('PUT /orchestration/projects/{projectId}/groups/{groupId}', {
    path: { projectId: project.body.id, groupId: group.body.id },
  });
  const engine = await make.engine({ environment: workspace.environment });
  // What gives up its credential would be shut out of the rest of the walk; the built-in one may not.
  const builtIn = await make.engine({ environment: workspace.environment });
  await platform.db.writer.rows(sql`update engine set managed = true where id = ${builtIn.id}`);
  const cluster = await make.cluster({ environment: workspace.environment, engines: [engine.id] });
  const engineProfile = await make.runProfile({ engine: engine.id });
  const clusterProfile = await make.runProfile({ cluster: cluster.id });
  const published = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: workspace.id }, await shellBundle('exit 0')),
  });
  const artifact = await platform.db.reader.only<{ id: string; version_id: string }>(sql`
    select a.id, v.id as version_id
    from artifact a
    join artifact_version v on v.artifact_id = a.id
    where a.workspace_id = ${workspace.id}`);
  const task = await make.task({ workspace: workspace.id, artifactVersion: artifact.version_id });
  const connection = await call('POST /orchestration/connections', {
    body: { name: 'walk', workspaceId: workspace.id, app: 'http', parameters: [] },
  });
  await call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
    path: { taskId: task.id },
    body: { trigger: { type: 'MANUAL' } },
  });
  const plan = { planId: (await make.plan({ workspace: workspace.id, steps: [[task.id]] })).id };
  await call('PUT /orchestration/executables/plans/{planId}/run-config', { path: plan, body: { trigger: { type: 'MANUAL' } } });
  await call('PUT /orchestration/executables/plans/{planId}/schedule', {
    path: plan,
    body: { scheduleId: (await make.schedule({ environment: workspace.environment })).id },
  });
  const schedule = await make.schedule({ environment: workspace.environment });
  await call('PUT /orchestration/executables/tasks/{taskId}/schedule', {
    path: { taskId: task.id },
    body: { scheduleId: schedule.id },
  });
  const started = await call('POST /processing/executions', { body: { executable: task.id } });
  const claimed = await call('POST /engine/v1/claims', { token: engine.credential, body: { free: 1, waitMilliseconds: 0 } });

  const promotion = await make.promotion({ assigned: [await make.administrator(), holder.id] });
  const promotionId = { promotionId: promotion.id };
  const account = await make.user({ type: 'SERVICE' });
  const analysis = await call('POST /orchestration/executables/promotions/{promotionId}', { path: promotionId });

  const resource = { resourceId: (await make.resource({ workspace: workspace.id })).id };
  const version = { artifactId: artifact.id, version: published.body.version };
  const existing: Readonly<Record<string, Record<string, string>>> = {
    '/orchestration/artifacts/{artifactId}': version,
    '/orchestration/artifacts/{artifactId}/versions/{version}': version,
    '/orchestration/connections/{connectionId}': { connectionId: connection.body.id },
    '/orchestration/connections/{connectionId}/move/{targetWorkspaceId}': {
      connectionId: connection.body.id,
      targetWorkspaceId: workspace.id,
    },
    '/orchestration/connections/{connectionId}/test': { connectionId: connection.body.id },
    '/orchestration/environments/{Id}': { Id: workspace.environment },
    '/orchestration/workspaces/{id}': { id: workspace.id },
    '/orchestration/projects/{projectId}': { projectId: project.body.id },
    '/orchestration/projects/{projectId}/users': { projectId: project.body.id },
    '/orchestration/projects/{projectId}/users/{userId}': { projectId: project.body.id, userId: holder.id },
    '/orchestration/projects/{projectId}/groups': { projectId: project.body.id },
    '/orchestration/projects/{projectId}/groups/{groupId}': { projectId: project.body.id, groupId: group.body.id },
    '/account/groups/{id}': { id: group.body.id },
    '/account/groups/{id}/users': { id: group.body.id },
    '/account/groups/{id}/users/{userId}': { id: group.body.id, userId: holder.id },
    '/orchestration/resources/{resourceId}': resource,
    '/orchestration/resources/{resourceId}/upload': resource,
    '/orchestration/resources/{resourceId}/move/{targetWorkspaceId}': { ...resource, targetWorkspaceId: workspace.id },
    '/orchestration/executables/tasks/{taskId}': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/run-config': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/de-run-config': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/run-config/events': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/schedule': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/pause': { taskId: task.id },
    '/orchestration/executables/plans/{planId}': plan,
    '/orchestration/executables/plans/{planId}/run-config': plan,
    '/orchestration/executables/plans/{planId}/run-config/events': plan,
    '/orchestration/executables/plans/{planId}/schedule': plan,
    '/orchestration/executables/plans/{planId}/pause': plan,
    '/security/workspaces/{workspaceId}/users/{userId}/permissions': { workspaceId: workspace.id, userId: holder.id },
    '/orchestration/schedules/{scheduleId}': { scheduleId: schedule.id },
    '/orchestration/schedules/{scheduleId}/triggers': { scheduleId: schedule.id },
    '/orchestration/schedules/{scheduleId}/events': { scheduleId: schedule.id },
    '/orchestration/executables/promotions/{promotionId}': promotionId,
    '/orchestration/executables/promotions/{promotionId}/users': promotionId,
    '/orchestration/executables/promotions/{promotionId}/users/{userId}': { ...promotionId, userId: holder.id },
    '/orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}': {
      ...promotionId,
      serviceAccountId: account.id,
    },
    '/processing/executions/promotions/{promotionExecutionId}': { promotionExecutionId: analysis.body.executionId },
    '/processing/executables/tasks/{taskId}/executions': { taskId: task.id },
    '/processing/executions/{executionId}': { executionId: started.body.executionId },
    '/monitoring/executions/{id}/logs': { id: started.body.executionId },
    '/processing/runtimes/remote-engines/{id}': { id: engine.id },
    '/processing/runtimes/remote-engines/{id}/pairing': { id: engine.id },
    '/processing/runtimes/remote-engines/{remoteEngineId}/debug': { remoteEngineId: engine.id },
    '/processing/runtimes/remote-engines/{engineId}/run-profiles': { engineId: engine.id },
    '/processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}': { engineId: engine.id, runProfileId: engineProfile.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}': { clusterId: cluster.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}': { clusterId: cluster.id, engineId: engine.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles': { clusterId: cluster.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}': {
      clusterId: cluster.id,
      runProfileId: clusterProfile.id,
    },
    '/processing/run-profiles/{id}': { id: engineProfile.id },
    '/account/personal-access-tokens/{tokenId}': { tokenId: kept.body.id },
    '/engine/v1/bundles/{hash}': { hash: claimed.body.executions[0].bundle.hash },
  };
  return {
    existing,
    /** Tokens that open nothing, by why. */
    dead: {
      personal: {
        unknown: 'mrp_unknown',
        revoked: revoked.body.token as string,
        expired: expired.token,
        inactive: inactive.token,
        'of an engine': engine.credential,
      },
      engine: { unknown: 'mre_unknown', 'of a person': nobody.token },
    },
    nobody: nobody.token,
    stranger: stranger.token,
    engine: engine.credential,
    builtIn: builtIn.credential,
    otherEngine: otherEngine.credential,
  };
}

const isEngines = ({ allow }: Served): boolean => allow === 'engine';

/** Whether a permission guards the operation. */
export const isGuarded = ({ allow }: Served): boolean => allow !== 'public' && allow !== 'engine' && allow !== 'signed-in';

/** The token of a caller who comes past 401 and no further: for people, one without any permission. */
export function weakest(operation: Served, world: World): string | undefined {
  if (operation.allow === 'public') return undefined;
  if (operation.route === 'DELETE /engine/v1/credential') return world.builtIn;
  return isEngines(operation) ? world.engine : world.nobody;
}

/** A request that fits the contract; its ids belong to nothing unless `path` says otherwise. */
export function fitting({ route }: Served, token: string | undefined, path?: Record<string, string>): Sent {
  const { path: variables, query, body, parts } = shapeOf(route);
  const sent: Sent = { token, path: path ?? Object.fromEntries(variables.map((one) => [one.name, String(sampleOf(one.schema))])) };
  const demanded = query.filter((one) => one.required).map((one) => [one.name, sampleOf(one.schema)]);
  if (demanded.length > 0) sent.query = Object.fromEntries(demanded);
  if (body) sent.body = sampleOf(body);
  if (parts) sent.form = formOf(parts);
  return sent;
}

/** The smallest body of these parts, with more in those that are JSON. */
function formOf(parts: Parts, extra: object = {}): FormData {
  const json = jsonParts(parts).map(([name, schema]) => [name, { ...(sampleOf(schema) as object), ...extra }]);
  return upload(Object.fromEntries(json) as Record<string, object>, Buffer.from('not a zip'));
}

type Parts = NonNullable<ReturnType<typeof shapeOf>['parts']>;

const jsonParts = (parts: Parts) => Object.entries(parts.properties ?? {}).filter(([, schema]) => resolved(schema).type === 'object');

/** Requests without a token that counts. */
export function withoutToken(operation: Served, world: World): Refusal[] {
  if (operation.allow === 'public') return [];
  const refused = (what: string, sent: Sent): Refusal => ({ what, sent, status: 401, code: 'not_signed_in' });
  // Malformed as well, where that is possible: the missing token is what is told.
  const broken = { ...fitting(operation, undefined), ...(shapeOf(operation.route).body && { body: [] }) };
  const dead: Readonly<Record<string, string>> = isEngines(operation) ? world.dead.engine : world.dead.personal;
  return [
    refused('no token', broken),
    refused('another scheme', { ...broken, headers: { authorization: 'Basic YWRtaW46YWRtaW4=' } }),
    ...Object.entries(dead).map(([why, token]) => refused(`a token ${why}`, { ...broken, token })),
  ];
}

/** Requests with a malformed variable in the path, from the weakest caller. */
export function withMalformedPath(operation: Served, world: World): Refusal[] {
  const sent = fitting(operation, weakest(operation, world));
  return shapeOf(operation.route)
    .path.filter(({ schema }) => sampleOf(schema) !== 'sample')
    .map(({ name }) => ({
      what: name,
      sent: { ...sent, path: { ...sent.path, [name]: MALFORMED } },
      status: 400,
      code: 'malformed_request',
      names: `path.${name}`,
    }));
}

/** Requests whose query does not fit, from the weakest caller. */
export function withMalformedQuery(operation: Served, world: World): Refusal[] {
  const sent = fitting(operation, weakest(operation, world));
  return shapeOf(operation.route)
    .query.filter(({ schema }) => sampleOf(schema) !== 'sample')
    .map(({ name }) => ({
      what: name,
      sent: { ...sent, query: { ...sent.query, [name]: 'no such value' } },
      status: 400,
      code: 'malformed_request',
      names: `query.${name}`,
    }));
}

/** Requests whose body does not fit, from the weakest caller. */
export function withMalformedBody(operation: Served, world: World): Refusal[] {
  const { body, needsBody, parts } = shapeOf(operation.route);
  const sent = fitting(operation, weakest(operation, world));
  const { body: sample, form: _form, ...bare } = sent;
  const refused = (what: string, changed: Sent, names?: string): Refusal => ({
    what,
    sent: { ...bare, ...changed },
    status: 400,
    code: 'malformed_request',
    ...(names !== undefined && { names }),
  });
  if (parts) return [{ ...refused('JSON in place of parts', { body: {} }), code: 'unsupported_media_type' }];
  if (!body) return [];
  const fields = Object.entries(body.properties ?? {}).filter(([, schema]) => wrongOf(schema) !== undefined);
  return [
    refused('JSON that is cut off', { text: '{"name": "sam' }, 'not JSON'),
    refused('an array', { body: [] }),
    ...(needsBody ? [refused('no body', {})] : []),
    { ...refused('plain text', { text: 'sample', headers: { 'content-type': 'text/plain' } }), code: 'unsupported_media_type' },
    { ...refused('too much', { text: ' '.repeat((operation.bodyLimit ?? JSON_BYTES) + 1) }), status: 413, code: 'too_large' },
    ...(body.required ?? []).map((name) => refused(`no ${name}`, { body: { ...(sample as object), [name]: undefined } }, name)),
    ...fields.map(([name, schema]) =>
      refused(`another type of ${name}`, { body: { ...(sample as object), [name]: wrongOf(schema) } }, `body.${name}`),
    ),
  ];
}

/** Requests with a field that the contract does not know, where it forbids such. */
export function withUnknownField(operation: Served, world: World): Refusal[] {
  const { body, parts } = shapeOf(operation.route);
  const token = weakest(operation, world);
  const sent = fitting(operation, token);
  const refused = (changed: Sent): Refusal[] => [
    { what: 'unknown field', sent: { ...sent, ...changed }, status: 400, code: 'malformed_request', names: 'unexpected_field' },
  ];
  const extra = { unexpected_field: 1 };
  if (parts) return jsonParts(parts).some(([, part]) => isClosed(part)) ? refused({ form: formOf(parts, extra) }) : [];
  if (body?.items && isClosed(body.items)) return refused({ body: [{ ...(sampleOf(body.items) as object), ...extra }] });
  return body && isClosed(body) ? refused({ body: { ...(sent.body as object), ...extra } }) : [];
}

/** A request that fits and names things that do not exist, from a caller without any permission. */
export const withoutPermission = (operation: Served, world: World): Refusal[] =>
  isGuarded(operation) ? [{ what: 'no permission', sent: fitting(operation, world.nobody), status: 403, code: 'forbidden' }] : [];
