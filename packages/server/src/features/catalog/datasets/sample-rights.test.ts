import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, OWNER } from '../catalog-connections/scene.fixture.ts';
import { replaceSamples } from './samples.ts';

const RIGHTS_OF_USER = '/security/workspaces/{workspaceId}/users/{userId}/permissions';
const server = await startTestServer();
const { call, make, platform } = server;
const scene = await catalogScene(server);
const workspaceId = scene.workspace.id;

test('datasets.sample.right', async () => {
  const connectionId = await scene.makeConnection({ keepsSamples: true });
  const datasetId = await scene.dataset({ connectionId });
  await platform.db.transaction((tx) => replaceSamples(tx, connectionId, [{ dataset: datasetId, paths: ['id'], rows: [['1'], ['2']] }]));
  const { token, id: userId } = await make.user({ rights: { [workspaceId]: ['AUTHOR'] } });
  await scene.share('dataset', datasetId, userId, OWNER);
  const read = () => call('GET /datasets/{datasetId}/sample', { token, path: { datasetId } });
  assert.equal((await read()).body.total, 2);

  const path = { workspaceId, userId };
  assert.equal((await call(`DELETE ${RIGHTS_OF_USER}`, { path })).status, 204);
  assertRefused(await read(), 403, 'right_missing');
  const { status, body } = await call('GET /datasets/{datasetId}', { token, path: { datasetId } });
  assert.deepEqual([status, body.id], [200, datasetId], 'the sharing stays, with everything but the rows');
  assert.equal((await call(`POST ${RIGHTS_OF_USER}`, { path, body: ['VIEW'] })).status, 201);
  assert.equal((await read()).body.total, 2);

  const stranger = await make.user({ rights: { [workspaceId]: ['VIEW'] } });
  assertRefused(await call('GET /datasets/{datasetId}/sample', { token: stranger.token, path: { datasetId } }), 404, 'not_found');
});
