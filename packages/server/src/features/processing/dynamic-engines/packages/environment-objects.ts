/** The objects of an environment: its namespace with the agent, and the rights of operator, agent and tasks there. */
import { AGENT, CONTENT_PORT, ENGINE_ENVIRONMENT, OPERATOR, OWNER_LABELS, TASK, TASK_MANAGER } from '@millrace/wire/cluster-names';
import { deploymentSpec, labelsOf, namespaceObject, outboundOnly, serviceAccountObject, type KubernetesObject } from './object.ts';
import { AGENT_RULES, OPERATOR_ENVIRONMENT_RULES, roleObjects } from './rights.ts';
import type { EnvironmentValues } from './values.ts';

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
