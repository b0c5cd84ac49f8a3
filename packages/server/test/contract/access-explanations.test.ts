// run: in parts because it calls every operation
/** Calls the operations with each single right on a workspace, and compares the answers with the explanations of access. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, RIGHTS, type Permission, type Route } from '@millrace/contract';
import { shellBundle } from '../support/bundles.ts';
import type { ObjectKind } from '../../src/features/security/explanations/rows.ts';
import { rightsFor, type NeededRight } from '../../src/features/security/explanations/rules.ts';
import { always, assertEach, operationTests } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { placesOf, makeObjects, withId, type Fit, type ObjectIds } from '../support/references.ts';
import { startTestServer, type Answer, type Sent, type TestServer } from '../support/server.ts';
import { validRequest, served, type Served } from '../support/operation-requests.ts';

const bundle = await shellBundle('exit 0');

/** Permissions that replace rights for some operations. */
const REPLACING: ReadonlySet<Permission> = new Set([
  'SVC_ENVIRONMENT_MANAGEMENT',
  'SVC_CLUSTER_MANAGEMENT',
  'SVC_RUN_PROFILE_MANAGEMENT',
  'SVC_PIPELINE_MANAGEMENT',
]);
const WITHOUT_REPLACING = PERMISSIONS.filter((one) => !REPLACING.has(one));

type Identity = { name: string; id: string; token: string };
type Scene = { things: ObjectIds; clusterProfile: string; promotionExecution: string; identities: readonly Identity[] };

/** Makes one object of each kind in a workspace, and a user for each single right on it, with all permissions and without the replacing ones. */
async function createScene(server: TestServer): Promise<Scene> {
  const { call, make } = server;
  const tenant = await make.otherTenant();
  const things = await makeObjects(server, tenant);
  const sets = { all: PERMISSIONS, few: WITHOUT_REPLACING };
  const made = Object.entries(sets).flatMap(([label, permissions]) => [
    ...RIGHTS.map(async (right): Promise<Identity> => {
      const rights = { [things.workspace]: [right] };
      return { name: `${label} permissions, ${right}`, ...(await make.user({ tenant, permissions, rights })) };
    }),
    make.user({ tenant, permissions }).then((user): Identity => ({ name: `${label} permissions, no right`, ...user })),
    make.user({ tenant, permissions }).then((user): Identity => ({ name: `${label} permissions, assigned`, ...user })),
  ]);
  const users = await Promise.all(made);
  for (const { id } of users.filter(({ name }) => name.endsWith('assigned'))) {
    const path = { promotionId: things.promotion, userId: id };
    await call('PUT /orchestration/executables/promotions/{promotionId}/users/{userId}', { token: things.token, path });
  }
  const analysis = await call('POST /orchestration/executables/promotions/{promotionId}', {
    token: things.token,
    path: { promotionId: things.promotion },
  });
  const clusterProfile = (await make.runProfile({ cluster: things.cluster })).id;
  const identities = [{ name: 'owner', id: things.user, token: things.token }, ...users];
  return { things, clusterProfile, promotionExecution: analysis.body.executionId, identities };
}

const objectIn = ({ things, clusterProfile, promotionExecution }: Scene, route: Route, kind: ObjectKind): string => {
  const names: Partial<Record<ObjectKind, string>> = {
    'task execution': things.execution,
    'engine cluster': things.cluster,
    'run profile': route.includes('-clusters/') ? clusterProfile : things.profile,
    'promotion execution': promotionExecution,
  };
  return names[kind] ?? things[kind as keyof ObjectIds];
};

