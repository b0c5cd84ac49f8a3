import type { Schema } from '@millrace/contract';
import type { Cluster } from './cluster.ts';
import type { WaitBounds } from './pod-state.ts';
import type { PodWatch } from './pod-watch.ts';

/** The services that all runs of an engine on a cluster share. */
export type PodServices = {
  cluster: Cluster;
  watch: PodWatch;
  bounds: WaitBounds;
  /** The time that a run waits for the API of the cluster before it is returned to the queue. */
  createMilliseconds: number;
  /** The interval at which a run checks its waiting pod. */
  checkMilliseconds: number;
  /** The time in which a pod must end after it was asked to. */
  endMilliseconds: number;
  /** The file for log lines that cannot be sent and do not fit in memory. */
  spillPath: (lease: Schema<'ExecutionLease'>) => string;
};
