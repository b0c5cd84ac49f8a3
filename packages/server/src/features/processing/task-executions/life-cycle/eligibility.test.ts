import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { claim } from './claims.ts';
import { mayCarryOut, mayClaim } from './engines.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { make, call } = server;
const {
  db,
  identity: { tokens },
} = server.platform;

class Undo extends Error {}

test('the claim statement, the hand-over and the condition for any target allow the same engines', async () => {
  const environment = await make.environment();
  const [ours, others] = [await make.workspace({ environment }), await make.workspace({ environment })];
  const shared = await make.engine({ environment });
  const limited = await make.engine({ environment, workspace: ours.id });
  const clustered = await make.engine({ environment });
  const inLimited = await make.engine({ environment });
  const cluster = await make.cluster({ environment, engines: [clustered.id] });
  const limitedCluster = await make.cluster({ environment, workspace: ours.id, engines: [inLimited.id] });
  const engines = [
    { ...shared, workspace: null },
    { ...limited, workspace: ours.id },
    { ...clustered, workspace: null },
    { ...inLimited, workspace: null },
    { ...(await make.engine()), workspace: null },
  ];
  const tasks = [
    { workspace: ours.id },
    { workspace: others.id },
    { workspace: ours.id, engine: shared.id },
    { workspace: others.id, engine: shared.id },
    { workspace: ours.id, engine: limited.id },
    { workspace: ours.id, cluster: cluster.id },
    { workspace: others.id, cluster: cluster.id },
    { workspace: ours.id, cluster: limitedCluster.id },
  ];
  for (const settings of tasks) {
    const task = await make.task(settings);
    const { executionId } = (await call('POST /processing/executions', { body: { executable: task.id } })).body;
    const target = settings.engine ?? settings.cluster ?? environment;
    for (const engine of engines) {
      const claimer = { engineId: engine.id, credential: tokens.hash(engine.credential) };
      let claimed: string[] = [];
      const claimAndUndo = db.transaction(async (tx) => {
        claimed = (await claim(tx, claimer, { most: 100, leaseSeconds: 30, busyRetrySeconds: [] })).executions.map(({ id }) => id);
        throw new Undo();
      });
      await assert.rejects(claimAndUndo, Undo);
      const { allowed } = await db.reader.only<{ allowed: boolean }>(sql`
        select (${mayCarryOut(sql`${target}::uuid`, sql`${settings.workspace}::uuid`)}) is true as allowed
        from engine g
        where g.id = ${engine.id}`);
      assert.equal(claimed.includes(executionId), allowed, JSON.stringify({ settings, engine }));
      const handedOver = mayClaim(
        { ...claimer, environment: engine.environment, workspace: engine.workspace },
        { target, workspace: settings.workspace },
      );
      assert.equal(handedOver, allowed && settings.cluster === undefined, JSON.stringify({ settings, engine }));
    }
  }
});
