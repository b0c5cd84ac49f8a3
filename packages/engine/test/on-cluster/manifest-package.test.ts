// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kubectl, processOfCluster } from './cluster-support.ts';
import { ControlPlaneProcess, until } from './control-plane-process.ts';
import { ENGINE_NAMESPACE, hasNamespace, InstalledEngine, podsOf } from './installed-engine.ts';
import { COUNTED, LONG_NAME, testPackageTasks } from './package-tasks.ts';

let plane: ControlPlaneProcess;
let engine: InstalledEngine;
before(async () => {
  plane = await ControlPlaneProcess.start(18_201);
  engine = InstalledEngine.create(plane, LONG_NAME);
});
after(() => plane?.end());

test('kubectl installs the engine and its environment from the manifest', async () => {
  const file = await engine.package('manifest');
  kubectl('apply', '--filename', file('custom-resource-definitions.yaml'));
  kubectl('wait', '--for=condition=Established', 'customresourcedefinition/engineenvironments.millrace.dev', '--timeout=60s');
  kubectl('apply', '--filename', file('resources.yaml'));
  await engine.awaitState('CONNECTED');
  plane.cli('dynamic-engine', 'assign', engine.id, engine.environment.id);
  const again = await engine.package('manifest');
  // Applying a package twice changes nothing that runs.
  for (const name of ['custom-resource-definitions.yaml', 'resources.yaml', `${engine.environment.id}.yaml`])
    kubectl('apply', '--filename', again(name));
  await engine.awaitEnvironmentState('READY');
  assert.equal((await engine.reported()).deploymentType, 'kubectl');
  assert.equal(kubectl('get', 'engineenvironments', '--all-namespaces', '--no-headers').trim().split('\n').length, 1);
});

testPackageTasks(() => ({ plane, engine }), 18_211);

test('a task runs on while the API of the cluster does not answer, which the engine reports as its fault', async () => {
  const execution = plane.startTask('counting');
  await plane.awaitLines(execution);
  const pid = processOfCluster('kube-apiserver');
  process.kill(pid, 'SIGSTOP');
  try {
    await engine.awaitState('ERROR');
    assert.equal(await engine.environmentState(), 'NOT_READY');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await engine.awaitState('CONNECTED');
  await engine.awaitEnvironmentState('READY');
  const ended = await plane.ended(execution);
  assert.equal(ended.executionStatus, 'EXECUTION_SUCCESS', ended.errorMessage);
  assert.deepEqual(plane.lines(execution), COUNTED);
});

test('a pod of the agent that cannot start is an error of the environment, with its reason', async () => {
  const { namespace } = engine.environment;
  kubectl('set', 'image', 'deployment/engine-agent', 'engine-agent=10.250.0.1:5000/none:1', '--namespace', namespace);
  const status = await until('the error', async () => {
    const reported = await engine.reported();
    return reported.status === 'IN_ERROR' && Object.keys(reported.services?.[0]?.podsErrors ?? {}).length > 0 && reported;
  });
  assert.match(Object.values(status.services?.[0]?.podsErrors ?? {}).join(), /ErrImagePull|ImagePullBackOff/);
  assert.ok(status.failureEvents?.some(({ message }) => message?.includes('10.250.0.1:5000/none:1')));
  assert.equal(await engine.environmentState(), 'NOT_READY');
  kubectl('rollout', 'undo', 'deployment/engine-agent', '--namespace', namespace);
  await engine.awaitEnvironmentState('READY');
});

test('an operator that lacks a right reports the refusal, and works again when it has the right', async () => {
  const { namespace } = engine.environment;
  kubectl('delete', 'role', 'engine-operator', '--namespace', namespace);
  const status = await until('the error', async () => {
    const reported = await engine.reported();
    return reported.status === 'IN_ERROR' && reported;
  });
  assert.match(JSON.stringify(status.services), /is forbidden/);
  assert.equal(await engine.state(), 'CONNECTED');
  const file = await engine.package('manifest');
  kubectl('apply', '--filename', file(`${engine.environment.id}.yaml`));
  await engine.awaitEnvironmentState('READY');
});

test('an environment that was unassigned while the operator did not run is removed when it runs again', async () => {
  kubectl('scale', 'deployment/engine-operator', '--replicas=0', '--namespace', ENGINE_NAMESPACE);
  await engine.awaitState('DISCONNECTED');
  plane.cli('dynamic-engine', 'unassign', engine.environment.id);
  assert.equal(await engine.environmentState(), 'NOT_ASSIGNED');
  assert.ok(hasNamespace(engine.environment.namespace));
  assert.equal(podsOf(ENGINE_NAMESPACE, 'engine-operator').length, 0);
  kubectl('scale', 'deployment/engine-operator', '--replicas=1', '--namespace', ENGINE_NAMESPACE);
  await until('the removal', () => !hasNamespace(engine.environment.namespace));
  await engine.awaitState('CONNECTED');
});

test('the packages enforce the restricted pod security standard', () => {
  const labels = kubectl('get', 'namespace', ENGINE_NAMESPACE, '--output', 'jsonpath={.metadata.labels}');
  assert.match(labels, /"pod-security.kubernetes.io\/enforce":"restricted"/);
});