/** Returns a request that names the objects of a scene. */
function requestFor(operation: Served, scene: Scene, { object, id }: NeededRight): Sent {
  const { things } = scene;
  const variables = [...operation.route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const further: Readonly<Record<string, string>> = {
    version: things.version,
    stepExecutionId: things['step execution'],
    runProfileId: things.profile,
    userId: things.user,
    serviceAccountId: things['service account'],
    targetWorkspaceId: things.workspace,
  };
  const ofEngine = operation.route.includes('-clusters/') ? things.cluster : things.engine;
  const ofObject = id ?? variables[0];
  const path = Object.fromEntries(
    variables.map((name) => [name, name === ofObject ? objectIn(scene, operation.route, object) : (further[name] ?? ofEngine)]),
  );
  const parts: Readonly<Partial<Record<Route, Fit>>> = {
    'POST /orchestration/artifacts': { parts: { artifact: { name: 'Named', workspaceId: things.workspace } }, content: bundle },
    'POST /orchestration/resources': { parts: { resource: { name: 'Named', workspaceId: things.workspace } }, content: Buffer.from('a') },
  };
  const form = parts[operation.route];
  if (form) return withId(form, undefined);
  // Objects within optional parts of a body are left out with their part.
  const inBody = placesOf(operation).filter((place) => place.in === 'body' && place.kind !== undefined && !/[.[]/.test(place.at));
  return inBody.reduce<Sent>(
    (sent, place) => ({ ...sent, ...withId(sent, place, place.kind && things[place.kind]) }),
    validRequest(operation, undefined, path),
  );
}

/** The codes of refusals because of the caller. Another 403 is a rule about the object. */
const REFUSAL_OF_CALLER = /"(?:forbidden|right_missing|promotion_not_assigned|executor_required)[":]/;

/** Returns whether an answer is a refusal because of the caller: it names the missing right, or the object as missing, but not a part of it. */
const isDenied = ({ status, body }: Answer, object: string): boolean => {
  const text = JSON.stringify(body ?? null);
  return status === 404 ? text.includes(`'${object}' was not found`) && !/ of (?:task|plan) '/.test(text) : REFUSAL_OF_CALLER.test(text);
};

/** Returns whether a call may delete the object. */
const removes = ({ route }: Served): boolean => route.startsWith('DELETE ');

const explained = served.filter(({ route }) => rightsFor(route).length > 0);
const open = served.filter(({ allow, route }) => allow === 'signed-in' && rightsFor(route).length === 0);

if (operationsOfThisRun([...explained, ...open]).length > 0) await testExplanations();

async function testExplanations(): Promise<void> {
  // Without a worker, only requests change the tables.
  const server = await startTestServer({ MILLRACE_ROLE: 'api' });
  const { call } = server;
  const shared = await createScene(server);

  async function agrees(operation: Served): Promise<void> {
    const [needed] = rightsFor(operation.route);
    assert.ok(needed);
    const scene = removes(operation) ? await createScene(server) : shared;
    const object = objectIn(scene, operation.route, needed.object);
    const sent = requestFor(operation, scene, needed);
    const explanations = await Promise.all(
      scene.identities.map(async (identity) => {
        const query = { account: identity.id, operation: operation.route, id: object };
        const { body, status } = await call('GET /security/explanations', { token: scene.things.token, query });
        assert.equal(status, 200, JSON.stringify(body));
        return { identity, allowed: body.allowed as boolean };
      }),
    );
    const identitiesWith = (allowed: boolean): Identity[] =>
      explanations.filter((one) => one.allowed === allowed).map(({ identity }) => identity);
    const [allowedIdentities, deniedIdentities] = [identitiesWith(true), identitiesWith(false)];
    assert.ok(allowedIdentities.length > 0 && deniedIdentities.length > 0, 'some identities are allowed, and some are not');
    await assertEach(deniedIdentities, async ({ name, token }) => {
      const answer = await call(operation.route, { ...sent, token });
      assert.ok(isDenied(answer, object), `${name} is not refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    });
    // A call that removes the object can be made once, and a call that changes it is made by the first and the last identity.
    const callers = removes(operation) ? allowedIdentities.slice(-1) : [...allowedIdentities.slice(0, 1), ...allowedIdentities.slice(-1)];
    for (const { name, token } of operation.route.startsWith('GET ') ? allowedIdentities : callers) {
      const answer = await call(operation.route, { ...sent, token });
      assert.ok(!isDenied(answer, object), `${name} is refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      assert.ok(answer.status < 500, JSON.stringify(answer.body));
    }
  }

  for (const { title, holds } of operationTests(explained, { 'explanations.get.agrees': [always, agrees] })) test(title, holds);

  test('an operation that is open to every signed-in caller and needs no right refuses none of them', async () => {
    for (const operation of operationsOfThisRun(open))
      await assertEach(shared.identities, async ({ name, token }) => {
        const answer = await call(operation.route, validRequest(operation, token));
        assert.ok(answer.status !== 403, `${operation.route} as ${name}: ${JSON.stringify(answer.body)}`);
      });
  });
}
