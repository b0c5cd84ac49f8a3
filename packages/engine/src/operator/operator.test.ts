import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSION } from '../control-plane/protocol.ts';
import { AGENT_SECRETS, OPERATOR, OPERATOR_SECRETS } from '@millrace/wire/cluster-names';
import { operate, OWN } from '../../test/operate.ts';

const statusOf = (report: { environments: { linkId: string; status: string }[] }, linkId: string): string | undefined =>
  report.environments.find((one) => one.linkId === linkId)?.status;

test('reports its own service, and how it was installed', async (t) => {
  const { plane, cluster } = await operate(t);
  const report = await plane.reported(() => true, 'a report');
  assert.deepEqual(report, {
    version: ENGINE_VERSION,
    revision: 1,
    deploymentType: 'helm',
    infra: {
      status: 'RUNNING',
      services: [
        {
          name: OPERATOR,
          status: 'RUNNING',
          chartVersion: '0.1.0',
          creationDate: '2026-11-23T10:00:00Z',
          lastUpdateDate: '2026-11-23T10:01:00Z',
          appsVersion: { 'millrace-engine': '0.1.0' },
          podsErrors: {},
          resourcesErrors: {},
          jobStatus: 'SUCCEEDED',
        },
      ],
      failureEvents: [],
    },
    environments: [],
  });
  cluster.objects.delete(`/apis/apps/v1/namespaces/${OWN}/deployments/${OPERATOR}`);
  const { infra } = await plane.next(({ infra: { status } }) => status === 'NOT_FOUND', 'the missing Deployment');
  assert.deepEqual(Object.keys(infra.services?.[0]?.resourcesErrors ?? {}), [OPERATOR]);
});

test('an environment runs when its package is installed; its agent gets a key, which is removed when it was used', async (t) => {
  const { plane, cluster } = await operate(t);
  const environment = plane.environment();
  plane.want({ environments: [{ ...environment, agent: { ...environment.agent, pairingKey: 'first key' } }] });
  await plane.reported((report) => statusOf(report, environment.linkId) === 'NOT_DEPLOYED', 'the missing package');
  cluster.install({ engine: plane.engine, link: environment.linkId, environment: environment.environmentId, namespace: 'anywhere' });
  await plane.reported((report) => statusOf(report, environment.linkId) === 'RUNNING', 'the environment');
  assert.deepEqual(cluster.secret('anywhere', AGENT_SECRETS.pairing), { key: 'first key' });

  plane.want({ environments: [{ ...environment, agent: { ...environment.agent, pairingKey: 'second key' } }] });
  await plane.until(() => cluster.secret('anywhere', AGENT_SECRETS.pairing)?.['key'] === 'second key', 'the other key');
  plane.want({ environments: [environment] });
  await plane.until(() => cluster.secret('anywhere', AGENT_SECRETS.pairing) === undefined, 'the removal of the key');
});

test('an agent that has lost its credential needs another key, and one that runs does not', async (t) => {
  const { plane, cluster } = await operate(t);
  const environment = plane.environment();
  await plane.agree({ environments: [environment] });
  cluster.install({
    engine: plane.engine,
    link: environment.linkId,
    environment: environment.environmentId,
    namespace: environment.namespace,
  });
  const running = await plane.reported((report) => statusOf(report, environment.linkId) === 'RUNNING', 'the environment');
  assert.equal(running.environments[0]?.needsPairingKey, undefined);
  cluster.deploy(environment.namespace, 'engine-agent', { status: { observedGeneration: 1, conditions: [] } });
  await plane.next((report) => report.environments[0]?.needsPairingKey === true, 'a report that a key is needed');
  cluster.putSecret(environment.namespace, AGENT_SECRETS.credential, { 'credential.json': '{}' });
  await plane.next((report) => report.environments[0]?.needsPairingKey === undefined, 'a report that no key is needed');
});

