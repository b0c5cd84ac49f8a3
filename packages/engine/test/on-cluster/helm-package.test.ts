// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { killProcessesOf, kubectl } from './cluster-support.ts';
import { ControlPlaneProcess, until } from './control-plane-process.ts';
import { chart, ENGINE_NAMESPACE, hasNamespace, helm, InstalledEngine, podsOf } from './installed-engine.ts';
import { COUNTED, testPackageTasks } from './package-tasks.ts';

let plane: ControlPlaneProcess;
let engine: InstalledEngine;
before(async () => {
  plane = await ControlPlaneProcess.start(18_200);
  engine = InstalledEngine.create(plane, 'Helm');
});
after(() => plane?.end());

test('helm installs the engine, which connects by the key of its package', async () => {
  assert.equal(await engine.state(), 'CREATING');
  const file = await engine.package('helm');
  helm('install', 'engine', chart('millrace-engine'), '--values', file(`${engine.id}-values.yaml`), '--wait', '--timeout', '3m');
  await engine.awaitState('CONNECTED');
  assert.match(helm('test', 'engine'), /Phase:\s+Succeeded/);
  const status = plane.cli('dynamic-engine', 'status', engine.id);
  assert.match(status, /^RUNNING/);
  assert.match(status, /engine-operator {2}RUNNING {2}0\.1\.0/);
  const secret = kubectl('get', 'secret', 'engine-operator-credential', '--namespace', ENGINE_NAMESPACE, '--output', 'name');
  assert.match(secret, /engine-operator-credential/);
});

test('the key of a package connects one cluster', async () => {
  const file = await engine.package('helm', '--new-key');
  const values = ['--values', file(`${engine.id}-values.yaml`), '--set', 'namespace.name=second-cluster'];
  // A second operator pairs by the new key. The first one then gets the same key, which is used.
  helm('install', 'second', chart('millrace-engine'), ...values);
  const log = (): string => kubectl('logs', 'deployment/engine-operator', '--namespace', 'second-cluster');
  await until('the second operator', () => log().includes('is paired'));
  helm('upgrade', 'engine', chart('millrace-engine'), '--values', file(`${engine.id}-values.yaml`));
  const first = (): string => kubectl('logs', 'deployment/engine-operator', '--namespace', ENGINE_NAMESPACE);
  await until(
    'the refusal of the used key',
    () => first().includes('refuses the pairing key') || first().includes('rejects the credential'),
  );
  helm('uninstall', 'second');
  const again = await engine.package('helm', '--new-key');
  helm('upgrade', 'engine', chart('millrace-engine'), '--values', again(`${engine.id}-values.yaml`), '--wait');
  await until('the pairing by the new key', () => first().split('is paired').length > 2);
  await engine.awaitState('CONNECTED');
});

test('an assigned environment is ready when its package is installed', async () => {
  plane.cli('dynamic-engine', 'assign', engine.id, engine.environment.id);
  assert.equal(await engine.environmentState(), 'SET_UP_REQUIRED');
  const file = await engine.package('helm');
  const values = file(`${engine.environment.id}-values.yaml`);
  helm('install', 'environment', chart('millrace-engine-environment'), '--values', values, '--wait', '--timeout', '3m');
  await engine.awaitEnvironmentState('READY');
  assert.match(helm('test', 'environment'), /Phase:\s+Succeeded/);
  const { services = [], deploymentType } = await engine.reported();
  assert.deepEqual(
    [deploymentType, services[0]?.name, services[0]?.status, services[0]?.jobStatus],
    ['helm', 'engine-agent', 'RUNNING', 'SUCCEEDED'],
  );
  await until(
    'the removal of the used key',
    () => !kubectl('get', 'secrets', '--namespace', engine.environment.namespace).includes('pairing'),
  );
});

testPackageTasks(() => ({ plane, engine }), 18_210);

