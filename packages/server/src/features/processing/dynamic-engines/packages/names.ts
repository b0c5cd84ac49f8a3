/** The names that the packages, the charts and the operator share. */

/** The namespace of the operator. */
export const ENGINE_NAMESPACE = 'millrace-engine';

/** The namespace of an environment. An id fits into the 63 characters of a name. */
export const namespaceOf = (environment: string): string => `millrace-env-${environment}`;

/** The charts that take the files of values. */
export const CHARTS = { engine: 'millrace-engine', environment: 'millrace-engine-environment' } as const;

/** The registry of the images. */
export const REGISTRY = 'ghcr.io/millrace';

/** The images. The operator and the agents are the same program. */
export const IMAGES = { engine: 'millrace-engine', node: 'millrace-task-node', java: 'millrace-task-java' } as const;

/** The group and the kind of the custom resource by which the operator finds an environment. */
export const RESOURCE = { group: 'millrace.dev', version: 'v1', kind: 'EngineEnvironment', plural: 'engineenvironments' } as const;

/** The name of the objects that belong to the operator. */
export const OPERATOR = 'engine-operator';

/** The name of the objects that belong to the agent of an environment. */
export const AGENT = 'engine-agent';

/** The name of the service account of tasks. */
export const TASK = 'engine-task';

/** The secret with the key that pairs the operator. The operator itself writes those of the agents, and its credential. */
export const PAIRING_SECRET = 'engine-operator-pairing';
