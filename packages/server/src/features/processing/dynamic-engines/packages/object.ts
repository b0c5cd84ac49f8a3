/** The common parts of the objects of the engine and of the environments. */
import { AUTHORITY, WORK_FOLDER } from '@millrace/wire/cluster-names';
import type { EngineValues, Image } from './values.ts';

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
