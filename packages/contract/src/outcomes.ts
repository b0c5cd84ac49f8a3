import type { Schema } from './index.ts';

/** The status that the API shows for each outcome of an execution. */
export const STATUS_OF_OUTCOME: Readonly<Record<Schema<'FinishReport'>['outcome'], Schema<'ExecutionStatus'>>> = {
  EXECUTION_SUCCESS: 'execution_successful',
  EXECUTION_REJECTED: 'execution_rejected',
  EXECUTION_FAILED: 'execution_failed',
  DEPLOY_FAILED: 'deploy_failed',
  EXECUTION_TERMINATED: 'terminated',
  EXECUTION_TERMINATED_TIMEOUT: 'terminated_timeout',
  EXECUTION_TERMINATED_SHUTDOWN: 'terminated_shutdown',
};
