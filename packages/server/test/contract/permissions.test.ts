// run: own process because it calls every operation as every role
/** Calls each operation as each role. A changed permission appears as a difference to docs/endpoints.md. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUILT_IN_ROLES, PERMISSIONS } from '@millrace/contract';
import { guarded, matrixOf, ROLES } from '../../../../scripts/house/role-matrix.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { sql } from '../../src/core/database/sql.ts';
import { errorOf } from '../support/refusals.ts';
import { startTestServer, type Answer } from '../support/server.ts';
import { validRequest, served } from '../support/walk.ts';

const server = await startTestServer();

const isForbidden = ({ status, body }: Answer): boolean => status === 403 && errorOf(body).code === 'forbidden';

/** Returns the token of a new user with a built-in role. */
async function memberOf(role: string): Promise<string> {
  const user = await server.make.user();
  const assigned = await server.platform.db.writer.rows(sql`
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

test('each operation allows exactly the roles in docs/endpoints.md', async () => {
  const tokens = new Map<string, string>();
  for (const role of ROLES) tokens.set(role, await memberOf(role));

  const allowedRoles = new Map<string, Map<string, boolean>>();
  for (const operation of served.filter(({ route }) => guarded.some((other) => other.route === route))) {
    const row = [...tokens].map(async ([role, token]) => {
      const answer = await server.call(operation.route, validRequest(operation, token));
      assert.notEqual(answer.status, 401, `${operation.route} as ${role}`);
      return [role, !isForbidden(answer)] as const;
    });
    allowedRoles.set(operation.route, new Map(await Promise.all(row)));
  }
  assert.ok(
    readText('docs/endpoints.md').includes(`\n${matrixOf(allowedRoles)}\n`),
    `docs/endpoints.md differs from the answers, which give this table:\n${matrixOf(allowedRoles)}`,
  );
});

test('an operation without a permission allows every signed-in caller', async () => {
  const { token } = await server.make.user();
  for (const operation of served.filter(({ allow }) => allow === 'signed-in')) {
    const answer = await server.call(operation.route, validRequest(operation, token));
    assert.ok(answer.status !== 401 && !isForbidden(answer), `${operation.route}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
});

describe('an operation refuses a caller that has all permissions except the required ones', { concurrency: 4 }, () => {
  for (const operation of served.filter(({ route }) => guarded.some((other) => other.route === route))) {
    test(operation.route, async () => {
      const { allow } = operation;
      const required: readonly string[] = typeof allow === 'object' ? allow.anyOf : [allow];
      const { token } = await server.make.user({ permissions: PERMISSIONS.filter((permission) => !required.includes(permission)) });
      const answer = await server.call(operation.route, validRequest(operation, token));
      assert.ok(isForbidden(answer), `${answer.status} ${JSON.stringify(answer.body)}`);
    });
  }
});
