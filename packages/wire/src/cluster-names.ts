/** The names that the packages of dynamic engines, the operator and the agents share in a cluster. */

/** The custom resource by which the operator finds an environment. */
export const ENGINE_ENVIRONMENT = {
  group: 'millrace.dev',
  version: 'v1',
  kind: 'EngineEnvironment',
  plural: 'engineenvironments',
} as const;

/** The name of the objects that belong to the operator. */
export const OPERATOR = 'engine-operator';

/** The name of the objects that belong to the agent of an environment. */
export const AGENT = 'engine-agent';

/** The name of the service account of tasks. */
export const TASK = 'engine-task';

/** The Secrets of the operator: the package writes the key, the operator writes its credential. */
export const OPERATOR_SECRETS = { pairing: `${OPERATOR}-pairing`, credential: `${OPERATOR}-credential` } as const;

/** The Secrets of an agent: the operator writes the key, the agent writes its credential. */
export const AGENT_SECRETS = { pairing: `${AGENT}-pairing`, credential: `${AGENT}-credential` } as const;

/** The fields of these Secrets. */
export const SECRET_FIELDS = { key: 'key', credential: 'credential.json' } as const;

/** The labels with the id of the engine or the environment. A namespace that has one was created by a package, and the operator may remove it. */
export const OWNER_LABELS = { engine: 'millrace.dev/engine', environment: 'millrace.dev/environment' } as const;

/** The value of the label `app.kubernetes.io/managed-by` of the Jobs and pods of tasks. */
export const TASK_MANAGER = 'millrace-engine';

/** The port on which an agent gives pods their bundles. */
export const CONTENT_PORT = 8484;

/** The folder of the operator and of the agent in their pods. */
export const WORK_FOLDER = '/work';

/** The file that exists while the operator is connected, for the probe of its pod. */
export const READY_FILE = `${WORK_FOLDER}/ready`;
