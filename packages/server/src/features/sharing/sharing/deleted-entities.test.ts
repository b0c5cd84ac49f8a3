import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { shareNewEntity } from './index.ts';
import { groupAt, sharingOn, userAt } from './sharing.fixture.ts';

const ONE = 'GET /sharing/sharings/{entityType}/{entityId}';
const server = await startTestServer();
const { call, make, platform } = server;
const { change, connection, group, pathOf } = await sharingOn(server);
const [owner, ada, bob] = [await make.user(), await make.user(), await make.user()];

test('sharing.entities.deleted', async () => {
  const id = await connection(owner);
  const [gone, team] = [await make.user(), await group(ada.id)];
  await change(id, owner.token, { users: [userAt(gone.id, 'READER')], groups: [groupAt(team, 'READER')] });
  await change(id, owner.token, { users: [userAt(gone.id)], groups: [groupAt(team)] });
  await change(id, owner.token, { users: [userAt(gone.id, 'READER')], groups: [groupAt(team, 'READER')] });
  await changesRows(server, { sharing: -1, ended_sharing: -1 }, () => call('DELETE /account/users/{id}', { path: { id: gone.id } }));
  await changesRows(server, { sharing: -1, ended_sharing: -1 }, () => call('DELETE /account/groups/{id}', { path: { id: team } }));
  assertRefused(await call(ONE, { token: ada.token, path: pathOf(id) }), 404, 'not_found');
  await change(id, owner.token, { users: [userAt(ada.id, 'READER')] });
  await change(id, owner.token, { users: [userAt(ada.id)] });
  await changesRows(server, { connection: -1, sharing: -1, ended_sharing: -1 }, () =>
    call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: id } }),
  );
});

test('sharing.entities.deleted: with a workspace and with an environment', async () => {
  const environment = await make.environment();
  for (const remove of [
    (workspace: string) => call('DELETE /orchestration/workspaces/{id}', { path: { id: workspace } }),
    () => call('DELETE /orchestration/environments/{Id}', { path: { Id: environment } }),
  ]) {
    const workspace = await make.workspace({ environment });
    const body = { name: `Gone ${newId()}`, workspaceId: workspace.id, app: 'http', parameters: [] };
    const { id } = (await call('POST /orchestration/connections', { body })).body;
    await platform.db.transaction((tx) => shareNewEntity(tx, { tenant: owner.tenant, type: 'connection', id, owner: owner.id }));
    await change(id, owner.token, { users: [userAt(ada.id, 'READER'), userAt(bob.id, 'READER')] });
    await change(id, owner.token, { users: [userAt(bob.id)] });
    await changesRows(server, { connection: -1, sharing: -2, ended_sharing: -1 }, async () => {
      const { status, body: answer } = await remove(workspace.id);
      assert.equal(status, 204, JSON.stringify(answer));
    });
  }
});
