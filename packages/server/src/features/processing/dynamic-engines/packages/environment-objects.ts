/** The objects of an environment: its namespace with the agent, and what operator, agent and tasks may do there. */
import { AGENT, OPERATOR, RESOURCE, TASK } from './names.ts';
import {
  deploymentSpec,
  labelsOf,
  namespaceObject,
  outboundOnly,
  roleObjects,
  serviceAccountObject,
  type KubernetesObject,
  type RoleRule,
} from './object.ts';
import type { EnvironmentValues } from './values.ts';

/** The agent starts, follows and ends the pods of tasks, and keeps their secrets as long as they run. */
const AGENT_RULES: readonly RoleRule[] = [
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['pods/log', 'events'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'update', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['resourcequotas'], verbs: ['get', 'list'] },
];

/** The operator gives the agent its key, sees how the environment runs, and removes it. */
const OPERATOR_RULES: readonly RoleRule[] = [
  { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'delete'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'update', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['pods', 'events'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'patch', 'delete'] },
  {
    apiGroups: [RESOURCE.group],
    resources: [RESOURCE.plural, `${RESOURCE.plural}/status`],
    verbs: ['get', 'list', 'watch', 'update', 'patch'],
  },
];

/** The objects of an environment, in the order of applying. */
export function environmentObjects(values: EnvironmentValues): KubernetesObject[] {
  const { namespace, operator, engine, environment, controlPlane, image, resources, quota } = values;
  const labels = { ...labelsOf(AGENT, image.tag), 'millrace.dev/environment': environment.id };
  const own = { namespace: namespace.name, labels };
  const { id: environmentId, linkId, name, logStrategy, metricsStrategy } = environment;
  const env = [
    { name: 'MILLRACE_URL', value: controlPlane.url },
    { name: 'MILLRACE_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    { name: 'MILLRACE_PAIRING_KEY', valueFrom: { secretKeyRef: { name: `${AGENT}-pairing`, key: 'key', optional: true } } },
    { name: 'MILLRACE_LOG_STRATEGY', value: logStrategy },
    { name: 'MILLRACE_METRICS_STRATEGY', value: metricsStrategy },
  ];
  return [
    ...(namespace.create ? [namespaceObject(namespace.name, labels)] : []),
    serviceAccountObject(AGENT, namespace.name, labels),
    serviceAccountObject(TASK, namespace.name, labels, false),
    ...roleObjects(AGENT, namespace.name, labels, AGENT_RULES, { name: AGENT, namespace: namespace.name }),
    ...roleObjects(OPERATOR, namespace.name, labels, OPERATOR_RULES, { name: OPERATOR, namespace: operator.namespace }),
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: AGENT, ...own }, spec: { hard: quota } },
    outboundOnly(AGENT, namespace.name, labels),
    {
      apiVersion: `${RESOURCE.group}/${RESOURCE.version}`,
      kind: RESOURCE.kind,
      metadata: { name: 'environment', ...own },
      spec: { engineId: engine.id, linkId, environmentId, name, logStrategy, metricsStrategy },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: AGENT, ...own, annotations: { 'millrace.dev/environment-name': name } },
      spec: deploymentSpec(AGENT, image, labels, { args: ['agent'], env, resources }),
    },
  ];
}
