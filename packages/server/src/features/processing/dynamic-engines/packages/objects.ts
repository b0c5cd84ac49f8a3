/** The Kubernetes objects of a dynamic engine and of its environments. */
import {
  AGENT,
  CONTENT_PORT,
  ENGINE_ENVIRONMENT,
  OPERATOR,
  OPERATOR_SECRETS,
  OWNER_LABELS,
  READY_FILE,
  SECRET_FIELDS,
  TASK,
  TASK_MANAGER,
} from '@millrace/wire/cluster-names';
import {
  AGENT_RULES,
  deploymentSpec,
  type KubernetesObject,
  labelsOf,
  namespaceObject,
  OPERATOR_CLUSTER_RULES,
  OPERATOR_ENVIRONMENT_RULES,
  OPERATOR_RULES,
  outboundOnly,
  roleObjects,
  serviceAccountObject,
} from './kubernetes.ts';
import type { EngineValues, EnvironmentValues } from './values.ts';

const { group, kind, plural, version } = ENGINE_ENVIRONMENT;

/** The fields of the custom resource, all of them texts. */
const FIELDS = ['engineId', 'linkId', 'environmentId', 'name', 'logStrategy', 'metricsStrategy'];

/** The custom resource definitions, which are applied first. They are the same in each cluster: Helm accepts no values for them. */
export const definitionObjects: readonly KubernetesObject[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels: labelsOf(OPERATOR) },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          additionalPrinterColumns: [
            { name: 'Environment', type: 'string', jsonPath: '.spec.name' },
            { name: 'Engine', type: 'string', jsonPath: '.spec.engineId' },
          ],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: {
                spec: {
                  type: 'object',
                  required: ['engineId', 'linkId', 'environmentId'],
                  properties: Object.fromEntries(FIELDS.map((name) => [name, { type: 'string' }])),
                },
              },
            },
          },
        },
      ],
    },
  },
];

/** The objects of the engine, in the order in which they are applied. */
export function engineObjects(values: EngineValues): KubernetesObject[] {
  const { namespace, engine, controlPlane, pairingKey } = values;
  const labels = { ...labelsOf(OPERATOR, engine.version), [OWNER_LABELS.engine]: engine.id };
  const own = { namespace: namespace.name, labels };
  const account = { name: OPERATOR, namespace: namespace.name };
  const env = [
    { name: 'MILLRACE_URL', value: controlPlane.url },
    { name: 'MILLRACE_DYNAMIC_ENGINE', value: engine.id },
  ];
  const probe = { exec: { command: ['test', '-e', READY_FILE] } };
  return [
    ...(namespace.create ? [namespaceObject(namespace.name, labels)] : []),
    serviceAccountObject(OPERATOR, namespace.name, labels),
    ...(pairingKey === '' ? [] : [pairingSecret(own, pairingKey)]),
    // Its name contains that of the namespace, because a cluster may have several engines.
    ...roleObjects(`${namespace.name}-${OPERATOR}`, undefined, labels, OPERATOR_CLUSTER_RULES, account),
    ...roleObjects(OPERATOR, namespace.name, labels, OPERATOR_RULES, account),
    outboundOnly(OPERATOR, namespace.name, labels),
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: OPERATOR, ...own, annotations: { 'millrace.dev/engine-name': engine.name } },
      spec: deploymentSpec(OPERATOR, labels, values, { args: ['operator'], env, probe }),
    },
  ];
}

const pairingSecret = (own: { namespace: string; labels: Record<string, string> }, pairingKey: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: OPERATOR_SECRETS.pairing, ...own },
  type: 'Opaque',
  stringData: { [SECRET_FIELDS.key]: pairingKey },
});

/** The objects of an environment, in the order in which they are applied. */
export function environmentObjects(values: EnvironmentValues): KubernetesObject[] {
  const { namespace, operator, engine, environment, controlPlane, capacity, tasks, quota } = values;
  const labels = { ...labelsOf(AGENT, engine.version), [OWNER_LABELS.environment]: environment.id };
  const own = { namespace: namespace.name, labels };
  const { id: environmentId, linkId, name, logStrategy, metricsStrategy } = environment;
  const env = [
    { name: 'MILLRACE_URL', value: controlPlane.url },
    { name: 'MILLRACE_ENGINE_CAPACITY', value: String(capacity) },
    { name: 'MILLRACE_KUBERNETES_POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    { name: 'MILLRACE_KUBERNETES_IMAGE', value: tasks.image },
    { name: 'MILLRACE_KUBERNETES_JAVA_IMAGE', value: tasks.javaImage },
    { name: 'MILLRACE_KUBERNETES_TASK_POD', value: sortedJson(tasks.pod) },
    { name: 'MILLRACE_KUBERNETES_WARM_PODS', value: String(tasks.warm.most) },
    { name: 'MILLRACE_KUBERNETES_WARM_IDLE_SECONDS', value: String(tasks.warm.idleSeconds) },
  ];
  const ports = [{ name: 'content', containerPort: CONTENT_PORT }];
  const probe = { httpGet: { path: '/healthz', port: 'content' } };
  return [
    ...(namespace.create ? [namespaceObject(namespace.name, labels)] : []),
    serviceAccountObject(AGENT, namespace.name, labels),
    serviceAccountObject(TASK, namespace.name, labels, false),
    ...roleObjects(AGENT, namespace.name, labels, AGENT_RULES, { name: AGENT, namespace: namespace.name }),
    ...roleObjects(OPERATOR, namespace.name, labels, OPERATOR_ENVIRONMENT_RULES, { name: OPERATOR, namespace: operator.namespace }),
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: AGENT, ...own }, spec: { hard: quota } },
    outboundOnly(TASK, namespace.name, labels),
    contentOnly(own),
    {
      apiVersion: `${ENGINE_ENVIRONMENT.group}/${ENGINE_ENVIRONMENT.version}`,
      kind: ENGINE_ENVIRONMENT.kind,
      metadata: { name: 'environment', ...own },
      spec: { engineId: engine.id, linkId, environmentId, name, logStrategy, metricsStrategy },
    },
    {
      // Created before the agent, which reads the address of this service from its environment: pods of tasks keep the address if the agent is replaced.
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: AGENT, ...own },
      spec: { selector: { 'app.kubernetes.io/name': AGENT }, ports: [{ name: 'content', port: CONTENT_PORT, targetPort: 'content' }] },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: AGENT, ...own, annotations: { 'millrace.dev/environment-name': name } },
      spec: deploymentSpec(AGENT, labels, values, { args: ['agent'], env, probe, ports }),
    },
  ];
}

/** Pods of tasks fetch their bundles from the agent. No other connection reaches it. */
const contentOnly = (own: { namespace: string; labels: Record<string, string> }): KubernetesObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: AGENT, ...own },
  spec: {
    podSelector: { matchLabels: { 'app.kubernetes.io/name': AGENT } },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/managed-by': TASK_MANAGER } } }],
        ports: [{ protocol: 'TCP', port: CONTENT_PORT }],
      },
    ],
  },
});

/** JSON with sorted fields, as Helm writes it. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([first], [second]) => (first < second ? -1 : 1)))
      : field,
  );
