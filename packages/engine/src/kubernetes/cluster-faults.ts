/** Names why a cluster does not take a run: the run is at fault, or no run can begin there. */
import type { Ending } from '../outcome.ts';
import { messageOf } from '../own-log.ts';
import type { Illness } from '../run-faults.ts';
import { ClusterRefusal } from './cluster-api.ts';

/** Why a run was not created. `illness` if no other run could be created either; `again` if it helps to wait; `returns` if another try may work. */
export class ClusterFault extends Error {
  readonly ending: Ending;
  readonly illness: Illness | undefined;
  readonly again: boolean;
  readonly returns: boolean;

  constructor(errorType: string, message: string, kind: { illness?: boolean; again?: boolean; returns?: boolean } = {}) {
    super(message);
    this.name = 'ClusterFault';
    this.ending = { outcome: 'DEPLOY_FAILED', errorType, errorMessage: message };
    this.illness = kind.illness ? { code: errorType, message: message.slice(0, 1000) } : undefined;
    this.again = kind.again ?? false;
    this.returns = kind.returns ?? this.illness !== undefined;
  }
}

/** The fault behind an error of a call that creates something. */
export function clusterFaultOf(error: unknown): ClusterFault {
  if (error instanceof ClusterFault) return error;
  if (!(error instanceof ClusterRefusal)) {
    const why = `The API of the Kubernetes cluster cannot be reached: ${messageOf(error)}`;
    return new ClusterFault('CLUSTER_UNREACHABLE', why, { illness: true, again: true });
  }
  const { status, message } = error;
  const said = message === '' ? `status ${status}` : message;
  if (status === 429 || status >= 500)
    return new ClusterFault('CLUSTER_UNREACHABLE', `The API of the Kubernetes cluster fails: ${said}`, { illness: true, again: true });
  if (/exceeded quota/.test(message))
    return new ClusterFault('QUOTA_EXCEEDED', `The quota of the namespace does not allow the run: ${said}`, { again: true });
  if (/being terminated|namespaces? "?[^"]*"? not found/.test(message))
    return new ClusterFault('NAMESPACE_GONE', `The namespace of the engine is gone: ${said}`, { illness: true });
  if (/denied the request|violates PodSecurity|admission/i.test(message))
    return new ClusterFault('ADMISSION_REFUSED', `The cluster refuses the run: ${said}`);
  if (status === 401 || status === 403)
    return new ClusterFault('CLUSTER_FORBIDDEN', `The service account of the engine may not do this: ${said}`, { illness: true });
  return new ClusterFault('POD_REFUSED', `The cluster does not accept the run: ${said}`);
}
