// run: own process, waiting, in test:all because it starts whole programs
/** Answers that do not reach their engine, and an engine that is killed: with the real program, through a proxy that drops answers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { endedExecution, engineSite, readExecution } from '../support/engine-site.ts';
import { eventually } from '../support/install.ts';
import { startLossyProxy, startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';
import { folderBesideTasks, journalOfTasks } from '../support/task-files.ts';

const server = await startTestServer();

describe('task-executions.lease.unanswered', () => {
  it('each execution runs once when every second answer with work is dropped', async () => {
    const journal = await journalOfTasks(join(await folderBesideTasks('millrace-lost-claims-'), 'journal'));
    const { start, credential, folder } = await engineSite(server, `echo "$MILLRACE_EXECUTION_ID" >> ${journal}`);
    let answers = 0;
    const url = await startLossyProxy(
      server.url,
      (route, answer) => route === 'POST /engine/v1/claims' && answer.includes('"fence"') && (answers += 1) % 2 === 1,
    );
    const engine = startEngine({ url, credential, folder, capacity: 2 });
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push(await start());
    for (const id of ids) {
      const { executionStatus, errorMessage } = await endedExecution(server, id);
      assert.equal(executionStatus, 'EXECUTION_SUCCESS', errorMessage);
    }
    assert.ok(answers > 12 / 2, 'answers were dropped');
    assert.deepEqual((await readFile(journal, 'utf8')).trim().split('\n').toSorted(), ids.toSorted());
    engine.kill('SIGTERM');
    await once(engine, 'exit');
  });
});

describe('task-executions.lease.gone', () => {
  it('the next program of a killed engine reports its executions as lost, long before the lease expires', async () => {
    const { start, credential, folder } = await engineSite(server, 'echo begun; while :; do sleep 0.1; done');
    const first = startEngine({ url: server.url, credential, folder });
    const id = await start();
    await eventually('it runs', async () => (await readExecution(server, id)).status === 'executing' || undefined);
    first.kill('SIGKILL');
    await once(first, 'exit');
    await server.platform.db.writer.rows(
      sql`update live_execution set lease_expires_at = now() + interval '1 day' where execution_id = ${id}`,
    );
    const second = startEngine({ url: server.url, credential, folder });
    const { executionStatus, errorType, errorMessage } = await endedExecution(server, id);
    assert.deepEqual([executionStatus, errorType], ['EXECUTION_FAILED', 'ENGINE_LOST']);
    assert.match(errorMessage, /its program ended while it held the execution/);
    second.kill('SIGTERM');
    await once(second, 'exit');
  });
});