test('an environment that is not assigned any more is removed with its namespace, also if the operator did not run when the assignment ended', async (t) => {
  const others = {
    engine: crypto.randomUUID(),
    link: crypto.randomUUID(),
    environment: crypto.randomUUID(),
    namespace: 'of-another-engine',
  };
  const { plane, cluster } = await operate(t, (ofPlane, ofCluster) => {
    ofCluster.install({ engine: ofPlane.engine, link: crypto.randomUUID(), environment: crypto.randomUUID(), namespace: 'left' });
    ofCluster.install(others);
  });
  await plane.until(() => cluster.changes.includes('DELETE /api/v1/namespaces/left'), 'the removal of the namespace that was left');

  const environment = plane.environment();
  await plane.agree({ environments: [environment] });
  cluster.install({ engine: plane.engine, link: environment.linkId, environment: environment.environmentId, namespace: 'chosen' });
  await plane.reported((report) => statusOf(report, environment.linkId) === 'RUNNING', 'the environment');
  plane.want({ environments: [{ ...environment, removing: true }] });
  const stopping = await plane.next((report) => statusOf(report, environment.linkId) === 'STOPPING', 'the removal');
  assert.equal(stopping.environments[0]?.jobDeleteStatus, 'RUNNING');
  // The resource is gone before the pods have ended.
  cluster.objects.delete('/apis/millrace.dev/v1/namespaces/chosen/engineenvironments/environment');
  await plane.next((report) => statusOf(report, environment.linkId) === 'STOPPING', 'the namespace that is still there');
  cluster.endNamespace('chosen');
  const gone = await plane.next((report) => statusOf(report, environment.linkId) === 'NOT_DEPLOYED', 'the end of the removal');
  assert.equal(gone.environments[0]?.jobDeleteStatus, 'SUCCEEDED');
  assert.ok(cluster.objects.has('/api/v1/namespaces/of-another-engine'));
  assert.ok(!cluster.changes.some((change) => change.includes('of-another-engine')));
  assert.equal(cluster.changes.filter((change) => change === 'DELETE /api/v1/namespaces/chosen').length, 1);
});

test('in a namespace that the package did not create, only its programs are removed', async (t) => {
  const { plane, cluster } = await operate(t);
  const environment = plane.environment();
  cluster.install({
    engine: plane.engine,
    link: environment.linkId,
    environment: environment.environmentId,
    namespace: 'data',
    creates: false,
  });
  cluster.put('/apis/batch/v1/namespaces/data/jobs/millrace-1');
  plane.want({ environments: [{ ...environment, removing: true }] });
  await plane.reported((report) => report.environments[0]?.jobDeleteStatus === 'SUCCEEDED', 'the removal');
  assert.deepEqual(
    [...cluster.objects.keys()].filter((path) => path.includes('/data')),
    ['/api/v1/namespaces/data'],
  );
});

test('a removal that the cluster refuses is reported, and tried again', async (t) => {
  const { plane, cluster } = await operate(t);
  const environment = plane.environment();
  cluster.install({ engine: plane.engine, link: environment.linkId, environment: environment.environmentId, namespace: 'kept' });
  const message = 'User "system:serviceaccount:millrace-engine:engine-operator" cannot delete resource "namespaces"';
  cluster.refusals.set('DELETE /api/v1/namespaces/kept', { status: 403, reason: 'Forbidden', message });
  plane.want({ environments: [{ ...environment, removing: true }] });
  const failed = await plane.reported((report) => report.environments[0]?.jobDeleteStatus === 'FAILED', 'the refusal');
  assert.match(failed.environments[0]?.failureEvents?.[0]?.message ?? '', /cannot be removed from the namespace kept: .*cannot delete/);
  cluster.refusals.clear();
  await plane.next((report) => statusOf(report, environment.linkId) === 'STOPPING', 'the removal');
});

test('a namespace that was deleted by hand, and one without rights, are not reported as a fault of the engine', async (t) => {
  const { plane, cluster } = await operate(t);
  const [gone, closed, well] = [plane.environment(), plane.environment(), plane.environment()];
  await plane.agree({ environments: [gone, closed, well] });
  for (const { linkId, environmentId, namespace } of [gone, closed, well])
    cluster.install({ engine: plane.engine, link: linkId, environment: environmentId, namespace });
  await plane.reported((report) => statusOf(report, gone.linkId) === 'RUNNING', 'the environments');
  cluster.endNamespace(gone.namespace);
  cluster.refusals.set(`GET /api/v1/namespaces/${closed.namespace}/pods`, {
    status: 403,
    reason: 'Forbidden',
    message: 'cannot list pods',
  });
  const report = await plane.next(
    (now) => statusOf(now, gone.linkId) === 'NOT_DEPLOYED' && statusOf(now, closed.linkId) === 'IN_ERROR',
    'both',
  );
  assert.equal(report.fault, undefined);
  assert.equal(statusOf(report, well.linkId), 'RUNNING');
  const { services } = report.environments.find(({ linkId }) => linkId === closed.linkId) ?? {};
  assert.deepEqual(services?.[0]?.resourcesErrors, { 'engine-agent': 'cannot list pods' });
});

