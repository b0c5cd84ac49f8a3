/** The fields of objects of Kubernetes that the engine reads and writes. */

/** The metadata of an object. */
export type ObjectMeta = {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string; controller?: boolean; blockOwnerDeletion?: boolean }[];
};

/** A condition of a pod or a Job. */
export type Condition = { type: string; status: string; reason?: string; message?: string };

/** The state of a container. */
export type ContainerState = {
  waiting?: { reason?: string; message?: string };
  running?: { startedAt?: string };
  terminated?: { exitCode: number; reason?: string; message?: string; signal?: number };
};

/** A pod as the cluster reports it. */
export type Pod = {
  metadata: ObjectMeta;
  spec?: { nodeName?: string };
  status?: {
    phase?: string;
    reason?: string;
    message?: string;
    conditions?: Condition[];
    containerStatuses?: { name: string; state?: ContainerState }[];
  };
};

/** A Job as the engine writes it and the cluster returns it. */
export type ClusterJob = {
  apiVersion: 'batch/v1';
  kind: 'Job';
  metadata: ObjectMeta;
  spec?: object;
  status?: { conditions?: Condition[] };
};

/** A Secret as the engine writes it. */
export type ClusterSecret = {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: ObjectMeta;
  type: string;
  immutable: boolean;
  data: Record<string, string>;
};

/** An event about an object. */
export type ClusterEvent = {
  type?: string;
  reason?: string;
  message?: string;
  lastTimestamp?: string | null;
  eventTime?: string | null;
  metadata?: ObjectMeta;
};

/** The time of an event, in ISO 8601; empty if the cluster gives none. */
export const timeOfEvent = ({ lastTimestamp, eventTime, metadata }: ClusterEvent): string =>
  lastTimestamp ?? eventTime ?? metadata?.creationTimestamp ?? '';

/** A list of objects. `continue` is the token of its next page. */
export type ObjectList<T> = { metadata: { resourceVersion?: string; continue?: string }; items: T[] };
