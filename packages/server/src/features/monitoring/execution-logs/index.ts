/** Execution logs: what executions wrote. */
import type { Feature } from '../../../core/feature.ts';
import { orchestration } from '../../../core/surfaces/orchestration.ts';
import { listExecutionLogs } from './list-execution-logs.ts';

/** What the server serves for logs. */
export const executionLogs: Feature = { surface: orchestration, endpoints: [listExecutionLogs] };
