import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { idOf, makeTask, makePromotionScene, statuses, reportedMessages } from '../../../../test/support/promotions.ts';
import { changesRows, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;

/** The suffix of all versions, so that the same version can be published twice. */
const SUFFIX = '.20260101010000';

const publish = async (workspaceId: string, script: string, version: string) => {
  const { status, body } = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId, name: 'tool', version }, await shellBundle(script)),
  });
  assert.equal(status, 201, JSON.stringify(body));
  return platform.db.reader.only<{ id: string; artifact_id: string; blob_hash: string }>(sql`
    select v.id, v.artifact_id, v.blob_hash
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    where a.workspace_id = ${workspaceId}
      and v.version = ${version}`);
};
const counterpartOf = async (environment: string, name: string): Promise<string> =>
  (await call('GET /orchestration/workspaces', { query: { query: `environment.id==${environment};name=='${name}'` } })).body[0].id;

test('promotions.artifacts.versions', async () => {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const [first, second] = [
    await publish(workspace.id, 'exit 0', `1.0.0${SUFFIX}`),
    await publish(workspace.id, 'exit 1', `1.1.0${SUFFIX}`),
  ];
  await publish(workspace.id, 'exit 2', `1.2.0${SUFFIX}`);
  await makeTask(server, workspace, { name: 'one', artifact: first.id });
  const report = await scene.promote();
  const [shown] = report.workspaces[0].actions;
  assert.deepEqual(
    [shown.artifactId, shown.version, shown.targetVersion, shown.jobType],
    [first.artifact_id, `1.0.0${SUFFIX}`, undefined, 'standard'],
  );
  assert.deepEqual(
    shown.versions.map(({ version }: { version: string }) => version),
    [`1.0.0${SUFFIX}`],
  );

  await makeTask(server, workspace, { name: 'two', artifact: second.id });
  const again = (await scene.promote()).workspaces[0].actions[0];
  assert.deepEqual([again.promotionReport.status, again.version, again.targetVersion], ['REPLACED', `1.1.0${SUFFIX}`, `1.0.0${SUFFIX}`]);
  assert.deepEqual(
    again.versions.map((version: { promotionReport: { status: string } }) => version.promotionReport.status),
    ['CREATED', 'REUSED'],
  );
  assert.deepEqual(
    again.usedBy.map((task: { name: string }) => task.name),
    ['two', 'one'],
  );
  const { body } = await call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: again.targetId } });
  assert.deepEqual(
    body.versions,
    [`1.1.0${SUFFIX}`, `1.0.0${SUFFIX}`],
    'versions have the order of the source; a version that no task runs stays',
  );

  const counterpart = await counterpartOf(scene.target, workspace.name);
  await publish(counterpart, 'echo other', `1.2.0${SUFFIX}`);
  const third = await publish(workspace.id, 'exit 3', `1.3.0${SUFFIX}`);
  await publish(counterpart, 'exit 3', `1.3.0${SUFFIX}`);
  await makeTask(server, workspace, { name: 'three', artifact: third.id });
  assert.equal(statuses(await scene.promote())['ACTION tool'], 'REUSED', 'equal content under the same version is the same version');
  const clash = await platform.db.reader.only<{ id: string }>(sql`
    select v.id
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    where a.workspace_id = ${workspace.id}
      and v.version = ${`1.2.0${SUFFIX}`}`);
  await makeTask(server, workspace, { name: 'four', artifact: clash.id });
  const answer = await scene.execute();
  assertRefused(answer, 501, 'promotion_failed');
  assert.match(answer.body.message, /version 1\.2\.0\S* of the artifact 'tool' with other content/);
});

test('promotions.artifacts.content', async () => {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const version = await publish(workspace.id, 'echo content', `1.0.0${SUFFIX}`);
  await makeTask(server, workspace, { name: 'load', artifact: version.id });
  const files = await server.files();
  await changesRows(server, { blob: 0, artifact_version: 1 }, () => scene.promote());
  assert.deepEqual(await server.files(), files);
  const counterpart = await platform.db.reader.only<{ blob_hash: string }>(sql`
    select v.blob_hash
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    join workspace w on w.id = a.workspace_id
    where w.environment_id = ${scene.target}`);
  assert.equal(counterpart.blob_hash, version.blob_hash);
});