test('a cluster that cannot be reached is a fault of the engine, and its last known state is still reported', async (t) => {
  const { plane, cluster, logged } = await operate(t);
  const environment = plane.environment();
  await plane.agree({ environments: [environment] });
  cluster.install({
    engine: plane.engine,
    link: environment.linkId,
    environment: environment.environmentId,
    namespace: environment.namespace,
  });
  await plane.reported((report) => statusOf(report, environment.linkId) === 'RUNNING', 'the environment');
  await cluster.stopListening();
  const faulty = await plane.next(({ fault }) => fault !== undefined, 'the fault');
  assert.match(faulty.fault ?? '', /^The API of the cluster cannot be reached: /);
  assert.equal(statusOf(faulty, environment.linkId), 'RUNNING');
  await plane.until(() => plane.reports.filter(({ fault }) => fault !== undefined).length > 3, 'more reports of the fault');
  // A connection that was cut and one that is refused are two reasons.
  const lines = logged.filter((line) => line.includes('The cluster cannot be used'));
  assert.deepEqual(lines, [...new Set(lines)], 'each reason is logged once');
  await cluster.listen();
  await plane.next(({ fault }) => fault === undefined, 'the end of the fault');
  cluster.refusals.set('GET /apis/millrace.dev', {
    status: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
  });
  const missing = await plane.next(({ fault }) => fault !== undefined, 'the missing definition');
  assert.match(missing.fault ?? '', /^The cluster refuses the operator: the server could not find/);
});

test('a pairing key that cannot be looked for is logged once, and again if that fails after a success', async (t) => {
  let [answer, calls]: [() => boolean, number] = [() => false, 0];
  const fail = (): boolean => {
    throw new Error('no right to read Secrets');
  };
  const { plane, logged } = await operate(t, undefined, async () => {
    calls += 1;
    return answer();
  });
  const run = async (now: () => boolean): Promise<void> => {
    answer = now;
    const before = calls;
    await plane.until(() => calls > before + 3, 'several rounds');
  };
  const lines = (): string[] => logged.filter((line) => line.includes('no right to read Secrets'));
  await run(fail);
  assert.equal(lines().length, 1, 'each report is accepted, and the failure lasts');
  assert.match(lines()[0] ?? '', /cannot look for a new pairing key/);
  await run(() => false);
  await run(fail);
  assert.equal(lines().length, 2);
});

test('nothing is reported before the cluster was read once', async (t) => {
  const { plane, cluster, connections } = await operate(t, (_plane, ofCluster) => {
    ofCluster.refusals.set('GET /apis/millrace.dev', undefined);
  });
  await plane.until(() => cluster.calls.filter((call) => call.startsWith('GET /apis/millrace.dev')).length > 3, 'several rounds');
  assert.deepEqual([plane.reports.length, connections], [0, []]);
  cluster.refusals.clear();
  await plane.reported(() => true, 'a report');
  // The operator receives the answer to a report after the control plane has it.
  await plane.until(() => connections.includes(true), 'the connection');
});

test('a control plane that does not answer does not end the operator, but a refused credential does', async (t) => {
  const { plane, end, connections } = await operate(t);
  await plane.reported(() => true, 'a report');
  await plane.stopListening();
  await plane.until(() => connections.at(-1) === false, 'the loss of the connection');
  await plane.listen();
  await plane.next(() => true, 'a report');
  plane.credential = 'of another operator';
  plane.want({});
  assert.equal(await end, 'refused');
  assert.equal(connections.at(-1), false);
});

test('a deleted engine is removed with its environments, then the operator removes itself', async (t) => {
  const { plane, cluster, end } = await operate(t);
  cluster.install({ engine: plane.engine, link: crypto.randomUUID(), environment: crypto.randomUUID(), namespace: 'late' });
  cluster.putSecret(OWN, OPERATOR_SECRETS.credential, { 'credential.json': '{}' });
  plane.want({ removing: true });
  const stopping = await plane.reported(({ infra }) => infra.jobDeleteStatus === 'RUNNING', 'the removal');
  assert.equal(stopping.infra.status, 'STOPPING');
  cluster.endNamespace('late');
  await plane.reported(({ infra }) => infra.status === 'NOT_DEPLOYED' && infra.jobDeleteStatus === 'SUCCEEDED', 'the last report');
  assert.equal(await end, 'removed');
  assert.equal(cluster.secret(OWN, OPERATOR_SECRETS.credential), undefined);
  assert.ok(cluster.changes.includes(`DELETE /api/v1/namespaces/${OWN}`));
});

test('an operator that may not remove itself says so, and ends', async (t) => {
  const { plane, cluster, end, logged } = await operate(t);
  cluster.refusals.set('DELETE /api/v1/namespaces/millrace-engine', { status: 403, reason: 'Forbidden', message: 'cannot delete' });
  plane.want({ removing: true });
  assert.equal(await end, 'removed');
  assert.ok(logged.some((line) => line.includes('cannot remove itself: uninstall its package') && line.includes('cannot delete')));
});
