import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { makePromotionScene } from '../../../../test/support/promotions.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { make, platform } = server;

test('promotions.engines.owner', async () => {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source, name: 'Team' });
  const engine = await make.engine({ environment: scene.source, workspace: workspace.id, name: 'ours' });
  const cluster = await make.cluster({ environment: scene.source, workspace: workspace.id, name: 'pool' });
  await make.task({ workspace: workspace.id, engine: engine.id, name: 'on an engine' });
  await make.task({ workspace: workspace.id, cluster: cluster.id, name: 'on a cluster' });
  await scene.promote();
  const owners = await platform.db.reader.rows<{ name: string; owner: string }>(sql`
    select g.name, w.name as owner
    from (select name, workspace_id, environment_id from engine union all select name, workspace_id, environment_id from engine_cluster) g
    left join workspace w on w.id = g.workspace_id and w.environment_id = g.environment_id
    where g.environment_id = ${scene.target}
    order by g.name`);
  assert.deepEqual(owners, [
    { name: 'ours', owner: 'Team' },
    { name: 'pool', owner: 'Team' },
  ]);
});

test('promotions.engines.owner: the promotion fails if the counterpart of an engine or cluster belongs to another workspace', async () => {
  for (const kind of ['engine', 'cluster'] as const) {
    const scene = await makePromotionScene(server);
    const others = await make.workspace({ environment: scene.target, name: 'Others' });
    const runtime = await make[kind]({ environment: scene.source, name: 'big' });
    await make[kind]({ environment: scene.target, workspace: others.id, name: 'big' });
    const workspace = await make.workspace({ environment: scene.source, name: 'Team' });
    await make.task({ workspace: workspace.id, [kind]: runtime.id, name: 'load' });
    const { engines, clusters } = await scene.analyze();
    const [shown] = [...engines, ...clusters];
    assert.deepEqual([shown.analyzeReport.status, shown.name], ['FAILED', 'big']);
    assert.match(shown.analyzeReport.messages[0].info, /belongs to another workspace than the task 'load'/);
    await changesRows(server, { task: 0, task_run_config: 0, workspace: 0 }, scene.execute);
  }
});
