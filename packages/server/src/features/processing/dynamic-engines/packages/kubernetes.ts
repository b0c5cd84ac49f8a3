/** The common parts of the Kubernetes objects of engines and environments, and the rights of operators and agents in the cluster. */
import { AGENT_SECRETS, ENGINE_ENVIRONMENT, OPERATOR, OPERATOR_SECRETS, WORK_FOLDER } from '@millrace/wire/cluster-names';
import type { EngineValues, Image } from './values.ts';

/** The ConfigMap with the certificate of the authority that has signed the certificate of the control plane, and the file of it in pods. */
const AUTHORITY = { configMap: 'millrace-authority', file: 'ca.crt', folder: '/authority' } as const;

/** An object of Kubernetes. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels: Readonly<Record<string, string>>;
    annotations?: Readonly<Record<string, string>>;
  };
  [field: string]: unknown;
};

/** Every pod runs as this user, without privileges and with a read-only root: the restricted pod security standard. */
const USER = 10_001;

/** The labels of an object. Only ids and versions are labels, because Kubernetes restricts the characters of a label. */
export const labelsOf = (component: string, version?: string): Record<string, string> => ({
  'app.kubernetes.io/name': component,
  'app.kubernetes.io/part-of': 'millrace',
  ...(version !== undefined && { 'app.kubernetes.io/version': version }),
  'app.kubernetes.io/managed-by': 'millrace',
});

/** A namespace whose pods must meet the restricted standard. */
export const namespaceObject = (name: string, labels: Readonly<Record<string, string>>): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    labels: {
      ...labels,
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/audit': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    },
  },
});

/** A program of the package, as a container. By `probe`, Kubernetes finds out whether the program is ready. */
type Program = { args: readonly string[]; env: readonly object[]; probe: object; ports?: readonly object[] };

/** One pod of a program, with its settings as environment variables. */
export const deploymentSpec = (
  name: string,
  labels: Readonly<Record<string, string>>,
  { image, imagePullSecrets, resources }: Pick<EngineValues, 'image' | 'imagePullSecrets' | 'resources'>,
  { args, env, probe, ports }: Program,
) => ({
  replicas: 1,
  strategy: { type: 'Recreate' },
  selector: { matchLabels: { 'app.kubernetes.io/name': name } },
  template: {
    metadata: { labels },
    spec: {
      serviceAccountName: name,
      imagePullSecrets,
      terminationGracePeriodSeconds: 30,
      securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name,
          image: nameOf(image),
          imagePullPolicy: image.pullPolicy,
          args,
          env: [
            { name: 'MILLRACE_ENGINE_FOLDER', value: WORK_FOLDER },
            { name: 'NODE_EXTRA_CA_CERTS', value: `${AUTHORITY.folder}/${AUTHORITY.file}` },
            ...env,
          ],
          ...(ports && { ports }),
          resources,
          readinessProbe: { ...probe, periodSeconds: 5 },
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          volumeMounts: [
            { name: 'work', mountPath: WORK_FOLDER },
            { name: 'tmp', mountPath: '/tmp' },
            { name: 'authority', mountPath: AUTHORITY.folder, readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: 'work', emptyDir: {} },
        { name: 'tmp', emptyDir: {} },
        // Used if the certificate of the control plane is of a private authority.
        { name: 'authority', configMap: { name: AUTHORITY.configMap, optional: true } },
      ],
    },
  },
});

const nameOf = ({ registry, repository, tag }: Image): string => `${registry}/${repository}:${tag}`;

/** Pods of the namespace accept no connections. They open connections only for name look-ups and to TCP ports. */
export const outboundOnly = (name: string, namespace: string, labels: Readonly<Record<string, string>>): KubernetesObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace, labels },
  spec: {
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    ingress: [],
    egress: [
      {
        ports: [
          { protocol: 'UDP', port: 53 },
          { protocol: 'TCP', port: 1, endPort: 65_535 },
        ],
      },
    ],
  },
});

/** A service account. Pods of tasks get no token of it. */
export const serviceAccountObject = (
  name: string,
  namespace: string,
  labels: Readonly<Record<string, string>>,
  hasToken = true,
): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace, labels },
  automountServiceAccountToken: hasToken,
});

/** A rule of a role. */
type RoleRule = {
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

/** Older packages grant only `list`; there the operator lists the events in place of watching them. */
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
