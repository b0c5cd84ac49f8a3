import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../program/usage-error.ts';
import { kubernetesSettings } from './kubernetes-settings.ts';

const MINIMAL = {
  KUBERNETES_SERVICE_HOST: '10.96.0.1',
  KUBERNETES_SERVICE_PORT: '443',
  MILLRACE_KUBERNETES_NAMESPACE: 'tasks',
  MILLRACE_KUBERNETES_IMAGE: 'millrace-task:1',
  MILLRACE_KUBERNETES_POD_IP: '10.244.0.7',
};

test('the minimal settings of an engine in a cluster', () => {
  assert.deepEqual(kubernetesSettings(MINIMAL, '/account'), {
    cluster: { url: 'https://10.96.0.1:443', tokenFile: '/account/token', authorityFile: '/account/ca.crt' },
    namespace: 'tasks',
    shape: { image: 'millrace-task:1' },
    contentUrl: 'http://10.244.0.7:8484',
    contentPort: 8484,
    bounds: { schedule: 900_000, image: 300_000, start: 300_000 },
    warm: { pods: 10, idleMilliseconds: 900_000 },
  });
});

test('addresses, bounds and the shape of pods are settings', () => {
  const settings = kubernetesSettings({
    ...MINIMAL,
    MILLRACE_KUBERNETES_API: 'https://10.250.0.1:6443',
    MILLRACE_KUBERNETES_TOKEN_FILE: '/run/token',
    MILLRACE_KUBERNETES_CONTENT_URL: 'http://agent.tasks:9000/',
    MILLRACE_KUBERNETES_CONTENT_PORT: '9000',
    MILLRACE_KUBERNETES_JAVA_IMAGE: 'millrace-task-java:1',
    MILLRACE_KUBERNETES_TASK_POD: '{"cpu":"1","tolerations":[{"key":"dedicated"}],"nodeSelector":{"disk":"ssd"},"warm":2}',
    MILLRACE_KUBERNETES_WARM_PODS: '40',
    MILLRACE_KUBERNETES_WARM_IDLE_SECONDS: '60',
    MILLRACE_KUBERNETES_PULL_SECONDS: '60',
  });
  assert.deepEqual(settings.cluster, { url: 'https://10.250.0.1:6443', tokenFile: '/run/token' });
  assert.equal(settings.contentUrl, 'http://agent.tasks:9000');
  assert.deepEqual(settings.shape, {
    image: 'millrace-task:1',
    javaImage: 'millrace-task-java:1',
    cpu: '1',
    tolerations: [{ key: 'dedicated' }],
    nodeSelector: { disk: 'ssd' },
    warm: 2,
  });
  assert.deepEqual(settings.warm, { pods: 40, idleMilliseconds: 60_000 });
  assert.equal(settings.bounds.image, 60_000);
  const ipv6 = kubernetesSettings({ ...MINIMAL, KUBERNETES_SERVICE_HOST: 'fd00::1', MILLRACE_KUBERNETES_POD_IP: 'fd00::7' });
  assert.deepEqual([ipv6.cluster.url, ipv6.contentUrl], ['https://[fd00::1]:443', 'http://[fd00::7]:8484']);
});

test('the error names a setting that is missing or malformed', () => {
  const faults: [Record<string, string>, RegExp][] = [
    [{ MILLRACE_KUBERNETES_IMAGE: '' }, /^MILLRACE_KUBERNETES_IMAGE is not set/],
    [{ MILLRACE_KUBERNETES_POD_IP: '' }, /^MILLRACE_KUBERNETES_CONTENT_URL is not set/],
    [{ MILLRACE_KUBERNETES_NAMESPACE: '' }, /^MILLRACE_KUBERNETES_NAMESPACE is not set/],
    [{ KUBERNETES_SERVICE_HOST: '' }, /does not run in a Kubernetes cluster: set MILLRACE_KUBERNETES_API/],
    [{ MILLRACE_KUBERNETES_START_SECONDS: '0' }, /^MILLRACE_KUBERNETES_START_SECONDS is "0": set it to a whole number from 1/],
    [{ MILLRACE_KUBERNETES_TASK_POD: '{' }, /TASK_POD is not JSON/],
    [{ MILLRACE_KUBERNETES_TASK_POD: '[]' }, /TASK_POD must be a JSON object/],
    [{ MILLRACE_KUBERNETES_TASK_POD: '{"hostNetwork":true}' }, /has the field "hostNetwork": it may have cpu, memory/],
    [{ MILLRACE_KUBERNETES_TASK_POD: '{"cpu":1}' }, /wrong value of "cpu": it must be a text/],
    [{ MILLRACE_KUBERNETES_TASK_POD: '{"nodeSelector":{"disk":1}}' }, /wrong value of "nodeSelector": it must be an object of texts/],
    [{ MILLRACE_KUBERNETES_TASK_POD: '{"warm":-1}' }, /wrong value of "warm": it must be a whole number from 0 to 1000/],
    [{ MILLRACE_KUBERNETES_WARM_PODS: '0' }, /^MILLRACE_KUBERNETES_WARM_PODS is "0": set it to a whole number from 1/],
  ];
  for (const [more, message] of faults) {
    assert.throws(
      () => kubernetesSettings({ ...MINIMAL, ...more }, '/nowhere'),
      (error) => error instanceof UsageError && message.test(error.message),
      JSON.stringify(more),
    );
  }
});
