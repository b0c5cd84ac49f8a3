// run: own process, waiting because it starts whole programs
/** Publish an artifact, create a task, run it, read its outcome and its log, stop a running execution. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { eventually, finished, isAlive, publishTask, readRun, startInstall, startRun, wholeLog } from '../support/install.ts';

const install = await startInstall();
const client = await install.client();

describe('the main job', () => {
  it('bundles.outcome.successful: runs a published bundle and stores its outcome, row counts and log', async () => {
    const script = `echo "hello $who"; echo '{"processed":7,"rejected":0}' >> "$MILLRACE_REPORT"; echo careful >&2`;
    const task = await publishTask(client, await shellBundle(script, { parameters: [{ name: 'who' }], environment: ['who'] }), {
      name: 'greet',
      parameters: { who: 'world' },
    });
    const execution = await finished(client, await startRun(client, task));
    assert.equal(execution.executionStatus, 'EXECUTION_SUCCESS', execution.errorMessage);
    assert.equal(execution.status, 'execution_successful');
    assert.equal(execution.numberOfProcessedRows, 7);
    assert.equal(execution.numberOfRejectedRows, 0);
    assert.ok(execution.startTimestamp && execution.finishTimestamp && execution.remoteEngineId);
    const log = await wholeLog(client, execution.executionId);
    assert.deepEqual(
      log
        .filter((line) => line.logType !== 'SYSTEM')
        .map((line) => [line.logType, line.severity, line.logMessage])
        .toSorted(),
      [
        ['STDERR', 'ERROR', 'careful'],
        ['STDOUT', 'INFO', 'hello world'],
      ],
    );
    assert.equal(log[0]?.logType, 'SYSTEM');
    assert.match(log.at(-1)?.logMessage ?? '', /EXECUTION_SUCCESS/);
  });

  it('stores the component metrics of a run', async () => {
    const component = { connector_type: 'csv', connector_id: 'read', component_start_time_seconds: 1_795_241_629.5 };
    const script = `echo '${JSON.stringify({ component })}' >> "$MILLRACE_REPORT"`;
    const task = await publishTask(client, await shellBundle(script), { name: 'measured' });
    const { executionId } = await finished(client, await startRun(client, task));
    const { body } = await client.call('GET /monitoring/observability/executions/{executionId}/component', { path: { executionId } });
    assert.deepEqual(body.metrics.items, [{ ...component, connector_label: 'read', pid: executionId }]);
  });

  it('bundles.millrace.context: gives a run all its parameters in one file', async () => {
    const task = await publishTask(client, await shellBundle('cat "$MILLRACE_CONTEXT"'), {
      name: 'context',
      parameters: { who: 'world', 'dotted.name': 'only here' },
    });
    const log = await wholeLog(client, (await finished(client, await startRun(client, task))).executionId);
    const line = log.find((one) => one.logType === 'STDOUT')?.logMessage ?? '';
    const { resource_flow_temp_folder: folder, ...given } = JSON.parse(line) as Record<string, string>;
    assert.match(folder ?? '', /\/runs\//);
    assert.deepEqual(given, { who: 'world', 'dotted.name': 'only here' });
  });

  it('stores why a run failed', async () => {
    const task = await publishTask(client, await shellBundle('echo "no such table" >&2; exit 3'), { name: 'fails' });
    const execution = await finished(client, await startRun(client, task));
    assert.equal(execution.executionStatus, 'EXECUTION_FAILED');
    assert.match(execution.errorMessage ?? '', /3/);
    assert.match(execution.errorMessage ?? '', /no such table/);
  });

  it('ends a run whose command does not exist as not deployed, with a message', async () => {
    const task = await publishTask(client, await shellBundle('', { run: ['no-such-command-here'] }), { name: 'no command' });
    const execution = await finished(client, await startRun(client, task));
    assert.equal(execution.executionStatus, 'DEPLOY_FAILED');
    assert.equal(execution.status, 'deploy_failed');
    assert.match(execution.errorMessage ?? '', /no-such-command-here/);
  });

  it('stops a running task with its whole process tree', async () => {
    const script = `sh -c 'trap "" TERM; while :; do sleep 0.2; done' & echo "child $!"; trap 'exit 0' TERM; while :; do sleep 0.1; done`;
    const task = await publishTask(client, await shellBundle(script), { name: 'endless' });
    const id = await startRun(client, task);
    const child = await eventually('the task has printed the id of its child process', async () =>
      (await wholeLog(client, id)).map((line) => /child (\d+)/.exec(line.logMessage)?.[1]).find((found) => found !== undefined),
    );
    assert.ok(await isAlive(child));
    await client.call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
    const execution = await finished(client, id);
    assert.equal(execution.executionStatus, 'EXECUTION_TERMINATED');
    assert.ok(!(await isAlive(child)), 'a child of the task still runs');
    await client.call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
    assert.deepEqual(await readRun(client, id), execution, 'a finished execution changed');
  });

  it('removes all run folders', async () => {
    await eventually('the folders of the runs are gone', async () =>
      (await readdir(join(install.home, 'engine', 'runs'))).length === 0 ? true : undefined,
    );
  });
});
