import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Permission, type Right } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { OWNER } from '../catalog-connections/scene.fixture.ts';
import { crawlScene } from './crawl-scene.fixture.ts';

const TABLES = ['crawler', 'crawl_run', 'task_execution', 'live_execution', 'blob', 'sharing'];
const RUN = 'POST /connections/crawlers/{crawlerId}/run';
const SCAN = 'POST /connections/scan/{connectionId}';
const CREATE = 'POST /connections/crawlers';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const scene = await crawlScene(server);

/** A person that owns a connection and its crawler in the catalogue, and holds these rights on the workspace. */
const owner = async (rights: Right[], { connectionId, crawlerId }: { connectionId: string; crawlerId?: string }) => {
  const user = await make.user({ rights: { [scene.workspace.id]: rights } });
  await scene.share('connection', connectionId, user.id, OWNER);
  if (crawlerId !== undefined) await scene.share('crawler', crawlerId, user.id, OWNER);
  return user;
};

test('crawlers.run.execute', async () => {
  const made = await scene.makeCrawler();
  const { crawlerId, connectionId } = made;
  const free = await scene.makeConnection();
  for (const rights of [[], ['VIEW'], ['AUTHOR', 'PUBLISH', 'MANAGE']] as Right[][]) {
    const { token, id } = await owner(rights, made);
    await scene.share('connection', free, id, OWNER);
    for (const [route, sent] of [
      [RUN, { path: { crawlerId } }],
      [SCAN, { path: { connectionId } }],
      [CREATE, { body: { connectionId: free, name: 'x' } }],
    ] as const) {
      const { body } = await leavesNothing(server, route, { token, ...sent }, 403, 'right_missing', ...TABLES);
      assert.match(body.message, /EXECUTE on the workspace of the connection/);
    }
    assert.deepEqual(await server.files(), [], 'a refusal stores no bundle');
  }
  const { token } = await owner(['EXECUTE'], made);
  assert.equal((await call(RUN, { token, path: { crawlerId } })).status, 202);
  await (await scene.claim()).finish();
  assert.equal((await call(SCAN, { token, path: { connectionId } })).status, 204);
  await (await scene.claim()).finish();
});

test('crawlers.run.execute: the right at the moment of the run counts, not that at the creation of the crawler', async () => {
  const connectionId = await scene.makeConnection();
  const { token, id } = await owner(['EXECUTE'], { connectionId });
  const { body } = await call(CREATE, { token, body: { connectionId, name: 'x' } });
  const path = { crawlerId: body.id };
  assert.equal((await call(RUN, { token, path })).status, 202);
  await (await scene.claim()).finish();
  await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${id}`);
  await leavesNothing(server, RUN, { token, path }, 403, 'right_missing', ...TABLES);
  await leavesNothing(server, SCAN, { token, path: { connectionId } }, 403, 'right_missing', ...TABLES);
});

test('crawlers.run.outbound: the machine of an engine is open by default while the install has a single user', async () => {
  const { crawlerId } = await scene.makeCrawler();
  const proposed = async () => {
    const { claimed, finish } = await scene.run(crawlerId);
    await finish();
    return claimed.parameters['MILLRACE_CRAWL_OUTBOUND'];
  };
  const { createdBy } = await scene.read(crawlerId);
  await platform.db.writer.rows(sql`update account set active = false where user_type = 'HUMAN' and id <> ${createdBy}`);
  assert.equal(await proposed(), 'private,loopback');
  await make.user();
  assert.equal(await proposed(), 'private');
});

test('crawlers.run.reasons: only who may manage engines gets complete reasons', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const reasons = async (permissions: Permission[]) => {
    const user = await make.user({ permissions, rights: { [scene.workspace.id]: ['EXECUTE'] } });
    await scene.share('connection', connectionId, user.id, OWNER);
    await scene.share('crawler', crawlerId, user.id, OWNER);
    const given = [];
    for (const [route, path] of [
      [RUN, { crawlerId }],
      [SCAN, { connectionId }],
    ] as const) {
      assert.ok((await call(route, { token: user.token, path })).status < 300);
      const { claimed, finish } = await scene.claim();
      await finish();
      given.push(claimed.parameters['MILLRACE_CRAWL_REASONS']);
    }
    return given;
  };
  assert.deepEqual(await reasons(PERMISSIONS.filter((one) => one !== 'SVC_CLUSTER_MANAGEMENT')), ['coarse', 'coarse']);
  assert.deepEqual(await reasons(['SVC_CLUSTER_MANAGEMENT']), ['complete', 'complete']);
});
