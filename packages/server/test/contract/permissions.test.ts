// run: in parts because it calls every operation
/** Calls each operation as each role. A changed permission appears as a difference to docs/endpoints.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_ROLES, PERMISSIONS } from '@millrace/contract';
import { guardedEndpoints, roleMatrix, ROLES, roleRow } from '../../../../scripts/house/endpoints-page.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { sql } from '../../src/core/database/sql.ts';
import type { MadeUser } from '../support/make.ts';
import { always, operationTests, assertEach } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { errorOf } from '../support/refusals.ts';
import { startTestServer, type Answer, type TestServer } from '../support/server.ts';
import { validRequest, served, type Served } from '../support/operation-requests.ts';

const page = readText('docs/endpoints.md');
const restricted = served.filter(({ route }) => guardedEndpoints.some((other) => other.route === route));
const open = served.filter(({ allow }) => allow === 'signed-in');
const isForbidden = ({ status, body }: Answer): boolean => status === 403 && errorOf(body).code === 'forbidden';

/** Returns the token of a new user with a built-in role. */
async function memberOf({ make, platform }: TestServer, role: string): Promise<string> {
  const user = await make.user();
  const assigned = await platform.db.writer.rows(sql`
    insert into account_role (account_id, role_id)
    select ${user.id}, id
    from role
    where tenant_id = ${user.tenant}
      and name = ${role}
      and built_in
    returning role_id`);
  assert.equal(assigned.length, role in BUILT_IN_ROLES ? 1 : 0, role);
  return user.token;
}

if (operationsOfThisRun([...restricted, ...open]).length > 0) await testPermissions();

test('docs/endpoints.md has the table of the code', () => assert.ok(page.includes(`\n${roleMatrix()}\n`)));

async function testPermissions(): Promise<void> {
  const server = await startTestServer();
  const { call, make } = server;
  const members = await Promise.all(ROLES.map(async (role) => [role, await memberOf(server, role)] as const));
  const { token: tokenWithoutPermission } = await make.user();
  /** Users with all permissions but some, by those. */
  const usersWithout = new Map<string, Promise<MadeUser>>();

  async function assertRolesAllowed(operation: Served): Promise<void> {
    const row = members.map(async ([role, token]) => {
      const answer = await call(operation.route, validRequest(operation, token));
      assert.notEqual(answer.status, 401, role);
      return [role, !isForbidden(answer)] as const;
    });
    const expected = roleRow(operation.route, new Map(await Promise.all(row)));
    assert.ok(page.includes(`\n${expected}\n`), `docs/endpoints.md differs from the answers, which give this row: ${expected}`);
  }

  async function assertOtherPermissionsRefused(operation: Served): Promise<void> {
    const { allow } = operation;
    const required: readonly string[] = typeof allow === 'object' ? allow.anyOf : [allow];
    const user = usersWithout.get(required.join()) ?? make.user({ permissions: PERMISSIONS.filter((one) => !required.includes(one)) });
    usersWithout.set(required.join(), user);
    const answer = await call(operation.route, validRequest(operation, (await user).token));
    assert.ok(isForbidden(answer), `${answer.status} ${JSON.stringify(answer.body)}`);
  }

  for (const { title, holds } of operationTests(restricted, {
    'allows exactly the roles in docs/endpoints.md': [always, assertRolesAllowed],
    'refuses a caller that has all permissions except the required ones': [always, assertOtherPermissionsRefused],
  }))
    test(title, holds);

  test('an operation without a permission allows every signed-in caller', () =>
    assertEach(operationsOfThisRun(open), async (operation) => {
      const answer = await call(operation.route, validRequest(operation, tokenWithoutPermission));
      assert.ok(answer.status !== 401 && !isForbidden(answer), `${operation.route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }));
}
