// run: waiting because it starts an engine
/** The command line, with an install: publish, create, run, follow, stop and explain. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createClient } from '@millrace/contract/client';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';

const { install, folder, millrace, tokenOf } = await startCommandLine({ engine: true });

/** Returns the shortest unique beginning of an id, with at least six characters. */
function shortest(id: string, others: readonly string[]): string {
  for (let length = 6; ; length += 1) {
    const beginning = id.slice(0, length);
    if (!others.some((other) => other.startsWith(beginning))) return beginning;
  }
}

describe('the command line', () => {
  it('finds the install of this machine and shows the account', async () => {
    const { code, out } = await millrace(['whoami', '--json']);
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).login, 'admin');
  });

  it('publishes an artifact, creates a task, runs it and follows its log to the outcome', async () => {
    const zip = join(folder, 'hello.zip');
    await writeFile(zip, await shellBundle('echo "hello $who"', { name: 'hello', parameters: [{ name: 'who' }], environment: ['who'] }));
    const published = await millrace(['artifact', 'publish', zip]);
    assert.equal(published.code, 0, published.err);
    // tries `millrace task create hello --artifact hello`, `millrace task run hello --follow`
    const created = await millrace(['task', 'create', 'hello', '--artifact', 'hello', '--parameter', 'who=world']);
    assert.equal(created.code, 0, created.err);
    const run = await millrace(['task', 'run', 'hello', '--follow']);
    assert.equal(run.code, 0, run.err);
    assert.match(run.out, /hello world/);
    assert.match(run.out + run.err, /✓ Succeeded/);
    const list = await millrace(['execution', 'list', '--json']);
    const [execution] = JSON.parse(list.out).items;
    assert.equal(execution.status, 'execution_successful');
    const log = await millrace(['execution', 'logs', execution.executionId]);
    assert.match(log.out, /hello world/);
    const shown = await millrace(['execution', 'show', execution.executionId]);
    assert.match(shown.out, /State +✓ Succeeded/);
    assert.match(shown.out, /Engine +Built-in engine \(/);
    // tries `millrace execution stop`
    const stopped = await millrace(['execution', 'stop', execution.executionId]);
    assert.equal(stopped.code, 0, stopped.err);
    assert.equal(stopped.out, `Execution ${execution.executionId} has already ended.\n`);
    const stoppedJson = await millrace(['execution', 'stop', execution.executionId, '--json']);
    assert.deepEqual(JSON.parse(stoppedJson.out), { executionId: execution.executionId });
    // tries `millrace explain`, `millrace explain <id>`
    const explained = await millrace(['explain', execution.executionId]);
    assert.match(explained.out, /Summary +The run succeeded on the engine “Built-in engine”\./, explained.err);
    assert.match(explained.out, /Engine +Built-in engine: available/);
    assert.match(explained.out, /Exit code +0\n/);
    assert.match(explained.out, /Finished +\S+ \S+ \S+ \(after \d+\.\d s\)/);
    assert.equal(JSON.parse((await millrace(['explain', execution.executionId, '--json'])).out).reasons[0].code, 'SUCCEEDED');
    // tries `millrace explain access 'POST /processing/executions' --user ada --id 01985b5e-7d5c-7000-8000-2d3c5a9f1b42`
    // with an operation and an id of the journey, about its caller
    const access = await millrace(['explain', 'access', `DELETE /processing/executions/${execution.executionId}`, '--from', '203.0.113.7']);
    assert.match(access.out, /Answer +allowed\n/, access.err);
    assert.match(access.out, /Right +passed: The account has the right EXECUTE on the task execution\./);
    const denied = await millrace(['explain', 'access', 'GET /orchestration/artifacts/{artifactId}', '--id', crypto.randomUUID()]);
    assert.match(denied.out, /Answer +denied\n/, denied.err);
    assert.match((await millrace(['explain', 'access', 'GET /nothing'])).err, /is no operation: send its method and path/);
    const tasks = await millrace(['task', 'list']);
    assert.match(tasks.out, /hello/, tasks.err);
    assert.match((await millrace(['artifact', 'list'])).out, /hello/);
    assert.match((await millrace(['engine', 'list'])).out, /Built-in engine/);
  });

  it('returns the outcome of a run as its exit code, and stops a running execution', async () => {
    const zip = join(folder, 'endless.zip');
    await writeFile(zip, await shellBundle('trap "exit 0" TERM; while :; do sleep 0.1; done', { name: 'endless' }));
    assert.equal((await millrace(['artifact', 'publish', zip])).code, 0);
    assert.equal((await millrace(['task', 'create', 'endless', '--artifact', 'endless'])).code, 0);
    const started = await millrace(['task', 'run', 'endless', '--json']);
    const { executionId } = JSON.parse(started.out);
    const stopped = await millrace(['execution', 'stop', executionId, '--wait']);
    assert.equal(stopped.code, 12, stopped.err);
    assert.match(stopped.out + stopped.err, /■ Stopped/);
  });

  it('accepts the unique beginning of an id, and refuses an ambiguous one', async () => {
    const list = async (kind: string) => JSON.parse((await millrace([kind, 'list', '--json'])).out).items;
    const [task, ...otherTasks] = await list('task');
    const [artifact] = await list('artifact');
    const short = shortest(
      task.executable,
      otherTasks.map((other: { executable: string }) => other.executable),
    );
    const run = await millrace(['task', 'run', short, '--json']);
    assert.equal(run.code, 0, run.err);
    const { executionId } = JSON.parse(run.out);
    const executions = (await list('execution')).map((execution: { executionId: string }) => execution.executionId);
    const shortExecution = shortest(
      executionId,
      executions.filter((id: string) => id !== executionId),
    );
    assert.match((await millrace(['execution', 'stop', shortExecution, '--wait'])).out, new RegExp(executionId));
    assert.match(
      (await millrace(['execution', 'show', shortExecution])).out,
      new RegExp(`Execution +${executionId}\\n[^]*\\nStopped by +Millrace Administrator\\n`),
    );
    assert.match((await millrace(['explain', shortExecution])).out, /Summary +The run was stopped by Millrace Administrator/);
    assert.equal((await millrace(['task', 'create', 'by-short-id', '--artifact', artifact.id.slice(0, -1)])).code, 0);
    const ambiguous = await millrace(['execution', 'show', executionId.slice(0, 6)]);
    assert.equal(ambiguous.code, 2);
    assert.match(ambiguous.err, /^millrace: The ids of \d+ executions begin with /);
  });

  it('warns of undeclared parameters, suggests the nearest name, and passes them on', async () => {
    const warning = 'Warning: the artifact declares no parameter "hwo"; it is passed on as a custom one. Did you mean "who"?\n';
    const created = await millrace(['task', 'create', 'mistyped', '--artifact', 'hello', '--parameter', 'hwo=x', '--parameter', 'who=y']);
    assert.deepEqual([created.code, created.err], [0, warning]);
    const run = await millrace(['task', 'run', 'mistyped', '--parameter', 'hwo=x', '--follow']);
    assert.deepEqual([run.code, run.err], [0, warning]);
    assert.deepEqual((await millrace(['task', 'run', 'mistyped', '--parameter', 'who=z'])).err, '');
  });

  it('explains a failure and suggests a command', async () => {
    const zip = join(folder, 'failing.zip');
    await writeFile(zip, await shellBundle('echo no disk >&2; exit 3', { name: 'failing' }));
    assert.equal((await millrace(['artifact', 'publish', zip])).code, 0);
    assert.equal((await millrace(['task', 'create', 'failing', '--artifact', 'failing'])).code, 0);
    // tries `millrace … --follow`
    const run = await millrace(['task', 'run', 'failing', '--follow']);
    assert.equal(run.code, 10, run.err);
    const id = /Started execution (\S+)\./.exec(run.out)?.[1] ?? '';
    assert.match((await millrace(['explain', id])).out, new RegExp(`Next +.*\\(millrace execution logs ${id}\\)`));
  });

  it('prints an error as one line and returns its exit code', async () => {
    const unknown = await millrace(['task', 'run', 'no-such-task']);
    assert.equal(unknown.code, 4);
    assert.match(unknown.err, /^millrace: .*no-such-task.*\n$/);
    const token = await millrace(['whoami'], { MILLRACE_URL: install.url, MILLRACE_TOKEN: 'mrp_wrong' });
    assert.equal(token.code, 3);
    assert.ok(!token.err.includes('mrp_wrong'), 'a token was printed');
    assert.equal((await millrace(['whoami'], { MILLRACE_URL: 'http://127.0.0.1:9', MILLRACE_TOKEN: 'mrp_x' })).code, 5);
    assert.equal((await millrace(['execution', 'list'], { MILLRACE_URL: 'http://127.0.0.1:9' })).code, 5);
    assert.equal((await millrace(['execution', 'list'], { MILLRACE_URL: install.url, MILLRACE_HOME: folder })).code, 3);
    assert.equal((await millrace(['no-such-command'])).code, 2);
  });

  it('lists the triggers of a deleted account and takes them over', async () => {
    // tries `millrace trigger list-ownerless`
    assert.match((await millrace(['trigger', 'list-ownerless'])).err, /Every trigger has an active account/);
    const create = [
      'service-account',
      'create',
      'nightly',
      '--permission',
      'SVC_OPERATOR',
      '--secret-file',
      join(folder, 'nightly.secret'),
    ];
    const { id } = JSON.parse((await millrace([...create, '--json'])).out);
    const task = JSON.parse((await millrace(['task', 'list', '--json'])).out).items[0];
    const client = await install.client();
    await client.call('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
      path: { workspaceId: task.workspace.id, serviceAccountId: id },
      body: ['EXECUTE'],
    });
    const token = await tokenOf(id, (await readFile(join(folder, 'nightly.secret'), 'utf8')).trim());
    await createClient({ baseUrl: install.url, token }).call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
      path: { taskId: task.executable },
      body: { trigger: { type: 'CRON', cronExpression: '0 6 1 1 ? *' }, runtime: { type: 'CLOUD' } },
    });
    assert.equal((await millrace(['service-account', 'delete', 'nightly', '--yes'])).code, 0);
    assert.match((await millrace(['trigger', 'list-ownerless'])).out, new RegExp(`${id} +deleted +run configuration +task +${task.name} `));
    // tries `millrace trigger take-over`
    assert.equal((await millrace(['trigger', 'take-over', 'unknown'])).code, 4);
    assert.match((await millrace(['trigger', 'take-over', id])).out, /Taken over: 1\./);
    assert.equal((await millrace(['trigger', 'take-over', id])).code, 4);
    assert.deepEqual(JSON.parse((await millrace(['trigger', 'take-over', '--json'])).out), { taken: 0, left: 0 });
  });
});
