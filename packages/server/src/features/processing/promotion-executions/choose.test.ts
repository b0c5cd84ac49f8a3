import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { makeConnection, makePlan, makeTask, makePromotionScene, statuses, reportedMessages } from '../../../../test/support/promotions.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;

const names = (report: Parameters<typeof statuses>[0]): string[] => Object.keys(statuses(report)).toSorted();

/** Creates two workspaces; the task of the first uses an artifact, a connection and a resource of the second. */
async function createTwoWorkspaces() {
  const scene = await makePromotionScene(server);
  const [main, side] = [
    await make.workspace({ environment: scene.source, name: 'main' }),
    await make.workspace({ environment: scene.source, name: 'side' }),
  ];
  const artifact = await make.artifact({ workspace: side.id, name: 'tool' });
  const connection = await makeConnection(server, side.id, 'store');
  const resource = await make.resource({ workspace: side.id, name: 'list' });
  const task = await makeTask(server, main, {
    name: 'load',
    artifact: artifact.versionId,
    connections: { http: connection },
    resources: { list: resource.id },
  });
  const other = await makeTask(server, side, {
    name: 'other',
    artifact: (await make.artifact({ workspace: side.id, name: 'second' })).versionId,
  });
  await makeConnection(server, side.id, 'unused');
  const choose = (artifactType: string, artifactId: string) => scene.promote({ advanced: { artifactId, artifactType } });
  return { scene, main, side, artifact, task, other, choose };
}

test('promotions.choose.closure', async () => {
  const { task, main, side, choose, scene } = await createTwoWorkspaces();
  const closure = ['ACTION tool', 'CONNECTION store', 'FLOW load', 'RESOURCE list', 'WORKSPACE main', 'WORKSPACE side'];
  const analysis = await scene.analyze({ promotionAdvancedInfo: { id: task, type: 'FLOW', name: 'load', workspaceId: main.id } });
  assert.deepEqual(analysis.advanced, { artifactId: task, artifactType: 'FLOW' });
  await changesRows(server, { task: 1, artifact: 1, connection: 1, resource: 1, workspace: 2 }, async () => {
    assert.deepEqual(names(await choose('FLOW', task.toUpperCase())), closure);
  });
  assert.deepEqual(names(await choose('WORKSPACE', main.id)), closure);
  const second = await choose('WORKSPACE', side.id);
  assert.deepEqual(names(second), ['ACTION second', 'FLOW other', 'WORKSPACE side'], 'objects that no task uses are not promoted');
  assert.deepEqual(names(await scene.promote()), [...closure, 'ACTION second', 'FLOW other'].toSorted());
});

test('promotions.choose.closure: an artifact is promoted in its newest version', async () => {
  const { artifact, choose, side } = await createTwoWorkspaces();
  await platform.db.writer.rows(sql`
    insert into artifact_version (
      id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash, created_at)
    select gen_random_uuid(), artifact_id, '2.0.0', publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash,
           created_at + interval '1 second'
    from artifact_version
    where id = ${artifact.versionId}`);
  const report = await choose('ACTION', artifact.id);
  assert.deepEqual(names(report), ['ACTION tool', 'WORKSPACE side']);
  const [shown] = report.workspaces[0].actions;
  assert.deepEqual([shown.version, shown.versions.length, shown.usedBy, shown.workspaceId], ['2.0.0', 1, [], side.id]);
});

test('promotions.choose.unknown', async () => {
  const { scene, task } = await createTwoWorkspaces();
  const elsewhere = await make.task();
  const { token } = scene.executor;
  for (const [artifactType, artifactId] of [
    ['WORKSPACE', crypto.randomUUID()],
    ['WORKSPACE', elsewhere.workspace],
    ['PLAN', task],
    ['FLOW', elsewhere.id],
    ['ACTION', elsewhere.artifact],
  ]) {
    const body = { executable: scene.id, advanced: { artifactId, artifactType } };
    await leavesNothing(
      server,
      'POST /processing/executions/promotions',
      { token, body },
      404,
      'not_found',
      'promotion_execution',
      'workspace',
    );
    const chosen = { path: { promotionId: scene.id }, token, body: { promotionAdvancedInfo: { id: artifactId, type: artifactType } } };
    await leavesNothing(
      server,
      'POST /orchestration/executables/promotions/{promotionId}',
      chosen,
      404,
      'not_found',
      'promotion_execution',
    );
  }
});

