// run: own server, in parts because it sets MILLRACE_LEASE_SECONDS and MILLRACE_OAUTH_REGISTRATION
/** Every request body of the contract has an example, and the server accepts it if the resources that it names exist. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForEngines } from '@millrace/contract';
import { findOperation } from '../../src/core/http/validation.ts';
import { makeFormerAccount } from '../../src/features/orchestration/ownerless-triggers/make.fixture.ts';
import { shellBundle, upload } from '../support/bundles.ts';
import { always, operationTests } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { startTestServer, type Sent } from '../support/server.ts';
import { served, tokenWithoutPermissions, type Served } from '../support/operation-requests.ts';
import { createWorld } from '../support/world.ts';

/** The id of a schedule in the examples. */
const SCHEDULE = 'd05e7c93-4a1f-4b68-92ce-8f3b6a0d5e27';

type Body = { operation: Served; type: string; example: unknown };

const bodies: readonly Body[] = served.flatMap((operation) => {
  const content = (findOperation(operation.route).requestBody?.content ?? {}) as Record<string, { example?: unknown }>;
  return Object.entries(content).map(([type, { example }]) => ({ operation, type, example }));
});

const operationsWithBody = served.filter((operation) => bodies.some((body) => body.operation === operation));

/** Operations that need a secret from the server or an install with one tenant, or whose object exists already, with the status of their refusal. */
const REFUSED: Readonly<Record<string, number>> = {
  'POST /engine/v1/pairing': 401,
  'POST /engine/v1/crawls/{executionId}/portions': 401,
  'POST /monitoring/executions/{id}/logs/status': 404,
  'POST /security/ip-allowlist': 409,
  'POST /oauth/introspect': 401,
  'POST /oauth/register': 403,
  'POST /oauth/token': 401,
  'POST /security/oauth/token': 401,
};

const SECRET = /password|passwd|secret|token|credential|key$/i;

