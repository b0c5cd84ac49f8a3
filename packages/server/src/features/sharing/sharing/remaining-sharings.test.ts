import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RIGHTS } from '@millrace/contract';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, OWNER, READER } from '../../catalog/catalog-connections/scene.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const scene = await catalogScene(server);
const workspaceId = scene.workspace.id;

for (const [type, base, ids] of [
  ['HUMAN', '/security/permissions', 'userIds'],
  ['SERVICE', '/security/service-accounts/permissions', 'serviceAccountIds'],
] as const)
  test(`sharing.rights.remaining: ${type}`, async () => {
    const [leaver, other] = [
      await make.user({ type, rights: { [workspaceId]: RIGHTS } }),
      await make.user({ type, rights: { [workspaceId]: ['VIEW'] } }),
    ];
    const datasets = await Promise.all(Array.from({ length: 20 }, () => scene.dataset()));
    await scene.share('connection', scene.connection, leaver.id, OWNER);
    for (const id of datasets) await scene.share('dataset', id, leaver.id, READER);
    const elsewhere = await scene.makeConnection({ workspaceId: (await make.workspace()).id });
    await scene.share('connection', elsewhere, leaver.id, READER);

    const query = { [ids]: [leaver.id, other.id], workspaceIds: [workspaceId], dryRun: true };
    const before = await server.count('sharing', 'workspace_right');
    const { status, body } = await call(`DELETE ${base}/batch`, { query });
    assert.equal(status, 200, JSON.stringify(body));
    const changeOf = (id: string) => body.changes.find(({ userId }: { userId: string }) => userId === id);
    const { total, first } = changeOf(leaver.id).remainingSharings;
    assert.deepEqual([total, first.length], [21, 20]);
    assert.deepEqual(first[0], { entityType: 'connection', entityId: scene.connection, levelCode: 'OWNER' });
    assert.deepEqual([first[1].entityType, first[1].levelCode, datasets.includes(first[1].entityId)], ['dataset', 'READER', true]);
    assert.equal(changeOf(other.id).remainingSharings, undefined);
    assert.deepEqual(await server.count('sharing', 'workspace_right'), before);

    // An account that keeps a right keeps the use of its sharings, so they are no remains.
    const less = [{ workspaceId, userId: leaver.id, permissions: ['VIEW'] }];
    const replaced = await call(`PUT ${base}/batch`, { query: { dryRun: true }, body: less });
    assert.deepEqual([replaced.body.changes.length, replaced.body.changes[0].remainingSharings], [1, undefined]);
  });
