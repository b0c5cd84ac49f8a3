import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

/** Sets the time since which the API is served, also where a busy machine has held up the renewal of its presence, and runs the timer. */
async function runAfter(seconds: number): Promise<void> {
  await platform.db.writer.rows(sql`update api_presence set since = now() - make_interval(secs => ${seconds}), seen_at = now()`);
  await runTimer(platform, 'end-silent-removals');
}

test('dynamic-engines.delete.silent', async () => {
  while (!(await platform.db.reader.any(sql`select from api_presence`))) await sleep(10);
  const [operator, leaving, other] = await Promise.all([standInOperator(server), standInOperator(server), standInOperator(server)]);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const kept = await make.dynamicEnvironment();
  await assignTo(server, kept, operator.id);
  const unassigned = await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', {
    path: { environmentId },
  });
  assert.equal(unassigned.status, 202);
  assert.equal((await call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id: leaving.id } })).status, 202);
  const present = () => server.count('dynamic_engine', 'dynamic_engine_assignment', 'engine');

  const before = await present();
  await runAfter(3600);
  assert.deepEqual(await present(), before, 'both operators report');
  for (const each of [operator, leaving, other]) await each.fallSilent();
  await runAfter(5);
  assert.deepEqual(await present(), before, 'the API was not served for long enough: the operators could not report');
  await runAfter(3600);
  const status = async (id: string): Promise<string> =>
    (await call('GET /orchestration/dynamic-engine-environments/{environmentId}', { path: { environmentId: id } })).body.status;
  assert.deepEqual([await status(environmentId), await status(kept)], ['NOT_ASSIGNED', 'SET_UP_REQUIRED']);
  const [removed, staying] = await Promise.all(
    [leaving.id, other.id].map((id) => call('GET /processing/runtimes/dynamic-engines/{id}', { path: { id } })),
  );
  assert.deepEqual([removed?.status, staying?.body.state], [404, 'DISCONNECTED']);
});
