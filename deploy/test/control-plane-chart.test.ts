// run: own process, in test:all because it starts helm
/** The chart of the control plane is rendered by helm; the objects must follow its values. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../../packages/server/src/settings/config.ts';
import { SETTINGS } from '../../packages/server/src/settings/settings.ts';
import { readText } from '../../scripts/house/source-files.ts';
import { chartFolder, podFaults, podOf, renderChart, runHelm, whyNoHelm, type KubernetesObject } from './charts.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const DATABASE = 'postgres://millrace:swordfish@db.example.com/millrace';
const SECRETS = { database: 'swordfish', key: KEY, store: 'sesame/open' };
/** Values for which all secrets are in existing Secrets. */
const NAMED = {
  database: { existingSecret: 'mill-db' },
  key: { existingSecret: 'mill-key' },
  content: { bucket: 's3://data/mill?region=eu-central-1', existingSecret: 'mill-bucket' },
};
/** Values that contain all secrets. */
const GIVEN = {
  database: { url: DATABASE },
  key: { value: KEY },
  content: { bucket: 's3://data/mill', accessKeyId: 'AKIA', secretAccessKey: SECRETS.store },
};
const render = (values: object = {}, base: object = NAMED): KubernetesObject[] => renderChart('millrace', { ...base, ...values });
const nameOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;
const find = (objects: readonly KubernetesObject[], name: string): KubernetesObject =>
  objects.find((object) => nameOf(object) === name) ?? assert.fail(`no ${name} among ${objects.map(nameOf).join(', ')}`);

/** Returns the environment of the container of an object, with the values from the Secrets. */
function environmentOf(object: KubernetesObject, secrets: Record<string, Record<string, string>>): Record<string, string> {
  const [container] = podOf(object).containers;
  return Object.fromEntries(
    container.env.map(
      ({ name, value, valueFrom }: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }) => {
        const { secretKeyRef: from } = valueFrom ?? {};
        return [
          name,
          from === undefined ? value : (secrets[from.name]?.[from.key] ?? assert.fail(`${name} refers to ${from.name}/${from.key}`)),
        ];
      },
    ),
  );
}

const decoded = (objects: readonly KubernetesObject[]): Record<string, Record<string, string>> =>
  Object.fromEntries(
    objects
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata, data = {} }) => [
        metadata.name,
        Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()])),
      ]),
  );