test('promotions.match.name', async () => {
  const { scene, task } = await createTwoWorkspaces();
  const counterparts = [
    await make.workspace({ environment: scene.target, name: 'main' }),
    await make.workspace({ environment: scene.target, name: 'MAIN' }),
  ];
  const elsewhere = await make.workspace({ environment: scene.target, name: 'third' });
  for (const workspace of [...counterparts, elsewhere])
    await makeTask(server, workspace, { name: workspace === counterparts[0] ? 'Load' : 'load' });
  const report = await scene.promote({ advanced: { artifactId: task, artifactType: 'FLOW' } });
  assert.deepEqual([statuses(report)['WORKSPACE main'], statuses(report)['FLOW load']], ['REUSED', 'CREATED']);
  assert.equal(report.workspaces[0].targetId, counterparts[0]?.id);
});

test('promotions.workspaces.created', async () => {
  const scene = await makePromotionScene(server);
  await make.workspace({ environment: scene.source, name: 'empty' });
  await make.workspace({ environment: scene.source, name: 'common', type: 'shared' });
  const report = await scene.promote();
  assert.deepEqual(statuses(report), { 'WORKSPACE common': 'CREATED', 'WORKSPACE empty': 'CREATED' });
  const { body } = await call('GET /orchestration/workspaces', { query: { query: `environment.id==${scene.target}` } });
  assert.deepEqual(
    body.map((workspace: { id: string; name: string; type: string }) => [workspace.id, workspace.name, workspace.type]),
    report.workspaces.map((workspace: { targetId: string; name: string; workspaceType: string }) => [
      workspace.targetId,
      workspace.name,
      workspace.workspaceType,
    ]),
  );
});

test('promotions.workspaces.owner', async () => {
  const scene = await makePromotionScene(server);
  const owner = await make.user();
  await make.workspace({ environment: scene.source, name: 'owned', owner: owner.id });
  await scene.promote();
  const { body } = await call('GET /orchestration/workspaces', { query: { query: `environment.id==${scene.target}` } });
  assert.equal(body[0].owner, owner.login);
});

test('promotions.workspaces.personal', async () => {
  const scene = await makePromotionScene(server);
  const personal = await make.workspace({ environment: scene.source, name: 'mine', type: 'personal' });
  const ownTask = await makeTask(server, personal, { name: 'own' });
  const skipped = "The workspace 'mine' is a personal one, which cannot be promoted.";
  await changesRows(server, { workspace: 0, task: 0 }, async () => {
    const all = await scene.promote();
    assert.deepEqual([all.status, reportedMessages(all)], ['PROMOTED', { 'WORKSPACE mine': ['SKIPPED', `INFO ${skipped}`] }]);
    for (const [artifactType, artifactId] of [
      ['WORKSPACE', personal.id],
      ['FLOW', ownTask],
    ]) {
      const chosen = await scene.promote({ advanced: { artifactId, artifactType } });
      assert.deepEqual(
        [chosen.status, reportedMessages(chosen)],
        ['PROMOTION_WARNING', { 'WORKSPACE mine': ['SKIPPED', `WARN ${skipped}`] }],
      );
    }
  });

  const shared = await make.workspace({ environment: scene.source, name: 'shared' });
  const connection = await makeConnection(server, personal.id, 'secret store');
  const task = await makeTask(server, shared, { name: 'needs', connections: { http: connection } });
  await makePlan(server, shared.id, 'nightly', [{ name: 'first', tasks: [ownTask, task] }]);
  const answer = await scene.execute();
  assertRefused(answer, 501, 'promotion_failed');
  assert.match(answer.body.message, /the task 'needs' needs the connection 'secret store'/);
  assert.match(answer.body.message, /the plan 'nightly' needs the task 'own'/);

  const other = await makePromotionScene(server);
  await make.workspace({ environment: other.source, name: 'same' });
  await make.workspace({ environment: other.target, name: 'same', type: 'personal' });
  assertRefused(await other.execute(), 501, 'promotion_failed');
});
