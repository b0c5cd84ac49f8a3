/** What the objects of the engine and of the environments have in common. */

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

type Image = { registry: string; repository: string; tag: string; pullPolicy: string; pullSecret: string };

/** Every pod runs as this user, without privileges and with a read-only root: the restricted pod security standard. */
const USER = 10_001;

/** The labels of an object: ids only, because a label takes no other text. */
export const labelsOf = (component: string, version: string): Record<string, string> => ({
  'app.kubernetes.io/name': component,
  'app.kubernetes.io/part-of': 'millrace',
  'app.kubernetes.io/version': version,
  'app.kubernetes.io/managed-by': 'millrace',
});

/** A namespace whose pods must keep the restricted standard. */
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

/** One pod of the program, with its settings as environment variables. */
export const deploymentSpec = (
  name: string,
  image: Image,
  labels: Readonly<Record<string, string>>,
  program: { args: readonly string[]; env: readonly object[]; resources: object },
) => ({
  replicas: 1,
  strategy: { type: 'Recreate' },
  selector: { matchLabels: { 'app.kubernetes.io/name': name } },
  template: {
    metadata: { labels },
    spec: {
      serviceAccountName: name,
      ...(image.pullSecret !== '' && { imagePullSecrets: [{ name: image.pullSecret }] }),
      terminationGracePeriodSeconds: 30,
      securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name,
          image: `${image.registry}/${image.repository}:${image.tag}`,
          imagePullPolicy: image.pullPolicy,
          args: program.args,
          env: program.env,
          resources: program.resources,
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          volumeMounts: [{ name: 'work', mountPath: '/work' }],
        },
      ],
      volumes: [{ name: 'work', emptyDir: {} }],
    },
  },
});

/** Pods of the namespace take no connections. They open them only to names and to TCP ports. */
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

/** A rule of a role. */
export type RoleRule = {
  apiGroups: readonly string[];
  resources: readonly string[];
  resourceNames?: readonly string[];
  verbs: readonly string[];
};

/** A role in a namespace, and its binding to a service account that may be of another one. */
export const roleObjects = (
  name: string,
  namespace: string,
  labels: Readonly<Record<string, string>>,
  rules: readonly RoleRule[],
  account: { name: string; namespace: string },
): KubernetesObject[] => [
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name, namespace, labels }, rules },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace, labels },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  },
];

/** A service account. Pods of tasks get no token of theirs. */
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