test('a counterpart of another artifact type makes the promotion fail', async () => {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const counterpart = await make.workspace({ environment: scene.target, name: workspace.name });
  const artifact = await make.artifact({ workspace: workspace.id, name: 'same' });
  await make.artifact({ workspace: counterpart.id, name: 'same', type: 'route' });
  await makeTask(server, workspace, { name: 'load', artifact: artifact.versionId });
  const answer = await scene.execute();
  assertRefused(answer, 501, 'promotion_failed');
  assert.match(answer.body.message, /'same' is of type standard.*of type route/);
});

/** Creates a promotion of a task that names a resource. */
async function withResource(file = true) {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const resource = await make.resource({ workspace: workspace.id, name: 'list', description: 'of the source', file });
  await makeTask(server, workspace, { name: 'load', resources: { resource_file_list: resource.id } });
  const promoted = async () => {
    const id = await idOf(server, 'resource', scene.target, 'list');
    const row = await platform.db.reader.only<{ blob_hash: string; description: string }>(sql`
      select blob_hash, description
      from resource
      where id = ${id}`);
    return { id, ...row };
  };
  const replace = async (environment: string): Promise<string> => {
    const hash = (await make.resource()).hash;
    await platform.db.writer.rows(sql`
      update resource r
      set blob_hash = ${hash},
          description = 'changed'
      from workspace w
      where w.id = r.workspace_id
        and w.environment_id = ${environment}`);
    return hash;
  };
  return { scene, workspace, resource, promoted, replace };
}

test('promotions.resources.content', async () => {
  const { scene, workspace, resource, promoted, replace } = await withResource();
  const report = await scene.promote();
  assert.equal(statuses(report)['RESOURCE list'], 'CREATED');
  const { id, ...first } = await promoted();
  assert.deepEqual(first, { blob_hash: resource.hash, description: 'of the source' });
  const hash = await replace(scene.source);
  assert.equal(statuses(await scene.promote())['RESOURCE list'], 'REPLACED');
  assert.deepEqual(await promoted(), { id, blob_hash: hash, description: 'changed' });
  assert.equal(statuses(await scene.promote())['RESOURCE list'], 'REUSED');

  const other = await makePromotionScene(server);
  const counterpart = await make.workspace({ environment: other.target, name: workspace.name });
  await make.resource({ workspace: counterpart.id, name: 'list', file: false });
  const source = await make.workspace({ environment: other.source, name: workspace.name });
  const file = await make.resource({ workspace: source.id, name: 'list' });
  await makeTask(server, source, { name: 'load', resources: { resource_file_list: file.id } });
  assertRefused(await other.execute(), 501, 'promotion_failed');
});

test('promotions.resources.kept', async () => {
  const { scene, promoted, replace } = await withResource();
  await scene.promote();
  const hash = await replace(scene.target);
  const report = await scene.promote({ keepTargetResources: true });
  assert.deepEqual(reportedMessages(report)['RESOURCE list'], [
    'REUSED',
    "INFO The resource 'list' of the target environment differs and is kept.",
  ]);
  assert.equal(report.keepTargetResources, true);
  assert.equal((await promoted()).blob_hash, hash);
  await scene.promote();
  assert.notEqual((await promoted()).blob_hash, hash);
});

test('promotions.resources.driver', async () => {
  const { scene, promoted, replace } = await withResource();
  await scene.promote();
  const { id } = await promoted();
  const { workspace_id: workspaceId } = await platform.db.reader.only<{ workspace_id: string }>(
    sql`select workspace_id from resource where id = ${id}`,
  );
  const parameters = [{ name: 'driverResource', value: id.toUpperCase() }];
  const body = { name: 'driven', workspaceId, app: 'h2', parameters };
  assert.equal((await call('POST /orchestration/connections', { body })).status, 201);
  const hash = await replace(scene.target);
  assert.deepEqual(reportedMessages(await scene.promote())['RESOURCE list'], [
    'REUSED',
    "WARN The resource 'list' of the target environment is the JDBC driver of a connection there and is kept: upload the new content with the right PUBLISH.",
  ]);
  assert.equal((await promoted()).blob_hash, hash);
});
