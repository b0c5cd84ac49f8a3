// isolation: own process, waiting because it starts whole programs
/** Answers to claims that vanish on a connection which stays open, and an engine that is suspended: with the real program. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { deafRoad, type Deafness } from '../support/deaf-road.ts';
import { endedExecution, engineSite, readExecution } from '../support/engine-site.ts';
import { eventually } from '../support/install.ts';
import { startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';
import { folderBesideTasks, journalOfTasks } from '../support/task-files.ts';

/** Longer than an engine needs to notice that an answer has fallen silent. */
const LEASE_SECONDS = 17;

const server = await startTestServer({ MILLRACE_LEASE_SECONDS: String(LEASE_SECONDS) });

/** A task that writes down each of its beginnings, and an engine for it that is not started yet. */
async function site() {
  const journal = await journalOfTasks(join(await folderBesideTasks('millrace-swallowed-claims-'), 'journal'));
  const { engine, credential, folder, start } = await engineSite(server, `echo "$MILLRACE_EXECUTION_ID" >> ${journal}`);
  const begun = async (): Promise<string[]> => (await readFile(journal, 'utf8')).split('\n').filter(Boolean);
  const running = async (url: string) => {
    const child = startEngine({ url, credential, folder });
    await eventually('the engine is there', async () => {
      const { body } = await server.call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine } });
      return body.isolation === undefined ? undefined : true;
    });
    // Its first claim waits by then.
    await wait(1000);
    return child;
  };
  return { start, begun, running };
}

const read = (executionId: string) => readExecution(server, executionId);
const finished = (executionId: string) => endedExecution(server, executionId);

async function runsOnce(deafness: Deafness): Promise<void> {
  const { start, begun, running } = await site();
  const { url, swallowed } = await deafRoad(server.url, '"fence"', deafness);
  const engine = await running(url);
  const id = await start();
  const { executionStatus, errorMessage } = await finished(id);
  assert.equal(executionStatus, 'EXECUTION_SUCCESS', `${deafness.kind}: ${errorMessage}`);
  assert.deepEqual([swallowed(), await begun()], [1, [id]], deafness.kind);
  engine.kill('SIGTERM');
  await once(engine, 'exit');
}

// Each has an engine and a task of its own, and mostly waits.
describe('an engine that answers do not reach', { concurrency: true }, () => {
  it('task-executions.lease.unanswered: what a connection swallows that stays open runs once, whatever becomes of the connection', async () => {
    const kinds: Deafness[] = [
      { kind: 'for good' },
      { kind: 'comes back', milliseconds: 10_000 },
      { kind: 'breaks', milliseconds: 10_000 },
    ];
    await Promise.all(kinds.map(runsOnce));
  });

  it('task-executions.lease.unanswered: an engine that was suspended for less than its lease runs what it was given meanwhile, once', async () => {
    const { start, begun, running } = await site();
    const engine = await running(server.url);
    engine.kill('SIGSTOP');
    const id = await start();
    assert.equal((await read(id)).executionStatus, 'DISPATCHING_FLOW', 'the claim of the suspended engine has got it');
    await wait(12_000);
    engine.kill('SIGCONT');
    const { executionStatus, errorMessage } = await finished(id);
    assert.equal(executionStatus, 'EXECUTION_SUCCESS', errorMessage);
    assert.deepEqual(await begun(), [id]);
    engine.kill('SIGTERM');
    await once(engine, 'exit');
  });

  it('task-executions.lease.expired: an engine that was suspended for longer than its lease never begins what it has lost', async () => {
    const { start, begun, running } = await site();
    const engine = await running(server.url);
    // From here on the engine needs nothing of the server to begin another one.
    const first = await start();
    assert.equal((await finished(first)).executionStatus, 'EXECUTION_SUCCESS');
    await wait(3000);
    engine.kill('SIGSTOP');
    const lost = await start();
    const { errorType } = await finished(lost);
    assert.equal(errorType, 'ENGINE_LOST');
    engine.kill('SIGCONT');
    const next = await start();
    assert.equal((await finished(next)).executionStatus, 'EXECUTION_SUCCESS');
    assert.deepEqual(await begun(), [first, next]);
    assert.equal((await read(lost)).errorType, 'ENGINE_LOST', 'an outcome never changes');
    engine.kill('SIGTERM');
    await once(engine, 'exit');
  });
});
