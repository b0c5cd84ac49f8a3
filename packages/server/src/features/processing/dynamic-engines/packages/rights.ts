/** The rights of the operator and the agents in the cluster. */
import { AGENT_SECRETS, ENGINE_ENVIRONMENT, OPERATOR, OPERATOR_SECRETS } from '@millrace/wire/cluster-names';
import type { KubernetesObject } from './object.ts';

/** A rule of a role. */
export type RoleRule = {
  apiGroups: readonly string[];
  resources: readonly string[];
  resourceNames?: readonly string[];
  verbs: readonly string[];
};

const secrets = (resourceNames: readonly string[], verbs: readonly string[]): RoleRule => ({
  apiGroups: [''],
  resources: ['secrets'],
  resourceNames,
  verbs,
});
/** Kubernetes cannot limit the creation of objects to a name. */
const CREATES_SECRETS: RoleRule = { apiGroups: [''], resources: ['secrets'], verbs: ['create'] };

/** The operator of an older package may only list events, and does so. */
const WATCHES_EVENTS: RoleRule = { apiGroups: [''], resources: ['events'], verbs: ['list', 'watch'] };

/** In the whole cluster: the operator finds its environments, and sees whether a namespace still exists. */
export const OPERATOR_CLUSTER_RULES: readonly RoleRule[] = [
  { apiGroups: [ENGINE_ENVIRONMENT.group], resources: [ENGINE_ENVIRONMENT.plural], verbs: ['list'] },
  { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
];

/** In its own namespace: the operator stores its credential, sees how it runs, and removes itself when its engine is deleted. */
export const OPERATOR_RULES: readonly RoleRule[] = [
  CREATES_SECRETS,
  secrets([OPERATOR_SECRETS.pairing], ['get', 'delete']),
  secrets([OPERATOR_SECRETS.credential], ['get', 'update', 'delete']),
  { apiGroups: [''], resources: ['pods'], verbs: ['list'] },
  WATCHES_EVENTS,
  { apiGroups: ['apps'], resources: ['deployments'], resourceNames: [OPERATOR], verbs: ['get', 'delete'] },
  { apiGroups: [''], resources: ['namespaces'], verbs: ['delete'] },
];

/** In the namespace of an environment: the operator gives the agent its key, sees how the environment runs, and removes it. */
export const OPERATOR_ENVIRONMENT_RULES: readonly RoleRule[] = [
  CREATES_SECRETS,
  secrets([AGENT_SECRETS.pairing], ['get', 'update', 'delete']),
  secrets([AGENT_SECRETS.credential], ['get', 'delete']),
  { apiGroups: [''], resources: ['pods', 'resourcequotas'], verbs: ['list'] },
  WATCHES_EVENTS,
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'delete'] },
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['list', 'delete'] },
  { apiGroups: [ENGINE_ENVIRONMENT.group], resources: [ENGINE_ENVIRONMENT.plural], verbs: ['delete'] },
  { apiGroups: [''], resources: ['namespaces'], verbs: ['delete'] },
];

/** The agent starts, follows and ends the pods of tasks. It reads its own two Secrets, and not those of tasks. */
export const AGENT_RULES: readonly RoleRule[] = [
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'get', 'list', 'patch', 'delete'] },
  CREATES_SECRETS,
  secrets([AGENT_SECRETS.pairing], ['get']),
  secrets([AGENT_SECRETS.credential], ['get', 'update', 'delete']),
  { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: [''], resources: ['events'], verbs: ['list'] },
];

const API_VERSION = 'rbac.authorization.k8s.io/v1';
const API_GROUP = 'rbac.authorization.k8s.io';

/** A role in a namespace, or in the whole cluster without one, and its binding to a service account that may be of another namespace. */
export function roleObjects(
  name: string,
  namespace: string | undefined,
  labels: Readonly<Record<string, string>>,
  rules: readonly RoleRule[],
  account: { name: string; namespace: string },
): KubernetesObject[] {
  const metadata = { name, ...(namespace !== undefined && { namespace }), labels };
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  return [
    { apiVersion: API_VERSION, kind, metadata, rules },
    {
      apiVersion: API_VERSION,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: API_GROUP, kind, name },
      subjects: [{ kind: 'ServiceAccount', ...account }],
    },
  ];
}
