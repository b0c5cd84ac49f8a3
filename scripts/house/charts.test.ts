// isolation: own process because it starts helm
/** The charts of dynamic engines must install the objects of the manifests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { definitionObjects, engineObjects } from '../../packages/server/src/features/processing/dynamic-engines/packages/engine-objects.ts';
import { environmentObjects } from '../../packages/server/src/features/processing/dynamic-engines/packages/environment-objects.ts';
import type { KubernetesObject } from '../../packages/server/src/features/processing/dynamic-engines/packages/object.ts';
import { LATEST } from '../../packages/server/src/features/processing/dynamic-engines/packages/releases.ts';
import { engineValues, environmentValues } from '../../packages/server/src/features/processing/dynamic-engines/packages/values.ts';
import { renderCharts } from './charts.ts';
import { readText, root } from './source-files.ts';

const HELM = process.env['MILLRACE_HELM'] || 'helm';
const skip = spawnSync(HELM, ['version']).status === 0 ? false : 'helm is not on the PATH, and MILLRACE_HELM does not name it';
const CHARTS = ['millrace-engine', 'millrace-engine-environment'] as const;
type Chart = (typeof CHARTS)[number];

const folder = mkdtempSync(join(tmpdir(), 'millrace-charts-'));
after(() => rmSync(folder, { recursive: true }));

/** A name with all that YAML, JSON and the templates of Helm could take for their own. */
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
  'without a key, in a namespace that is there': {
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
const made = environmentValues(facts, environment);
const ENVIRONMENTS = {
  'as generated': made,
  'in a namespace that is there': { ...made, namespace: { create: false, name: 'data' }, operator: { namespace: 'elsewhere' } },
  'with other pods': {
    ...made,
    imagePullSecrets: [{ name: 'first' }],
    capacity: 1000,
    quota: { ...made.quota, pods: '7', 'limits.memory': '64Gi' },
    tasks: {
      image: 'registry.example.com:5000/node@sha256:0123',
      javaImage: 'java:21',
      pod: {
        ...made.tasks.pod,
        disk: '2Gi',
        nodeSelector: { 'example.com/kind': 'a<b>&"c"', another: 'true' },
        tolerations: [{ key: 'dedicated', operator: 'Exists', tolerationSeconds: 30, effect: 'NoExecute' }],
        imagePullSecrets: ['first'],
      },
    },
  },
};

/** Without a cluster, helm takes an old version of Kubernetes for the present one. */
function helm(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(HELM, [...words, '--kube-version', '1.36.0'], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function fileOf(values: object): string {
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  writeFileSync(file, stringify(values));
  return file;
}

const chartFolder = (chart: Chart): string => join(root, 'deploy', 'charts', chart);

function rendered(chart: Chart, values: object): KubernetesObject[] {
  const words = ['template', 'test', chartFolder(chart), '--values', fileOf(values), '--skip-tests', '--include-crds'];
  const { status, output } = helm(...words);
  assert.equal(status, 0, output);
  return parseAllDocuments(output).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? []);
}

const nameOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
const byName = (objects: readonly KubernetesObject[]): unknown =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(objects.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)).map((one) => [nameOf(one), one])),
    ),
  );

test('the chart of the engine installs the objects of its manifest', { skip }, () => {
  for (const [which, values] of Object.entries(ENGINES))
    assert.deepEqual(byName(rendered('millrace-engine', values)), byName([...definitionObjects, ...engineObjects(values)]), which);
});

test('the chart of an environment installs the objects of its manifest', { skip }, () => {
  for (const [which, values] of Object.entries(ENVIRONMENTS))
    assert.deepEqual(byName(rendered('millrace-engine-environment', values)), byName(environmentObjects(values)), which);
});

test('helm finds no fault in the charts', { skip }, () => {
  for (const [chart, all] of [
    ['millrace-engine', ENGINES],
    ['millrace-engine-environment', ENVIRONMENTS],
  ] as const)
    for (const values of Object.values(all)) {
      const { status, output } = helm('lint', '--strict', chartFolder(chart), '--values', fileOf(values));
      assert.equal(status, 0, output);
      assert.doesNotMatch(output, /\[(WARNING|ERROR)\]/);
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
    ['millrace-engine-environment', { ...of, quota: { pods: 'many' } }, /pods/],
  ];
  for (const [chart, values, reason] of wrong) {
    const { status, output } = helm('template', 'test', chartFolder(chart), '--values', fileOf(values));
    assert.notEqual(status, 0, JSON.stringify(values));
    assert.match(output, reason);
  }
});

test('the templates are the generated ones, and a value occurs in each that the functions read', () => {
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
  const { environment: _one, controlPlane: _own, namespace, engine: ofEngine, ...rest } = made;
  assert.deepEqual(parse(readText('deploy/charts/millrace-engine-environment/values.yaml')), {
    ...rest,
    engine: { version: ofEngine.version },
    namespace: { create: namespace.create },
  });
});
