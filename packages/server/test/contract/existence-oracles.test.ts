// run: own server, in parts because it calls every operation
/** No answer tells whether an object exists that its caller may not see: one of a workspace without a right gets the answer of an unknown id. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, RIGHTS, type Permission } from '@millrace/contract';
import { rightsFor } from '../../src/features/security/explanations/rules.ts';
import { comparableRefusal } from '../support/answers.ts';
import { operationTests, assertEach } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { pastExecution } from '../support/past-executions.ts';
import { makeObjects, placesOf, withId, type Kind, type ObjectIds, type Place } from '../support/references.ts';
import { shapeOf } from '../support/samples.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { checkedOperations, validRequest, type Served } from '../support/operation-requests.ts';
import { createWorld } from '../support/world.ts';
import { inputsFor } from './references.fixture.ts';

/** The permissions whose holders see all workspaces, engines or run profiles of the tenant, or, with SVC_USER_MANAGEMENT, all entities that are shared. */
const SEES_ALL: ReadonlySet<Permission> = new Set([
  'SVC_ENVIRONMENT_MANAGEMENT',
  'SVC_CLUSTER_MANAGEMENT',
  'SVC_RUN_PROFILE_MANAGEMENT',
  'SVC_PIPELINE_MANAGEMENT',
  'SVC_ROLE_MANAGEMENT',
]);
const FEW = PERMISSIONS.filter((one) => !SEES_ALL.has(one));

/** Makes objects in a workspace of the same tenant, in an environment of their own. */
async function makeHidden(server: TestServer, tenant: string, { token, user }: ObjectIds): Promise<Partial<Record<Kind, string>>> {
  const { make, call } = server;
  const { id: workspaceId, environment } = await make.workspace({ tenant, owner: user });
  const artifact = await make.artifact({ workspace: workspaceId });
  const task = await make.task({ workspace: workspaceId, artifactVersion: artifact.versionId });
  const plan = (await make.plan({ workspace: workspaceId, steps: [[task.id]] })).id;
  const made = async (route: string, body: object): Promise<string> => (await call(route, { token, body })).body.id;
  const { body: started } = await call('POST /processing/executions/plans', { token, body: { executable: plan } });
  const path = { planExecutionId: started.executionId };
  const { body: steps } = await call('GET /processing/executions/plans/{planExecutionId}/steps', { token, path });
  const properties = { jdbcUrl: 'jdbc:postgresql://127.0.0.1:1/none' };
  const catalogued = await made('POST /connections', { label: 'hidden', workspaceId, properties });
  return {
    environment,
    workspace: workspaceId,
    artifact: artifact.id,
    connection: await made('POST /orchestration/connections', { name: 'hidden store', workspaceId, app: 'http', parameters: [] }),
    resource: (await make.resource({ workspace: workspaceId })).id,
    task: task.id,
    plan,
    schedule: (await make.schedule({ environment })).id,
    execution: await pastExecution(server, task, { triggeredAt: new Date(Date.now() - 3_600_000) }),
    'plan execution': started.executionId,
    'step execution': steps[0].executionId,
    'catalog connection': catalogued,
    dataset: await made('POST /datasets', { label: 'Hidden dataset', connectionId: catalogued }),
    engine: (await make.engine({ tenant, environment, workspace: workspaceId })).id,
  };
}

type HiddenPlace = Place & { kind: Kind };
const HIDDEN: ReadonlySet<Kind> = new Set<Kind>([
  'environment',
  'workspace',
  'artifact',
  'connection',
  'resource',
  'task',
  'plan',
  'schedule',
  'execution',
  'plan execution',
  'step execution',
  'catalog connection',
  'dataset',
  'engine',
]);
const forAccounts = checkedOperations.filter(({ allow }) => allow !== 'public' && allow !== 'engine' && allow !== 'dynamic-engine');
const hiddenPlaces = (operation: Served): HiddenPlace[] =>
  placesOf(operation).filter((place): place is HiddenPlace => place.kind !== undefined && HIDDEN.has(place.kind));
/** Returns whether the path names an object on which the operation requires a right. */
const namesObject = ({ route }: Served): boolean => shapeOf(route).path.length > 0 && rightsFor(route).length > 0;
const entries = forAccounts.filter((operation) => namesObject(operation) || hiddenPlaces(operation).length > 0);

if (operationsOfThisRun(entries).length > 0) await testOracles();

async function testOracles(): Promise<void> {
  const server = await startTestServer({ MILLRACE_LEASE_SECONDS: '3600' });
  const { call, make } = server;
  const world = await createWorld(server);
  const { token: stranger } = await make.user({ permissions: FEW });
  const tenant = await make.otherTenant();
  const own = await makeObjects(server, tenant);
  const hidden = await makeHidden(server, tenant, own);
  const { token: colleague } = await make.user({ tenant, permissions: FEW, rights: { [own.workspace]: RIGHTS } });
  const inputFor = await inputsFor(server, own);

  async function hidesPath(operation: Served): Promise<void> {
    const path = world.existing[operation.route.split(' ')[1] ?? ''];
    const [existing, unknown] = await Promise.all(
      [path, undefined].map((one) => call(operation.route, validRequest(operation, stranger, one))),
    );
    assert.ok(existing && unknown);
    assert.deepEqual([existing.status, comparableRefusal(existing)], [unknown.status, comparableRefusal(unknown)]);
    assert.ok(existing.status >= 400, String(existing.status));
  }

  async function hidesInput(operation: Served): Promise<void> {
    await assertEach(
      hiddenPlaces(operation),
      async (place) => {
        const ask = async (id: string) => {
          const answer = await call(operation.route, { ...withId(inputFor(operation.route, place), place, id), token: colleague });
          return [answer.status, comparableRefusal(answer).replaceAll(id, 'the id')];
        };
        assert.deepEqual(await ask(hidden[place.kind] ?? assert.fail(place.kind)), await ask(crypto.randomUUID()));
      },
      ({ at }) => at,
    );
  }

  for (const { title, holds } of operationTests(
    entries,
    { 'a path to an object of a workspace without a right gets the answer of an unknown id': [namesObject, hidesPath] },
    {
      'an id of an object of a workspace without a right gets the answer of an unknown id': [
        (one) => hiddenPlaces(one).length > 0,
        hidesInput,
      ],
    },
  ))
    test(title, holds);
}
