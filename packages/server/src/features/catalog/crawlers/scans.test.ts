import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { changesRows, errorOf, isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, observed, tables } from './crawl-scene.fixture.ts';

const SCAN = '/connections/scan/{connectionId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const scene = await crawlScene(server);

test('crawlers.scan.reason', async () => {
  const connectionId = await scene.makeConnection();
  const path = { connectionId };
  const read = () => call(`GET ${SCAN}`, { path });
  const start = async () => {
    assert.equal((await call(`POST ${SCAN}`, { path })).status, 204);
    return scene.claim();
  };
  isRefused(await read(), 404, 'not_found');
  const first = await start();
  isRefused(await read(), 404, 'not_found');
  await first.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
  const refused = await read();
  isRefused(refused, 404, 'scan_failed');
  assert.match(errorOf(refused.body).message, /The last scan of the connection failed: no route to host/);
  assert.deepEqual([refused.body.entityType, refused.body.entityId], ['ConnectionScan', connectionId]);

  const second = await start();
  await second.portions(tables('a'), observed());
  await second.finish();
  const { lastRun } = (await read()).body;
  assert.deepEqual([lastRun.runStatus, lastRun.failure, lastRun.executionId], ['Finished', undefined, second.executionId]);
  assert.ok(lastRun.runStartedAt <= lastRun.runFinishedAt);

  const third = await start();
  assert.equal((await read()).body.lastRun.runStatus, 'RetrievingProperties');
  await third.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
  const { body } = await read();
  assert.deepEqual(
    [body.results.length, body.lastRun.runStatus, body.lastRun.failure],
    [1, 'PropertiesRetrievalFailed', 'no route to host'],
  );
});

test('sharing.entities.deleted: crawlers whose connection goes', async () => {
  const removed = { crawler: -1, sharing: -3, ended_sharing: -1 };
  const makeShared = async (workspaceId: string) => {
    const connectionId = await scene.makeConnection({ workspaceId });
    const { crawlerId } = await scene.makeCrawler({ connectionId });
    const [stays, goes] = [await make.user({ permissions: ['SVC_OPERATOR'] }), await make.user({ permissions: ['SVC_OPERATOR'] })];
    await scene.share('crawler', crawlerId, stays.id, 1);
    await platform.db.writer.rows(sql`
      insert into ended_sharing (id, user_id, entity_type, entity_id, level, shared_by, shared_at, ended_by)
      values (gen_random_uuid(), ${goes.id}, 'crawler', ${crawlerId}, 1, ${stays.id}, now(), ${stays.id})`);
    return connectionId;
  };
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
  };
  // The sharings of the owner of the connection and of the crawler, and of the reader.
  const inCatalogue = await makeShared(scene.workspace.id);
  await changesRows(server, { catalog_connection: -1, ...removed }, () =>
    ok(call('DELETE /connections/{connectionId}', { path: { connectionId: inCatalogue } })),
  );
  const inWorkspace = await makeShared(scene.workspace.id);
  await changesRows(server, { connection: -1, ...removed }, () =>
    ok(call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: inWorkspace } })),
  );
  const workspace = await make.workspace();
  await makeShared(workspace.id);
  await changesRows(server, { workspace: -1, ...removed }, () =>
    ok(call('DELETE /orchestration/workspaces/{id}', { path: { id: workspace.id } })),
  );
});
