import type { Schema } from './index.ts';

/** The short status that each outcome of an execution is shown with. */
export const STATUS_OF_OUTCOME: Readonly<Record<Schema<'FinishReport'>['outcome'], Schema<'ExecutionStatus'>>> = {
  EXECUTION_SUCCESS: 'execution_successful',
  EXECUTION_REJECTED: 'execution_rejected',
  EXECUTION_FAILED: 'execution_failed',
  DEPLOY_FAILED: 'deploy_failed',
  EXECUTION_TERMINATED: 'terminated',
  EXECUTION_TERMINATED_TIMEOUT: 'terminated_timeout',
  EXECUTION_TERMINATED_SHUTDOWN: 'terminated_shutdown',
};
