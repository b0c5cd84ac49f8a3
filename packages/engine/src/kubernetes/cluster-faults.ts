/** Finds out why a cluster does not accept a run: because of the run, or because the cluster can start no run. */
import type { Ending } from '../outcomes/outcome.ts';
import { messageOf } from '../program/own-log.ts';
import type { Illness } from '../runs/run-faults.ts';
import { ClusterRefusal } from './cluster-api.ts';

/**
 * The reason why a run was not created. `illness`: no other run can be created either; `isTemporary`: a later attempt may succeed; `returns`: the
 * execution may return to the queue.
 */
export class ClusterFault extends Error {
  readonly ending: Ending;
  readonly illness: Illness | undefined;
  readonly isTemporary: boolean;
  readonly returns: boolean;

  constructor(errorType: string, message: string, kind: { illness?: boolean; isTemporary?: boolean; returns?: boolean } = {}) {
    super(message);
    this.name = 'ClusterFault';
    this.ending = { outcome: 'DEPLOY_FAILED', errorType, errorMessage: message };
    this.illness = kind.illness ? { code: errorType, message: message.slice(0, 1000) } : undefined;
    this.isTemporary = kind.isTemporary ?? false;
    this.returns = kind.returns ?? this.illness !== undefined;
  }
}

/** The fault behind an error of a call that creates something. */
export function clusterFaultOf(error: unknown): ClusterFault {
  if (error instanceof ClusterFault) return error;
  if (!(error instanceof ClusterRefusal)) {
    const errorMessage = `The API of the Kubernetes cluster cannot be reached: ${messageOf(error)}`;
    return new ClusterFault('CLUSTER_UNREACHABLE', errorMessage, { illness: true, isTemporary: true });
  }
  const { status, message } = error;
  const reason = message === '' ? `status ${status}` : message;
  // A conflict: other calls have changed an object meanwhile, such as the quota that counts the new one. The same call succeeds a little later.
  if (status === 429 || status >= 500 || error.reason === 'Conflict')
    return new ClusterFault('CLUSTER_UNREACHABLE', `The API of the Kubernetes cluster fails: ${reason}`, {
      illness: true,
      isTemporary: true,
    });
  if (/exceeded quota/.test(message))
    return new ClusterFault('QUOTA_EXCEEDED', `The quota of the namespace does not allow the run: ${reason}`, { isTemporary: true });
  if (/being terminated|namespaces? "?[^"]*"? not found/.test(message))
    return new ClusterFault('NAMESPACE_GONE', `The namespace of the engine is gone: ${reason}`, { illness: true });
  if (/denied the request|violates PodSecurity|admission/i.test(message))
    return new ClusterFault('ADMISSION_REFUSED', `The cluster refuses the run: ${reason}`);
  if (status === 401 || status === 403)
    return new ClusterFault('CLUSTER_FORBIDDEN', `The service account of the engine may not do this: ${reason}`, { illness: true });
  return new ClusterFault('POD_REFUSED', `The cluster does not accept the run: ${reason}`);
}