test('an agent and an operator whose programs are killed start again in their pods, and a task loses no line', async () => {
  const { namespace } = engine.environment;
  const deployments = [
    { namespace, program: 'engine-agent' },
    { namespace: ENGINE_NAMESPACE, program: 'engine-operator' },
  ];
  const read = (deployment: (typeof deployments)[number], field: string): string => {
    const selector = `app.kubernetes.io/name=${deployment.program}`;
    return kubectl('get', 'pods', '--namespace', deployment.namespace, '--selector', selector, '--output', `jsonpath={.items[*].${field}}`);
  };
  const restarts = (deployment: (typeof deployments)[number]): number =>
    Number(read(deployment, 'status.containerStatuses[0].restartCount'));
  const execution = plane.startTask('counting');
  await plane.awaitLines(execution);
  for (const deployment of deployments) {
    const [uid, before] = [read(deployment, 'metadata.uid'), restarts(deployment)];
    killProcessesOf(uid);
    await until(`the next program of ${deployment.program}`, () => restarts(deployment) > before);
    assert.equal(read(deployment, 'metadata.uid'), uid);
  }
  const ended = await plane.ended(execution);
  assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
  assert.deepEqual(plane.lines(execution), COUNTED);
  await engine.awaitState('CONNECTED');
  await engine.awaitEnvironmentState('READY');
});

test('helm upgrade and helm rollback replace the agent while a task runs, which loses no line', async () => {
  const file = await engine.package('helm');
  const values = ['--values', file(`${engine.environment.id}-values.yaml`)];
  const execution = plane.startTask('counting');
  await plane.awaitLines(execution);
  const [before = ''] = podsOf(engine.environment.namespace, 'engine-agent');
  helm(
    'upgrade',
    'environment',
    chart('millrace-engine-environment'),
    ...values,
    '--set',
    'capacity=5,engine.version=0.1.0-next',
    '--wait',
  );
  const [upgraded = ''] = podsOf(engine.environment.namespace, 'engine-agent');
  assert.notEqual(upgraded, before);
  await until('the version', async () => (await engine.reported()).services?.[0]?.chartVersion === '0.1.0-next');
  helm('rollback', 'environment', '--wait');
  assert.notEqual(podsOf(engine.environment.namespace, 'engine-agent')[0], upgraded);
  const ended = await plane.ended(execution);
  assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
  assert.deepEqual(plane.lines(execution), COUNTED);
  await engine.awaitEnvironmentState('READY');
});

test('a namespace that was deleted by hand ends its tasks with a reason, and is installed again', async () => {
  const execution = plane.startTask('endless');
  await plane.awaitLines(execution);
  kubectl('delete', 'namespace', engine.environment.namespace);
  const lost = await plane.ended(execution);
  assert.equal(lost.executionStatus, 'EXECUTION_FAILED', lost.errorMessage);
  assert.match(lost.errorType ?? '', /^(?:POD_DELETED|ENGINE_LOST)$/);
  await engine.awaitEnvironmentState('NOT_READY');
  await until('the report', async () => (await engine.reported()).status === 'NOT_DEPLOYED');
  const file = await engine.package('helm');
  const values = ['--values', file(`${engine.environment.id}-values.yaml`)];
  helm('uninstall', 'environment');
  helm('install', 'environment', chart('millrace-engine-environment'), ...values, '--wait', '--timeout', '3m');
  await engine.awaitEnvironmentState('READY');
  const ended = await plane.ended(plane.startTask('hello'));
  assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
});

test('an unassigned environment is removed from the cluster', async () => {
  plane.cli('dynamic-engine', 'unassign', engine.environment.id);
  await engine.awaitEnvironmentState('NOT_ASSIGNED');
  assert.ok(!hasNamespace(engine.environment.namespace));
});

test('a deleted engine is removed from the cluster', async () => {
  plane.cli('dynamic-engine', 'delete', engine.id, '--yes');
  await until('the removal', () => !hasNamespace(ENGINE_NAMESPACE));
  await until('the end of the engine', async () => {
    const { body } = await plane.client.call('GET /processing/runtimes/dynamic-engines');
    return !body.some(({ id }) => id === engine.id);
  });
  helm('uninstall', 'engine');
  helm('uninstall', 'environment');
});
