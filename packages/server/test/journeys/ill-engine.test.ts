// run: own process, waiting, in test:all because it starts whole programs
/** An engine with a full disk, with the real program: no run fails because of it, it reports the reason, and accepts work again when there is room. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { runCommand } from '../../../cli/src/run-program.fixture.ts';
import { publication, shellBundle } from '../support/bundles.ts';
import { eventually } from '../support/install.ts';
import { engineFolder, startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';
import { mountTinyDisk, NO_DISK_REASON } from '../support/tiny-disk.ts';
import { folderBesideTasks, journalOfTasks } from '../support/task-files.ts';

const RUNS = 20;

const server = await startTestServer();
const { call, make } = server;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const engineOf = async (id: string) => (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } })).body;
const token = await make.administratorToken();
/** Runs a command of the command line and returns its output. */
const millrace = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await runCommand(words, { env: { HOME: server.home, MILLRACE_URL: server.url, MILLRACE_TOKEN: token } });
  assert.equal(code, 0, err);
  return out;
};
const finished = (executionId: string) =>
  eventually('the execution is finished', async () => {
    const execution = await read(executionId);
    return execution.finishTimestamp ? execution : undefined;
  });

it('remote-engines.illness.claims: runs that an engine with a full disk cannot start go to another engine, and the engine recovers on its own', async (t) => {
  const folder = await folderBesideTasks('millrace-ill-engine-');
  const disk = mountTinyDisk(folder, 6);
  if (!disk) return t.skip(NO_DISK_REASON);
  t.after(async () => {
    disk.unmount();
    await rm(folder, { recursive: true });
  });
  const healthyFolder = await engineFolder();
  const journal = await journalOfTasks(join(await folderBesideTasks('millrace-ill-journal-'), 'journal'));
  const workspace = await make.workspace();
  const bundle = await shellBundle(`echo "$MILLRACE_EXECUTION_ID" >> ${journal}; echo once`);
  await call('POST /orchestration/artifacts', { form: publication({ workspaceId: workspace.id }, bundle) });
  const { id: version } = await server.platform.db.reader.only<{ id: string }>(sql`
    select v.id
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    where a.workspace_id = ${workspace.id}`);
  const ill = await make.engine({ environment: workspace.environment });
  const healthy = await make.engine({ environment: workspace.environment });
  const runnable = { workspace: workspace.id, artifactVersion: version, parallelExecutionAllowed: true };
  const any = await make.task(runnable);
  const particular = await make.task({ ...runnable, engine: ill.id });

  const first = startEngine({ url: server.url, credential: ill.credential, folder });
  assert.equal((await finished(await start(any.id))).executionStatus, 'EXECUTION_SUCCESS');
  await disk.fill();
  const ids = await Promise.all(Array.from({ length: RUNS }, () => start(any.id)));
  const { illness } = await eventually('the engine says that it is ill', async () => {
    const engine = await engineOf(ill.id);
    return engine.illness ? engine : undefined;
  });
  assert.equal(illness.code, 'ENOSPC');
  assert.match(illness.message, /disk is full/);
  assert.equal((await engineOf(ill.id)).availability, 'NOT_AVAILABLE');
  const waiting = await start(particular.id);
  const { body: explanation } = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId: waiting } });
  assert.equal(explanation.reasons[0].code, 'ENGINES_ILL', JSON.stringify(explanation));
  assert.match(explanation.summary, /disk is full/);
  assert.match(
    await millrace('explain', waiting),
    /its engine cannot begin runs: “.*” since .*\n[^]*not available, ill since .* \(ENOSPC\)/,
  );
  assert.match(await millrace('engine', 'list'), /✗ not available, ill/);

  const second = startEngine({ url: server.url, credential: healthy.credential, folder: healthyFolder });
  for (const id of ids) {
    const { executionStatus, errorMessage } = await finished(id);
    assert.equal(executionStatus, 'EXECUTION_SUCCESS', errorMessage);
  }
  assert.equal((await read(waiting)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
  await disk.empty();
  assert.equal((await finished(waiting)).executionStatus, 'EXECUTION_SUCCESS');
  const well = await engineOf(ill.id);
  assert.deepEqual([well.availability, well.illness], ['AVAILABLE', undefined]);
  const begun = (await readFile(journal, 'utf8')).trim().split('\n').slice(1);
  assert.deepEqual(begun.toSorted(), [...ids, waiting].toSorted(), 'each execution ran once');
  for (const engine of [first, second]) {
    engine.kill('SIGTERM');
    await once(engine, 'exit');
  }
});
