/** The charts of dynamic engines must install the objects of the manifests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { chartFolder, KUBERNETES, renderChart, runHelm, whyNoHelm, type HelmRun } from './charts.ts';
import {
  definitionObjects,
  engineObjects,
  environmentObjects,
} from '../../packages/server/src/features/processing/dynamic-engines/packages/objects.ts';
import type { KubernetesObject } from '../../packages/server/src/features/processing/dynamic-engines/packages/kubernetes.ts';
import { LATEST } from '../../packages/server/src/features/processing/dynamic-engines/packages/releases.ts';
import { engineValues, environmentValues } from '../../packages/server/src/features/processing/dynamic-engines/packages/values.ts';
import { renderCharts } from '../chart-templates.ts';
import { readText } from '../../scripts/house/source-files.ts';

const skip = whyNoHelm ?? false;
const CHARTS = ['millrace-engine', 'millrace-engine-environment'] as const;
type Chart = (typeof CHARTS)[number];

/** A name with characters that have a special meaning in YAML, JSON and Helm templates. */
const NAME = `: "quoted" 'single' \\ {{ .Values.engine.id }} %s #日本 🚀\n\tend`;
const environment = {
  linkId: crypto.randomUUID(),
  id: crypto.randomUUID(),
  name: NAME,
  logStrategy: 'DYNAMIC_ENGINE',
  metricsStrategy: 'CONTROL_PLANE',
} as const;
const facts = {
  id: crypto.randomUUID(),
  name: NAME,
  version: LATEST,
  url: 'https://millrace.example.com:8443/base',
  pairingKey: 'a'.repeat(64),
  environments: [environment],
};

const ENGINES = {
  'as generated': engineValues(facts),
  'without a key, in an existing namespace': {
    ...engineValues({ ...facts, pairingKey: undefined }),
    namespace: { create: false, name: 'data' },
  },
  'with images of its own': {
    ...engineValues(facts),
    image: { registry: 'registry.example.com:5000/team', repository: 'engine', tag: 'v7', pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'first' }, { name: 'second' }],
    resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
  },
};
const generated = environmentValues(facts, environment);
const ENVIRONMENTS = {
  'as generated': generated,
  'in an existing namespace': { ...generated, namespace: { create: false, name: 'data' }, operator: { namespace: 'elsewhere' } },
  'with other pods': {
    ...generated,
    imagePullSecrets: [{ name: 'first' }],
    capacity: 1000,
    quota: { ...generated.quota, pods: '7', 'limits.memory': '64Gi' },
    tasks: {
      image: 'registry.example.com:5000/node@sha256:0123',
      javaImage: 'java:21',
      pod: {
        ...generated.tasks.pod,
        disk: '2Gi',
        nodeSelector: { 'example.com/kind': 'a<b>&"c"', another: 'true' },
        tolerations: [{ key: 'dedicated', operator: 'Exists', tolerationSeconds: 30, effect: 'NoExecute' }],
        imagePullSecrets: ['first'],
        warm: 3,
      },
      warm: { most: 40, idleSeconds: 60 },
    },
  },
};

/** Helm's answer to a chart with values. */
const helm = (word: 'lint' | 'template', chart: Chart, values: object): HelmRun =>
  runHelm([word, ...(word === 'lint' ? ['--strict'] : ['test']), chartFolder(chart), '--kube-version', KUBERNETES], values);

const rendered = (chart: Chart, values: object): KubernetesObject[] =>
  renderChart(chart, values, { words: ['--skip-tests', '--include-crds'] });

const nameOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
const byName = (objects: readonly KubernetesObject[]): unknown =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(objects.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)).map((one) => [nameOf(one), one])),
    ),
  );

test('the chart of the engine installs the objects of its manifest', { skip }, () => {
  for (const [variant, values] of Object.entries(ENGINES))
    assert.deepEqual(byName(rendered('millrace-engine', values)), byName([...definitionObjects, ...engineObjects(values)]), variant);
});

test('the chart of an environment installs the objects of its manifest', { skip }, () => {
  for (const [variant, values] of Object.entries(ENVIRONMENTS))
    assert.deepEqual(byName(rendered('millrace-engine-environment', values)), byName(environmentObjects(values)), variant);
});

test('helm lint finds no error in the charts', { skip }, () => {
  for (const [chart, all] of [
    ['millrace-engine', ENGINES],
    ['millrace-engine-environment', ENVIRONMENTS],
  ] as const)
    for (const values of Object.values(all)) {
      const { ok, output, errors } = helm('lint', chart, values);
      assert.ok(ok, output + errors);
      assert.doesNotMatch(output + errors, /\[(WARNING|ERROR)\]/);
    }
});

test('helm refuses values that a package cannot have', { skip }, () => {
  const [engine, of] = [ENGINES['as generated'], ENVIRONMENTS['as generated']];
  const wrong: [Chart, object, RegExp][] = [
    ['millrace-engine', {}, /engine|controlPlane/],
    ['millrace-engine', { ...engine, unknown: true }, /unknown/],
    ['millrace-engine', { ...engine, pairingKey: 'short' }, /pairingKey/],
    ['millrace-engine', { ...engine, engine: { ...engine.engine, id: 'x' } }, /engine/],
    ['millrace-engine', { ...engine, controlPlane: { url: 'millrace.example.com' } }, /url/],
    ['millrace-engine', { ...engine, image: { ...engine.image, tag: 'a"b' } }, /tag/],
    ['millrace-engine', { ...engine, namespace: { create: true, name: 'Data' } }, /name/],
    ['millrace-engine-environment', {}, /environment|controlPlane/],
    ['millrace-engine-environment', { ...of, capacity: 0 }, /capacity/],
    ['millrace-engine-environment', { ...of, environment: { ...of.environment, logStrategy: 'NOWHERE' } }, /logStrategy/],
    ['millrace-engine-environment', { ...of, tasks: { ...of.tasks, pod: { hostNetwork: true } } }, /hostNetwork/],
    ['millrace-engine-environment', { ...of, tasks: { ...of.tasks, warm: { most: 0, idleSeconds: 60 } } }, /most/],
    ['millrace-engine-environment', { ...of, quota: { pods: 'many' } }, /pods/],
  ];
  for (const [chart, values, reason] of wrong) {
    const { ok, errors } = helm('template', chart, values);
    assert.ok(!ok, JSON.stringify(values));
    assert.match(errors, reason);
  }
});

test('the templates are up to date, and no mark of a value is left in them', () => {
  for (const [path, text] of Object.entries(renderCharts())) {
    assert.equal(readText(path), text, `${path}: run npm run generate`);
    assert.doesNotMatch(text, /VALUE_\d/);
  }
});

test('the versions and the defaults of the charts are those of the packages', () => {
  for (const chart of CHARTS) {
    const { version, appVersion } = parse(readText(`deploy/charts/${chart}/Chart.yaml`)) as { version: string; appVersion: string };
    assert.deepEqual([version, appVersion], [LATEST, LATEST], chart);
  }
  const { engine, controlPlane: _url, pairingKey: _key, ...shared } = engineValues(facts);
  const expected = { ...shared, engine: { version: engine.version }, pairingKey: '' };
  assert.deepEqual(parse(readText('deploy/charts/millrace-engine/values.yaml')), expected);
  const { environment: _one, controlPlane: _own, namespace, engine: ofEngine, ...rest } = generated;
  assert.deepEqual(parse(readText('deploy/charts/millrace-engine-environment/values.yaml')), {
    ...rest,
    engine: { version: ofEngine.version },
    namespace: { create: namespace.create },
  });
});
