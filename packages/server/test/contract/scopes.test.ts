// run: in parts because it calls every operation
/** Calls each operation with a token of each single scope, and compares the answers with the contract. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { grantsScope, isForEngines, operations, PERMISSION_SCOPES, PERMISSIONS, SCOPES, type Permission } from '@millrace/contract';
import { canChange } from '../../src/core/http/changes.ts';
import { clientWithTokens } from '../support/client-tokens.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { errorOf } from '../support/refusals.ts';
import { startTestServer, type Answer } from '../support/server.ts';
import { validRequest, served, type Served } from '../support/operation-requests.ts';

const names = Object.keys(SCOPES);
const ofAccounts = served.filter(({ allow }) => allow !== 'public' && !isForEngines(allow));
const permissionsOf = ({ allow }: Served): readonly Permission[] =>
  typeof allow === 'object' ? allow.anyOf : PERMISSIONS.filter((one) => one === allow);

const allows = (granted: string, required: readonly string[]): boolean => required.some((one) => grantsScope(new Set([granted]), one));
/** Returns whether the operation refuses the token because of its scopes; the rules of an operation may refuse fields of a body for the same reason. */
const isRefusedFor = (scopes: readonly string[], { status, body }: Answer): boolean =>
  status === 403 && errorOf(body).code === 'scope_missing' && errorOf(body).message.includes(` ${scopes.join(', ')}:`);

const selected = operationsOfThisRun(ofAccounts);
if (selected.length > 0) await testScopes();

describe('in the contract', () => {
  test('an operation with a permission names the scopes of its permissions, or admin_classic alone', () => {
    const wrong = ofAccounts.filter((operation) => {
      const scopes: readonly string[] = operations[operation.route].scopes;
      const own = permissionsOf(operation).map((one) => PERMISSION_SCOPES[one]);
      return !(scopes.length === 1 && scopes[0] === 'admin_classic') && own.some((one) => !scopes.includes(one));
    });
    assert.deepEqual(
      wrong.map(({ route }) => route),
      [],
    );
  });

  test('an operation with a permission names no scope of another permission', () => {
    const wrong = ofAccounts.flatMap((operation) => {
      const scopes: readonly string[] = operations[operation.route].scopes;
      const required = permissionsOf(operation);
      const foreign = PERMISSIONS.filter((one) => !required.includes(one) && scopes.includes(PERMISSION_SCOPES[one]));
      return required.length > 0 ? foreign.map((one) => `${operation.route}: ${one}`) : [];
    });
    assert.deepEqual(wrong, []);
  });

  test('each operation of accounts names scopes that exist, and other operations none', () => {
    for (const operation of served) {
      const { scopes } = operations[operation.route];
      assert.equal(scopes.length > 0, ofAccounts.includes(operation), operation.route);
      for (const scope of scopes) assert.ok(Object.hasOwn(SCOPES, scope), `${operation.route}: ${scope}`);
    }
  });

  test('a scope for reading is named only by operations that change nothing', () => {
    const changing = ofAccounts.filter(
      (operation) => canChange(operation) && operations[operation.route].scopes.some((one) => one.endsWith(':read')),
    );
    assert.deepEqual(
      changing.map(({ route }) => route),
      [],
    );
  });

  test('each scope allows an operation, except offline_access and those of permissions that no operation needs yet', () => {
    const needed = new Set(ofAccounts.flatMap(permissionsOf));
    const unused = PERMISSIONS.filter((one) => !needed.has(one)).map((one) => PERMISSION_SCOPES[one]);
    const idle = names.filter((name) => !ofAccounts.some(({ route }) => allows(name, operations[route].scopes)));
    assert.deepEqual(idle.toSorted(), ['offline_access', ...unused].toSorted());
  });
});

async function testScopes(): Promise<void> {
  const server = await startTestServer();
  const { call, make } = server;
  const { issue } = await clientWithTokens(server);
  const [administrator, direct, delegating] = await Promise.all([make.user({ permissions: PERMISSIONS }), make.user(), make.user()]);
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, await issue(administrator, [name]));
  const tokenWithAll = await issue(delegating, ['admin_classic']);

  test('each operation refuses the scopes that the contract does not name for it, and no other', async () => {
    const wrong: string[] = [];
    for (const operation of selected) {
      const { scopes } = operations[operation.route];
      const answerTo = (name: string): Promise<Answer> => call(operation.route, validRequest(operation, tokens.get(name)));
      const refused = names.filter((name) => !allows(name, scopes));
      const refusals = await Promise.all(refused.map(answerTo));
      refusals.forEach((answer, index) => {
        if (!isRefusedFor(scopes, answer)) wrong.push(`${operation.route} accepts ${refused[index]}: ${answer.status}`);
      });
      for (const name of names.filter((one) => allows(one, scopes))) {
        const answer = await answerTo(name);
        if (answer.status === 401 || answer.status >= 500 || isRefusedFor(scopes, answer) || errorOf(answer.body).code === 'forbidden')
          wrong.push(`${operation.route} refuses ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  test('a token with all scopes is answered like the account itself, by operations with a permission and without one', async () => {
    for (const operation of selected) {
      const answers = await Promise.all([direct.token, tokenWithAll].map((token) => call(operation.route, validRequest(operation, token))));
      const facts = answers.map(({ status, body }) => `${status} ${errorOf(body).code}`);
      assert.equal(facts[1], facts[0], operation.route);
    }
  });

  test('GET /openapi.json names the scopes of each operation, and explains each scope', async () => {
    const { body } = await call('GET /openapi.json', { token: undefined });
    assert.deepEqual(Object.keys(body.components.securitySchemes.oauth2.flows.authorizationCode.scopes), names);
    for (const { route } of served.filter(({ route: one }) => one !== 'GET /metrics')) {
      const [method = '', path = ''] = route.split(' ');
      const { security = [] } = body.paths[path][method.toLowerCase()];
      const shown = security.flatMap((one: { oauth2?: string[] }) => one.oauth2 ?? []);
      assert.deepEqual(shown, operations[route].scopes, route);
    }
  });
}