/** Returns the texts in a value that are secrets, by the name of their field or of their parameter. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, value: parameter } = value as Record<string, unknown>;
  const named = SECRET.test(String(name)) && typeof parameter === 'string' ? [parameter] : [];
  const own = Object.entries(value).filter(([field, one]) => SECRET.test(field) && typeof one === 'string');
  return [...named, ...own.map(([, one]) => one as string), ...Object.values(value).flatMap(secretsIn)];
}

if (operationsOfThisRun(operationsWithBody).length > 0) await testExamples();

test('every request body has an example', () => {
  assert.ok(bodies.length > 70, `the contract has ${bodies.length} request bodies`);
  assert.deepEqual(
    bodies.filter(({ example }) => example === undefined).map(({ operation, type }) => `${operation.route} ${type}`),
    [],
  );
});

test('an example describes a secret in angle brackets', () => {
  const secrets = bodies.flatMap(({ example }) => secretsIn(example));
  assert.ok(secrets.length >= 3, 'the examples of a connection, of pairing and of a log file contain secrets');
  assert.deepEqual(
    secrets.filter((text) => !/^<.+>$/.test(text)),
    [],
  );
});

async function testExamples(): Promise<void> {
  const server = await startTestServer({ MILLRACE_LEASE_SECONDS: '3600', MILLRACE_OAUTH_REGISTRATION: 'on' });
  const { make } = server;
  const world = await createWorld(server);
  const bundle = await shellBundle('exit 0');

  const environment = await make.environment({ name: 'finance' });
  const workspace = await make.workspace({ environment });
  /** The parameter that an artifact must declare so that a webhook can start its tasks. */
  const PAYLOAD = [{ name: 'resource_webhook_payload', type: 'id_String', required: false }];
  const artifact = await make.artifact({ workspace: workspace.id, version: '1.2.0.20260301083000', parameters: PAYLOAD });
  const task = () => make.task({ workspace: workspace.id, artifactVersion: artifact.versionId });
  const tasks = [await task(), await task(), await task(), await task()];
  const plan = await make.plan({ workspace: workspace.id, steps: [[tasks[3]?.id ?? '']] });
  const engine = await make.engine({ environment });
  const promotion = await make.promotion({ source: environment, assigned: [await make.administrator()] });

  /** Existing ids that replace the ids in the examples. */
  const STAND_INS: Readonly<Record<string, string>> = {
    '4f0c2d9e-6a1b-4c7d-9e35-1b8a0f6d2c41': environment,
    '86b5f0e9-2d3c-4a17-9f64-c8e7a1b05d3f': await make.environment(),
    '0b7e3f52-91c4-4d0a-8f6e-2a5c9d1e7b30': workspace.id,
    'f1a6d3b8-0e57-4c29-a9d4-6c8b7e2f1035': artifact.id,
    '1.3.0.20260315083000': artifact.version,
    'c3a9e1d4-5b72-4f86-a0d1-7e4b2c8f9a15': tasks[0]?.id ?? '',
    '1d6b8e57-f204-4c3a-97d9-0a5e3c7b2f84': tasks[1]?.id ?? '',
    '58f0a4c6-9b2d-4e71-8a35-c1d7e6f2b093': tasks[2]?.id ?? '',
    'b29c5f71-6d8e-4a04-bf13-e7a0d4c86259': tasks[3]?.id ?? '',
    'a7f3d8c2-5e91-4b06-8c4d-92e0b1f6a357': plan.id,
    '9d4f7a20-3c58-4e1b-b6a9-0f2e8c5d7143': engine.id,
    '3e8d1b6a-7c40-4f95-b2e8-51a9d0f7c4e6': promotion.id,
    '6c2e9b40-1f7d-4835-9ae0-d4b8f3a5c162': (await make.user()).id,
    'b85d0f37-4c92-4e6a-a1f8-3d7e9c20b514': (await server.call('POST /account/roles', { body: { name: 'Example' } })).body.id,
    'e41c7a95-08d6-4b3f-92ea-5f6d1b7c8309': (await server.call('POST /account/groups', { body: { name: 'Example' } })).body.id,
    '9c5f2ab4-3d18-4e70-8b6d-7f1e0a2c4d95': await makeFormerAccount(server, (await make.task({ workspace: workspace.id })).id),
    '27c9e5f4-b8a0-4d16-83e7-9f1d0c6b4a52': await connection(),
    'e7d1a5c3-2b84-4f09-96fe-5c0b8d3a7214': world.existing['/security/ip-allowlist/ips/{ipEntryId}']?.['ipEntryId'] ?? '',
    '71f4c0a9-5e2b-4d86-9a13-c7e8b0d2f645': world.existing['/connections/{connectionId}']?.['connectionId'] ?? '',
    '8a2d6f10-4c7b-4e95-b3a1-d0f5c9e7b264': await database(),
    '94e1b7d0-6f3a-4528-bc95-a2d8f0e7c361': (await make.resource({ workspace: workspace.id })).id,
  };

  async function connection(): Promise<string> {
    const body = { name: 'warehouse of the task', workspaceId: workspace.id, app: 'http', parameters: [] };
    return (await server.call('POST /orchestration/connections', { body })).body.id;
  }

  async function database(): Promise<string> {
    const properties = { jdbcUrl: 'jdbc:postgresql://127.0.0.1:1/none' };
    return (await server.call('POST /connections', { body: { label: 'database', workspaceId: workspace.id, properties } })).body.id;
  }

  /** A schedule with the trigger that the example of the replacement names. */
  async function scheduleWithTrigger(): Promise<string> {
    const { id } = await make.schedule({ environment });
    const trigger = { name: 'office hours', type: 'DAILY', interval: 1, startDate: '2031-01-01', startTime: '08:30' };
    await server.call('POST /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId: id }, body: trigger });
    return id;
  }

  /** Variables of paths that differ from those of `world`, by the path or the operation: unbound resources in the workspace of the replacements. */
  const PATHS: Readonly<Record<string, Record<string, string>>> = {
    '/orchestration/executables/tasks/{taskId}': { taskId: tasks[0]?.id ?? '' },
    '/orchestration/executables/tasks/{taskId}/run-config': { taskId: tasks[0]?.id ?? '' },
    '/orchestration/executables/tasks/{taskId}/de-run-config': { taskId: tasks[1]?.id ?? '' },
    '/orchestration/executables/tasks/{taskId}/schedule': { taskId: tasks[2]?.id ?? '' },
    '/orchestration/executables/plans/{planId}': { planId: plan.id },
    '/orchestration/executables/plans/{planId}/run-config': { planId: plan.id },
    '/orchestration/executables/plans/{planId}/schedule': { planId: (await make.plan({ workspace: workspace.id })).id },
    '/orchestration/executables/promotions/{promotionId}': { promotionId: promotion.id },
    'PUT /orchestration/schedules/{scheduleId}/triggers': { scheduleId: await scheduleWithTrigger() },
  };

  /** Returns the request of an example. */
  async function requestOf({ operation, type, example }: Body): Promise<Sent> {
    const template = operation.route.split(' ')[1] ?? '';
    const path = PATHS[operation.route] ?? PATHS[template] ?? world.existing[template] ?? {};
    const caller: Sent =
      isForEngines(operation.allow) || operation.allow === 'public' ? { token: tokenWithoutPermissions(operation, world) } : {};
    const value = (await withStandIns(example)) as object;
    if (type.endsWith('json')) return { ...caller, path, body: value, headers: { 'content-type': type } };
    if (type.endsWith('urlencoded'))
      return { ...caller, path, text: String(new URLSearchParams(value as Record<string, string>)), headers: { 'content-type': type } };
    if (type !== 'multipart/form-data') return { ...caller, path, text: String(value), headers: { 'content-type': type } };
    const parts = Object.entries(value).filter(([, part]) => typeof part === 'object');
    return { ...caller, path, form: upload(Object.fromEntries(parts), bundle) };
  }

  /** Replaces the ids of an example. Each request gets a new schedule, because a schedule can be bound only once. */
  async function withStandIns(example: unknown): Promise<unknown> {
    const text = JSON.stringify(example);
    const schedule = text.includes(SCHEDULE) ? (await make.schedule({ environment })).id : undefined;
    return JSON.parse(text, (_, value: unknown) => (value === SCHEDULE ? schedule : (STAND_INS[String(value)] ?? value)));
  }

  async function assertExamplesAccepted(operation: Served): Promise<void> {
    for (const body of bodies.filter((one) => one.operation === operation)) {
      const { status, body: answer } = await server.call(operation.route, await requestOf(body));
      const refused = REFUSED[operation.route];
      assert.ok(refused === undefined ? status < 300 : status === refused, `as ${body.type}: ${status} ${JSON.stringify(answer)}`);
    }
  }

  for (const { title, holds } of operationTests(operationsWithBody, {
    'the server accepts the examples': [always, assertExamplesAccepted],
  }))
    test(title, holds);
}
