import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const ROUTE = 'GET /security/permissions/own';
const { call, make, platform } = await startTestServer();

test('workspace-permissions.own.rights', async () => {
  const [seen, run, owned, foreign] = [
    await make.workspace({ name: 'a seen' }),
    await make.workspace({ name: 'b run' }),
    await make.workspace({ name: 'c owned' }),
    await make.workspace({ name: 'd of others' }),
  ];
  const { id, token } = await make.user({ rights: { [seen.id]: ['VIEW'], [run.id]: ['EXECUTE', 'PUBLISH'] } });
  await make.user({ rights: { [foreign.id]: ['MANAGE'] } });
  await platform.db.writer.rows(sql`update workspace set owner_id = ${id} where id = ${owned.id}`);
  const { status, body } = await call(ROUTE, { token });
  assert.equal(status, 200);
  assert.deepEqual(body, [
    { workspaceId: seen.id, userId: id, permissions: ['VIEW'] },
    { workspaceId: run.id, userId: id, permissions: ['VIEW', 'EXECUTE', 'PUBLISH'] },
    { workspaceId: owned.id, userId: id, permissions: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'] },
  ]);
});

test('workspace-permissions.own.rights: a caller without rights has an empty list, whatever its permissions', async () => {
  await make.workspace();
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.deepEqual((await call(ROUTE, { token })).body, []);
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});

test('workspace-permissions.own.rights: a service account reads its own rights', async () => {
  const workspace = await make.workspace();
  const { id, token } = await make.user({ type: 'SERVICE', rights: { [workspace.id]: ['MANAGE'] } });
  assert.deepEqual((await call(ROUTE, { token })).body, [{ workspaceId: workspace.id, userId: id, permissions: ['VIEW', 'MANAGE'] }]);
});
