// run: waiting, in test:all because it starts the program of the engine
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { AGENT_SECRETS, OPERATOR_SECRETS } from '@millrace/wire/cluster-names';
import { temporaryFolder } from '../../test/engine.ts';
import { freePort } from '../../test/free-port.ts';
import { ObjectCluster } from '../../test/object-cluster.ts';
import { OperatorPlane } from '../../test/operator-plane.ts';
import { openControlPlane, startProgram } from '../../test/program.ts';

test('the agent pairs by the Secret that the operator writes, keeps its credential in another one, and forgets one that is refused', async (t) => {
  const [plane, cluster, folder] = await Promise.all([openControlPlane(t), ObjectCluster.open(t), temporaryFolder()]);
  const environment = {
    MILLRACE_URL: plane.url,
    MILLRACE_ENGINE_FOLDER: folder,
    MILLRACE_KUBERNETES_API: cluster.url,
    MILLRACE_KUBERNETES_NAMESPACE: 'environment',
    MILLRACE_KUBERNETES_IMAGE: 'task:1',
    MILLRACE_KUBERNETES_CONTENT_PORT: String(await freePort()),
    ENGINE_AGENT_SERVICE_HOST: '127.0.0.1',
    ENGINE_AGENT_SERVICE_PORT: '8484',
  };
  const agent = startProgram(t, ['agent'], { environment });
  await plane.until(() => agent.output().includes('waits for a key'), 'the wait for the key');
  cluster.putSecret('environment', AGENT_SECRETS.pairing, { key: plane.pairingKey });
  const execution = plane.add(undefined);
  await plane.ended(execution);
  const stored = cluster.secret('environment', AGENT_SECRETS.credential)?.['credential.json'] ?? '';
  assert.equal((JSON.parse(stored) as { credential: string }).credential, plane.credential);
  agent.child.kill('SIGTERM');
  assert.equal(await agent.ended, 0, agent.output());

  const next = startProgram(t, ['agent'], { environment: { ...environment, MILLRACE_KUBERNETES_CONTENT_PORT: String(await freePort()) } });
  await plane.ended(plane.add(undefined));
  plane.refuseAll = 401;
  assert.equal(await next.ended, 3, next.output());
  assert.equal(cluster.secret('environment', AGENT_SECRETS.credential), undefined, 'the operator can see that it needs a key');
  assert.ok(!(agent.output() + next.output()).includes(plane.credential));
  assert.deepEqual(plane.faults, []);
});

test('the operator pairs, reports while it is connected, and waits for another key when its credential is refused', async (t) => {
  const [plane, cluster, folder] = await Promise.all([OperatorPlane.open(t), ObjectCluster.open(t), temporaryFolder()]);
  cluster.installOperator('own', plane.engine, 'first key');
  plane.keys.add('first key');
  const ready = join(folder, 'work', 'ready');
  const environment = {
    MILLRACE_URL: plane.url,
    MILLRACE_KUBERNETES_API: cluster.url,
    MILLRACE_KUBERNETES_NAMESPACE: 'own',
    MILLRACE_READY_FILE: ready,
  };
  const operator = startProgram(t, ['operator'], { environment });
  await plane.reported(() => true, 'a report');
  await plane.until(() => existsSync(ready), 'the file of the probe');

  plane.credential = 'of another operator';
  await plane.until(() => operator.output().includes('generate the package again'), 'the refusal');
  await plane.until(() => !existsSync(ready), 'the removal of the file');
  await plane.until(() => cluster.secret('own', OPERATOR_SECRETS.credential) === undefined, 'the removal of the credential');
  plane.keys.add('second key');
  cluster.putSecret('own', OPERATOR_SECRETS.pairing, { key: 'second key' });
  await plane.next(() => true, 'a report of the operator that is paired again');

  plane.keys.add('third key');
  cluster.putSecret('own', OPERATOR_SECRETS.pairing, { key: 'third key' });
  await plane.until(() => plane.credential === 'mry_3', 'the pairing by the key of a new package');
  await plane.next(() => true, 'a report with the new credential');
  operator.child.kill('SIGTERM');
  assert.equal(await operator.ended, 0, operator.output());
  assert.ok(!existsSync(ready));
  assert.doesNotMatch(operator.output(), /mry_|first key|second key/);
  assert.deepEqual(plane.faults, []);
});

test('ask-state reads the state with the credential of the operator', async (t) => {
  const [plane, folder] = await Promise.all([OperatorPlane.open(t), temporaryFolder()]);
  plane.credential = 'mry_test';
  const readyEnvironment = plane.environment({ status: 'READY' });
  plane.want({ environments: [readyEnvironment] });
  const environment = { MILLRACE_URL: plane.url, MILLRACE_ENGINE_FOLDER: folder, MILLRACE_ASK_MILLISECONDS: '1' };
  const askState = async (more: NodeJS.ProcessEnv = {}): Promise<[number | null, string]> => {
    const program = startProgram(t, ['ask-state'], { environment: { ...environment, ...more } });
    return [await program.ended, program.output()];
  };
  const [unpaired, refusal] = await askState();
  assert.equal(unpaired, 1);
  assert.match(refusal, /the operator is not paired yet/);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'credential.json'), JSON.stringify({ url: plane.url, credential: 'mry_test' }));
  assert.equal((await askState())[0], 0);
  assert.equal((await askState({ MILLRACE_ENVIRONMENT: readyEnvironment.environmentId }))[0], 0);
  const [code, output] = await askState({ MILLRACE_ENVIRONMENT: crypto.randomUUID() });
  assert.equal(code, 1);
  assert.match(output, /the environment is NOT_ASSIGNED/);
  plane.want({ state: 'ERROR' });
  assert.match((await askState())[1], /the engine is ERROR/);
});

test('the errors of programs of a cluster name the missing setting', async (t) => {
  for (const [words, environment, reason] of [
    [['operator'], {}, /does not run in a Kubernetes cluster/],
    [['operator'], { KUBERNETES_SERVICE_HOST: '10.96.0.1' }, /MILLRACE_KUBERNETES_NAMESPACE is not set/],
    [['operator'], { MILLRACE_KUBERNETES_API: 'http://127.0.0.1:1', MILLRACE_KUBERNETES_NAMESPACE: 'x' }, /MILLRACE_URL is \\"\\"/],
    [
      ['agent'],
      { MILLRACE_KUBERNETES_API: 'http://127.0.0.1:1', MILLRACE_KUBERNETES_NAMESPACE: 'x' },
      /MILLRACE_KUBERNETES_IMAGE is not set/,
    ],
    [['ask-state', 'more'], {}, /takes no argument/],
  ] as const) {
    const failed = startProgram(t, [...words], { environment });
    assert.equal(await failed.ended, 2, failed.output());
    assert.match(failed.output(), reason);
  }
});
