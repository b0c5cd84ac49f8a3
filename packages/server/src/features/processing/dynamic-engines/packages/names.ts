/** Names that only the packages contain: the programs in the cluster do not need them. */

/** The namespace of the operator. */
export const ENGINE_NAMESPACE = 'millrace-engine';

/** The namespace of an environment. An id fits into the 63 characters of a name. */
export const namespaceOf = (environment: string): string => `millrace-env-${environment}`;

/** The registry of the images. */
export const REGISTRY = 'ghcr.io/millrace';

/** The images. The operator and the agents are the same program. */
export const IMAGES = { engine: 'millrace-engine', node: 'millrace-task-node', java: 'millrace-task-java' } as const;
