/** Tests of tasks in an environment that was installed from a package: the same for the package of Helm and the manifest. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeBundle, shellBundle } from '../zips.ts';
import { kubectl } from './cluster-support.ts';
import { type ControlPlaneProcess, repository, until } from './control-plane-process.ts';
import { ENGINE_NAMESPACE, type InstalledEngine, podsOf } from './installed-engine.ts';

/** Prints a line each tenth of a second for half a minute. */
export const COUNTING = 'for i in $(seq 1 300); do echo "line $i"; sleep 0.1; done';
/** The lines of `COUNTING`. */
export const COUNTED = Array.from({ length: 300 }, (_one, index) => `line ${index + 1}`);
/** Runs until it is stopped. */
export const ENDLESS = 'trap "echo cleaned; exit 1" TERM; while :; do echo on; sleep 0.2; done';
/** Names may have 255 characters of any script. */
export const LONG_NAME = `${'引擎 🚂'.repeat(63)}äöü`;

/** Adds the tests; `setup` is called when they run. Pods reach a database at `port`. The tests leave the tasks `hello`, `endless` and `counting`. */
export function testPackageTasks(setup: () => { plane: ControlPlaneProcess; engine: InstalledEngine }, port: number): void {
  const run = async (name: string) => {
    const { plane } = setup();
    const execution = plane.startTask(name);
    return { execution, ended: await plane.ended(execution) };
  };
  const example = (name: string): Buffer => readFileSync(join(repository, 'examples', name, 'build', `${name}.zip`));

  test('tasks run as pods, which the lines of their log name', async () => {
    const { plane, engine } = setup();
    await plane.addTask('Pods', 'hello', await shellBundle('echo "hello from $(id -u)"; sleep 5'));
    const execution = plane.startTask('hello');
    const selector = `millrace.io/execution-id=${execution}`;
    const pod = await until('its pod', () => {
      const { namespace } = engine.environment;
      const names = kubectl(
        'get',
        'pods',
        '--namespace',
        namespace,
        '--selector',
        selector,
        '--output',
        'jsonpath={.items[*].metadata.name}',
      );
      return names !== '' && names;
    });
    const ended = await plane.ended(execution);
    assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
    const entries = plane.entries(execution);
    assert.deepEqual(
      entries.flatMap(({ logType, logMessage, podName }) => (logType === 'STDOUT' ? [[logMessage, podName]] : [])),
      [['hello from 1000', pod]],
    );
    assert.ok(entries.every(({ logType, podName }) => logType !== 'SYSTEM' || podName === undefined));
  });

  test('load-airports runs as a pod', async (t) => {
    const { plane } = setup();
    const database = await plane.openDatabase(port);
    t.after(database.close);
    await plane.addTask('Pods', 'load-airports', example('load-airports'), { database_url: database.url });
    const { ended } = await run('load-airports');
    assert.deepEqual([ended.executionStatus, ended.numberOfProcessedRows], ['EXECUTION_SUCCESS', 3376], ended.errorMessage);
  });

  test('the job archive of the examples runs as a pod with Java', async () => {
    const { plane } = setup();
    await plane.addTask('Pods', 'check-airports', example('job-archive'));
    const { execution, ended } = await run('check-airports');
    assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', `${ended.errorMessage}\n${plane.lines(execution).join('\n')}`);
    assert.deepEqual([ended.numberOfProcessedRows, ended.numberOfRejectedRows], [3376, 0]);
  });

  test('the run configuration for dynamic engines gives a task the pod of its run profile', async () => {
    const { plane, engine } = setup();
    const { client } = plane;
    await plane.addTask('Pods', LONG_NAME, await shellBundle('echo large'));
    const { body: found } = await client.call('GET /orchestration/executables/tasks', { query: { name: LONG_NAME } });
    const profile = { name: LONG_NAME, type: 'JOB_SERVER', processorType: 'DYNAMIC_ENGINE' } as const;
    const { body: created } = await client.call('POST /processing/run-profiles', {
      body: { ...profile, jvmArguments: [], scopeId: engine.environment.id, pod: { memory: '300Mi' } },
    });
    await client.call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
      path: { taskId: found.items[0]?.executable ?? '' },
      body: { trigger: { type: 'MANUAL' }, logLevel: 'INFO', runProfileId: created.id },
    });
    const { execution, ended } = await run(LONG_NAME);
    assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
    assert.deepEqual(plane.lines(execution), ['large']);
    assert.ok(plane.entries(execution).some(({ logMessage }) => logMessage === 'Limits: 300 MiB of memory for the pod'));
  });

  test('a running task is stopped', async () => {
    const { plane } = setup();
    await plane.addTask('Pods', 'endless', await shellBundle(ENDLESS));
    const execution = plane.startTask('endless');
    await plane.awaitLines(execution);
    plane.cli('execution', 'stop', execution);
    assert.equal((await plane.ended(execution)).executionStatus, 'EXECUTION_TERMINATED');
    assert.equal(plane.lines(execution).at(-1), 'cleaned');
  });

  test('a task that needs more memory than its pod has fails as out of memory', async () => {
    const { plane } = setup();
    const greedy = 'const all = []; for (;;) { all.push(Buffer.alloc(16 * 2 ** 20, 1)); await new Promise((go) => setTimeout(go, 5)); }';
    await plane.addTask('Pods', 'greedy', await nodeBundle(greedy));
    const { ended } = await run('greedy');
    assert.deepEqual([ended.executionStatus, ended.errorType], ['EXECUTION_FAILED', 'OUT_OF_MEMORY'], ended.errorMessage);
  });

  test('a killed agent, a killed operator and a killed control plane lose no line, and nothing runs twice', async () => {
    const { plane, engine } = setup();
    const { namespace } = engine.environment;
    await plane.addTask('Pods', 'counting', await shellBundle(COUNTING));
    const execution = plane.startTask('counting');
    await plane.awaitLines(execution);
    kubectl('delete', '--namespace', namespace, '--grace-period=0', '--force', ...podsOf(namespace, 'engine-agent'));
    kubectl('delete', '--namespace', ENGINE_NAMESPACE, '--grace-period=0', '--force', ...podsOf(ENGINE_NAMESPACE, 'engine-operator'));
    await plane.end('SIGKILL');
    await plane.run();
    const ended = await plane.ended(execution);
    assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
    assert.deepEqual(plane.lines(execution), COUNTED);
    assert.equal(new Set(plane.entries(execution).flatMap(({ podName }) => podName ?? [])).size, 1);
    await engine.awaitState('CONNECTED');
    await engine.awaitEnvironmentState('READY');
  });
}
