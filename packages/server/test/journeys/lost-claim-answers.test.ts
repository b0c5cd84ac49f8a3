// run: own process, waiting, in test:all because it starts whole programs
/** Answers to claims that are lost while the connection stays open, and an engine that is suspended: with the real program. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSilentProxy, type Silence } from '../support/silent-proxy.ts';
import { endedExecution, engineSite, readExecution } from '../support/engine-site.ts';
import { eventually } from '../support/install.ts';
import { startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';
import { folderBesideTasks, journalOfTasks } from '../support/task-files.ts';

/** Longer than an engine waits for a missing answer: 12 s for work, and then 10 s more. */
const LEASE_SECONDS = 28;

const server = await startTestServer({ MILLRACE_LEASE_SECONDS: String(LEASE_SECONDS) });

/** Creates a task that records each start in a journal, and an engine for it that is not started yet. */
async function site() {
  const journal = await journalOfTasks(join(await folderBesideTasks('millrace-lost-claim-answers-'), 'journal'));
  const { engine, credential, folder, start } = await engineSite(server, `echo "$MILLRACE_EXECUTION_ID" >> ${journal}`);
  const begun = async (): Promise<string[]> => (await readFile(journal, 'utf8')).split('\n').filter(Boolean);
  const running = async (url: string) => {
    const child = startEngine({ url, credential, folder });
    await eventually('the engine is connected', async () => {
      const { body } = await server.call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine } });
      return body.isolation === undefined ? undefined : true;
    });
    // Long enough for the first claim of the engine to wait at the server.
    await wait(1000);
    return child;
  };
  return { start, begun, running };
}

const read = (executionId: string) => readExecution(server, executionId);
const finished = (executionId: string) => endedExecution(server, executionId);

async function runsOnce(silence: Silence): Promise<void> {
  const { start, begun, running } = await site();
  const { url, dropped } = await startSilentProxy(server.url, '"fence"', silence);
  const engine = await running(url);
  const id = await start();
  const { executionStatus, errorMessage } = await finished(id);
  assert.equal(executionStatus, 'EXECUTION_SUCCESS', `${silence.kind}: ${errorMessage}`);
  assert.deepEqual([dropped(), await begun()], [1, [id]], silence.kind);
  engine.kill('SIGTERM');
  await once(engine, 'exit');
}

// Each test has its own engine and task, and waits most of the time.
describe('an engine that does not get its answers', { concurrency: true }, () => {
  it('task-executions.lease.unanswered: an execution whose answer is lost on an open connection runs once, whatever happens to the connection', async () => {
    const kinds: Silence[] = [{ kind: 'permanent' }, { kind: 'resumes', milliseconds: 10_000 }, { kind: 'breaks', milliseconds: 10_000 }];
    await Promise.all(kinds.map(runsOnce));
  });

  it('task-executions.lease.unanswered: an engine that was suspended for less than its lease runs the execution that it got meanwhile, once', async () => {
    const { start, begun, running } = await site();
    const engine = await running(server.url);
    engine.kill('SIGSTOP');
    const id = await start();
    assert.equal((await read(id)).executionStatus, 'DISPATCHING_FLOW', 'the claim of the suspended engine got the execution');
    await wait(12_000);
    engine.kill('SIGCONT');
    const { executionStatus, errorMessage } = await finished(id);
    assert.equal(executionStatus, 'EXECUTION_SUCCESS', errorMessage);
    assert.deepEqual(await begun(), [id]);
    engine.kill('SIGTERM');
    await once(engine, 'exit');
  });

  it('task-executions.lease.expired: an engine that was suspended for longer than its lease never starts a lost execution', async () => {
    const { start, begun, running } = await site();
    const engine = await running(server.url);
    // After this run, the engine has the bundle and can start another run without the server.
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