describe('the chart millrace', { skip: whyNoHelm }, () => {
  test('renders these objects, and no secret, when the Secrets exist', () => {
    assert.deepEqual(render().map(nameOf).toSorted(), [
      'Deployment mill-millrace-api',
      'Deployment mill-millrace-worker',
      'Job mill-millrace-migrate',
      'Pod mill-millrace-test',
      'PodDisruptionBudget mill-millrace-api',
      'PodDisruptionBudget mill-millrace-worker',
      'Service mill-millrace',
      'ServiceAccount mill-millrace',
    ]);
  });

  test('servers and migrations read the settings that the values select', () => {
    for (const [base, secrets] of [
      [
        NAMED,
        { 'mill-db': { url: DATABASE }, 'mill-key': { key: KEY }, 'mill-bucket': { accessKeyId: 'AKIA', secretAccessKey: SECRETS.store } },
      ],
      [GIVEN, decoded(render({}, GIVEN))],
    ] as const) {
      const objects = render({ settings: { MILLRACE_HISTORY_DAYS: 90 } }, base);
      for (const role of ['api', 'worker']) {
        const config = readConfig(environmentOf(find(objects, `Deployment mill-millrace-${role}`), secrets));
        assert.deepEqual(config.roles, { api: role === 'api', worker: role === 'worker' });
        assert.deepEqual(
          [config.databaseUrl, config.key, config.s3?.secretAccessKey, config.s3?.bucket],
          [DATABASE, KEY, SECRETS.store, 'data'],
        );
        assert.deepEqual([config.host, config.port, config.watch], ['0.0.0.0', 8600, { host: '0.0.0.0', port: 8601 }]);
        assert.deepEqual([config.log.output, config.writesAdministratorFiles, config.engine.enabled], ['stdout', false, false]);
        assert.deepEqual([config.limits.historyDays, config.publicUrl], [90, 'http://mill-millrace.data.svc:8600']);
      }
      const migration = find(objects, 'Job mill-millrace-migrate');
      const config = readConfig(environmentOf(migration, secrets));
      assert.deepEqual([config.databaseUrl, config.key, config.limits.historyDays], [DATABASE, KEY, 90]);
      assert.deepEqual(podOf(migration).containers[0].args, ['migrate']);
    }
  });

  test('a bucket that a role of the cloud opens needs no access key', () => {
    const objects = render({ content: { bucket: 's3://data', role: true } }, { ...NAMED, content: {} });
    const { s3 } = readConfig(
      environmentOf(find(objects, 'Deployment mill-millrace-api'), { 'mill-db': { url: DATABASE }, 'mill-key': { key: KEY } }),
    );
    assert.deepEqual([s3?.bucket, s3?.accessKeyId], ['data', undefined]);
  });

  test('every setting that the chart sets exists', () => {
    const objects = render({ content: { existingClaim: 'shared' }, key: { ...NAMED.key, existingSecretOldKeysKey: 'old' } });
    const named = [...render(), ...objects].flatMap((one) => podOf(one)?.containers[0].env ?? []).map(({ name }: { name: string }) => name);
    assert.ok(named.includes('MILLRACE_OLD_KEYS') && named.includes('MILLRACE_BLOB_FOLDER') && named.includes('MILLRACE_BLOB_STORE'));
    const known = new Set<string>(Object.keys(SETTINGS));
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
  });

  test('secrets of the values are only in Secrets; the migrations have their own Secret', () => {
    const objects = render({ key: { ...GIVEN.key, oldKeys: 'former' } }, GIVEN);
    const open = JSON.stringify(objects.filter(({ kind }) => kind !== 'Secret'));
    for (const secret of Object.values(SECRETS))
      for (const text of [secret, Buffer.from(secret).toString('base64').slice(0, -4)]) assert.ok(!open.includes(text), secret);
    const [own, hook] = ['mill-millrace', 'mill-millrace-migrate'].map((name) => find(objects, `Secret ${name}`));
    assert.deepEqual(own?.data, hook?.data);
    assert.deepEqual(Object.keys(own?.data ?? {}).toSorted(), ['access-key-id', 'database-url', 'key', 'old-keys', 'secret-access-key']);
    assert.equal(own?.metadata.annotations, undefined);
    assert.equal(hook?.metadata.annotations['helm.sh/hook-delete-policy'], 'before-hook-creation,hook-succeeded');
    assert.ok(Number(hook?.metadata.annotations['helm.sh/hook-weight']) < 0, 'before the Job');
    const checksums = (all: KubernetesObject[]) => podTemplates(all).map(({ metadata }) => metadata.annotations['checksum/secret']);
    assert.notDeepEqual(checksums(objects), checksums(render({}, GIVEN)), 'a changed secret starts new pods');
  });

  test('pods meet the restricted pod security standard, with a read-only root and without a token', () => {
    for (const values of [{}, { runAsUser: null }, { content: { existingClaim: 'shared' } }]) {
      const objects = render(values);
      assert.deepEqual(objects.flatMap(podFaults), []);
      assert.equal(objects.filter((object) => podOf(object) !== undefined).length, 4);
    }
    const { securityContext } = podOf(find(render({ runAsUser: null }), 'Deployment mill-millrace-api'));
    assert.deepEqual([securityContext.runAsUser, securityContext.fsGroup, securityContext.runAsNonRoot], [undefined, undefined, true]);
    assert.equal(find(render(), 'ServiceAccount mill-millrace').kind, 'ServiceAccount');
  });

  test('a Service called millrace sets no variable of a server', () => {
    const objects = renderChart('millrace', NAMED, { release: 'millrace' });
    assert.ok(
      objects.some((object) => nameOf(object) === 'Service millrace'),
      'Kubernetes would set MILLRACE_PORT=tcp://…',
    );
    for (const { kind, metadata } of objects.filter((object) => podOf(object)?.enableServiceLinks !== false && podOf(object) !== undefined))
      assert.equal(`${kind} ${metadata.name}`, 'Pod millrace-test');
  });

  test('selectors match the intended pods', () => {
    const objects = render({ metrics: { serviceMonitor: { enabled: true } }, networkPolicy: { enabled: true } });
    const pods = [
      ...podTemplates(objects),
      find(objects, 'Pod mill-millrace-test'),
      find(objects, 'Job mill-millrace-migrate').spec.template,
    ];
    const rolesMatchedBy = (selector: Record<string, string>): string[] =>
      pods
        .filter(({ metadata }) => Object.entries(selector).every(([key, value]) => metadata.labels[key] === value))
        .map(({ metadata }) => metadata.labels['app.kubernetes.io/component'])
        .toSorted();
    for (const role of ['api', 'worker']) {
      assert.deepEqual(rolesMatchedBy(find(objects, `Deployment mill-millrace-${role}`).spec.selector.matchLabels), [role]);
      assert.deepEqual(rolesMatchedBy(find(objects, `PodDisruptionBudget mill-millrace-${role}`).spec.selector.matchLabels), [role]);
      for (const { labelSelector } of podOf(find(objects, `Deployment mill-millrace-${role}`)).topologySpreadConstraints)
        assert.deepEqual(rolesMatchedBy(labelSelector.matchLabels), [role]);
    }
    assert.deepEqual(rolesMatchedBy(find(objects, 'Service mill-millrace').spec.selector), ['api']);
    assert.deepEqual(rolesMatchedBy(find(objects, 'NetworkPolicy mill-millrace').spec.podSelector.matchLabels), [
      'api',
      'migrations',
      'test',
      'worker',
    ]);
    const monitored = find(objects, 'ServiceMonitor mill-millrace').spec.selector.matchLabels;
    const { labels } = find(objects, 'Service mill-millrace-metrics').metadata;
    assert.ok(Object.entries(monitored).every(([key, value]) => labels[key] === value));
  });

  test('a rolling update removes a pod only after its replacement is ready, and lets calls end', () => {
    const objects = render();
    for (const role of ['api', 'worker']) {
      const { spec } = find(objects, `Deployment mill-millrace-${role}`);
      const [server] = spec.template.spec.containers;
      assert.deepEqual([spec.replicas, spec.strategy.rollingUpdate], [2, { maxUnavailable: 0, maxSurge: 1 }]);
      assert.deepEqual([server.startupProbe.httpGet.path, server.livenessProbe.httpGet.path], ['/healthz', '/healthz']);
      assert.deepEqual(server.readinessProbe.httpGet, { path: '/readyz', port: role === 'api' ? 'http' : 'metrics' });
      assert.deepEqual(server.lifecycle?.preStop.exec.command, role === 'api' ? ['sleep', '5'] : undefined);
      // 5 s for preStop, 2 s for kept connections, 10 s for open calls, and 15 s for the rest of the shutdown.
      assert.ok(spec.template.spec.terminationGracePeriodSeconds >= 5 + 2 + 10 + 15);
    }
  });

  test('optional objects exist when the values request them', () => {
    const single = { replicas: 1 };
    const objects = render({
      api: single,
      worker: single,
      ingress: { enabled: true, className: 'nginx', host: 'mill.example.com', tlsSecret: 'mill-tls', annotations: { a: 'b' } },
      metrics: { annotations: true, serviceMonitor: { enabled: true, interval: '10s', labels: { release: 'prometheus' } } },
      networkPolicy: { enabled: true, apiFrom: [{ podSelector: {} }], egress: [{ ports: [{ port: 5432 }] }] },
      serviceAccount: { create: false, name: 'mine' },
      image: { repository: 'registry.example.com/millrace', digest: `sha256:${'a'.repeat(64)}` },
      imagePullSecrets: [{ name: 'registry' }],
      extraEnv: [{ name: 'MILLRACE_SMTP_URL', valueFrom: { secretKeyRef: { name: 'mail', key: 'url' } } }],
      migrations: { enabled: false },
    });
    assert.deepEqual(objects.map(nameOf).toSorted(), [
      'Deployment mill-millrace-api',
      'Deployment mill-millrace-worker',
      'Ingress mill-millrace',
      'NetworkPolicy mill-millrace',
      'Pod mill-millrace-test',
      'Service mill-millrace',
      'Service mill-millrace-metrics',
      'ServiceMonitor mill-millrace',
    ]);
    const { spec: rules } = find(objects, 'Ingress mill-millrace');
    assert.deepEqual(rules.tls, [{ hosts: ['mill.example.com'], secretName: 'mill-tls' }]);
    assert.deepEqual(rules.rules[0].http.paths[0].backend, { service: { name: 'mill-millrace', port: { name: 'http' } } });
    const { spec: policy } = find(objects, 'NetworkPolicy mill-millrace');
    assert.deepEqual([policy.policyTypes, policy.ingress[0].from], [['Ingress', 'Egress'], [{ podSelector: {} }]]);
    assert.deepEqual([policy.ingress[1].from, policy.egress], [undefined, [{ ports: [{ port: 5432 }] }]]);
    const { metadata, spec: pod } = find(objects, 'Deployment mill-millrace-api').spec.template;
    assert.equal(metadata.annotations['prometheus.io/port'], '8601');
    assert.deepEqual([pod.serviceAccountName, pod.imagePullSecrets], ['mine', [{ name: 'registry' }]]);
    assert.equal(pod.containers[0].image, `registry.example.com/millrace@sha256:${'a'.repeat(64)}`);
    const variables = pod.containers[0].env as { name: string; value?: string }[];
    assert.equal(variables.find(({ name }) => name === 'MILLRACE_PUBLIC_URL')?.value, 'https://mill.example.com');
    assert.ok(variables.some(({ name, value }) => name === 'MILLRACE_SMTP_URL' && value === undefined));
  });

  test('invalid combinations of values are refused, with a message that says what to do', () => {
    const refused: [object, RegExp][] = [
      [{ database: {} }, /Set database\.existingSecret or database\.url/],
      [{ database: { existingSecret: 'a', url: DATABASE } }, /Set only one of database\./],
      [{ key: {} }, /Set key\.existingSecret or key\.value/],
      [{ key: { existingSecret: 'a', value: KEY } }, /Set only one of key\./],
      [{ content: {} }, /Set content\.bucket, or content\.existingClaim/],
      [{ content: { bucket: 's3://data' } }, /the access key of the bucket/],
      [{ content: { bucket: 's3://data', existingSecret: 'a', role: true } }, /Set content\.role, or the access key/],
      [{ content: { bucket: 's3://data', existingSecret: 'a', existingClaim: 'b' } }, /Set only one of content\.bucket and/],
      [{ ingress: { enabled: true } }, /Set ingress\.host/],
      [{ replicas: 2 }, /replicas/],
      [{ api: { replica: 3 } }, /replica/],
      [{ key: { value: 'short' } }, /key/],
      [{ publicUrl: 'mill.example.com' }, /publicUrl/],
      [{ settings: { MILLRACE_KEY: KEY } }, /MILLRACE_KEY/],
      [{ settings: { MILLRACE_PORT: '80' } }, /MILLRACE_PORT/],
      [{ settings: { DATABASE_URL: DATABASE } }, /DATABASE_URL/],
      [{ runAsUser: 0 }, /runAsUser/],
    ];
    for (const [values, message] of refused) assert.throws(() => render(values), { message }, JSON.stringify(values));
  });

  test('helm lint finds nothing, with and without values', () => {
    for (const values of [{}, NAMED, GIVEN]) {
      const { ok, output } = runHelm(['lint', '--strict', chartFolder('millrace')], values);
      assert.ok(ok && !/\[(?:ERROR|WARNING)\]/.test(output), output);
    }
  });
});

test('the chart and the images have the version of the product', () => {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  const chart = readText('deploy/charts/millrace/Chart.yaml');
  assert.match(chart, new RegExp(`^version: ${version}$`, 'm'));
  assert.match(chart, new RegExp(`^appVersion: ${version}$`, 'm'));
  assert.match(readText('deploy/Containerfile.control-plane'), new RegExp(`^ARG VERSION=${version}$`, 'm'));
  for (const file of ['deploy/docker-compose.yaml', 'scripts/test-kubernetes.ts'])
    for (const [, tag] of readText(file).matchAll(/localhost\/millrace(?:-engine)?:([0-9.]+)/g)) assert.equal(tag, version, file);
});

const podTemplates = (objects: readonly KubernetesObject[]): KubernetesObject[] =>
  objects.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template);
