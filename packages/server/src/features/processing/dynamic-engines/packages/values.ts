/** The values of the charts. Both packages are built from them alone. */
import type { Schema } from '@millrace/contract';
import { TASK } from '@millrace/wire/cluster-names';

/** The namespace of the operator. */
const ENGINE_NAMESPACE = 'millrace-engine';

/** The namespace of an environment. An id fits into the 63 characters of a name. */
export const namespaceOf = (environment: string): string => `millrace-env-${environment}`;

/** The registry of the images. */
const REGISTRY = 'ghcr.io/millrace';

/** The images. The operator and the agents are the same program. */
export const IMAGES = { engine: 'millrace-engine', node: 'millrace-task-node', java: 'millrace-task-java' } as const;

/** The facts from which a package is built. */
export type PackageFacts = {
  id: string;
  name: string;
  version: string;
  url: string;
  pairingKey: string | undefined;
  environments: readonly AssignedEnvironment[];
};

/** An environment that is assigned to the engine. */
export type AssignedEnvironment = {
  linkId: string;
  id: string;
  name: string;
  logStrategy: Schema<'DEStrategy'>;
  metricsStrategy: Schema<'DEStrategy'>;
};

/** The image of a program. */
export type Image = { registry: string; repository: string; tag: string; pullPolicy: string };

type Resources = { requests: Readonly<Record<string, string>>; limits: Readonly<Record<string, string>> };
type PullSecrets = readonly { name: string }[];

/** The values of the chart of the engine. */
export type EngineValues = {
  namespace: { create: boolean; name: string };
  engine: { id: string; name: string; version: string };
  controlPlane: { url: string };
  /** Empty for a paired engine, because its operator has stored its credential. */
  pairingKey: string;
  image: Image;
  imagePullSecrets: PullSecrets;
  resources: Resources;
};

/** The values of the chart of an environment. */
export type EnvironmentValues = Omit<EngineValues, 'engine' | 'pairingKey'> & {
  operator: { namespace: string };
  engine: { id: string; version: string };
  environment: AssignedEnvironment;
  /** The maximum number of tasks at the same time. */
  capacity: number;
  /** The pods of tasks: their images, their template as in MILLRACE_KUBERNETES_TASK_POD, and the limits for pods that wait for tasks. */
  tasks: { image: string; javaImage: string; pod: Readonly<Record<string, unknown>>; warm: { most: number; idleSeconds: number } };
  quota: Readonly<Record<string, string>>;
};

const imageOf = (repository: string, tag: string): Image => ({ registry: REGISTRY, repository, tag, pullPolicy: 'IfNotPresent' });

/** Builds the values of the engine. The resources are defaults, which may be changed in the package. */
export const engineValues = ({ id, name, version, url, pairingKey }: PackageFacts): EngineValues => ({
  namespace: { create: true, name: ENGINE_NAMESPACE },
  engine: { id, name, version },
  controlPlane: { url },
  pairingKey: pairingKey ?? '',
  image: imageOf(IMAGES.engine, version),
  imagePullSecrets: [],
  resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { cpu: '500m', memory: '256Mi' } },
});

/** Builds the values of one of the environments. The numbers are defaults, which may be changed in the package. */
export const environmentValues = ({ id, version, url }: PackageFacts, environment: AssignedEnvironment): EnvironmentValues => ({
  namespace: { create: true, name: namespaceOf(environment.id) },
  operator: { namespace: ENGINE_NAMESPACE },
  engine: { id, version },
  environment,
  controlPlane: { url },
  image: imageOf(IMAGES.engine, version),
  imagePullSecrets: [],
  resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { cpu: '1', memory: '512Mi' } },
  capacity: 20,
  tasks: {
    image: `${REGISTRY}/${IMAGES.node}:${version}`,
    javaImage: `${REGISTRY}/${IMAGES.java}:${version}`,
    pod: { cpu: '500m', memory: '512Mi', imagePullPolicy: 'IfNotPresent', serviceAccountName: TASK },
    warm: { most: 10, idleSeconds: 900 },
  },
  quota: { pods: '200' },
});
