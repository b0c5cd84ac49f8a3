/** Execution logs: what executions wrote. */
import type { Feature } from '../../../core/feature.ts';
import { sql } from '../../../core/sql.ts';
import { orchestration } from '../../../core/surfaces/orchestration.ts';
import { deleteExecutionLogs } from './delete-execution-logs.ts';
import { followExecutionLogs } from './follow-execution-logs.ts';
import { generateLogFile } from './generate-log-file.ts';
import { getLogFile } from './get-log-file.ts';
import { getLogRetention } from './get-log-retention.ts';
import { removeLogFiles, writeLogFile } from './jobs.ts';
import { listExecutionLogs } from './list-execution-logs.ts';
import { searchExecutionLogs } from './search-execution-logs.ts';
import { setLogRetention } from './set-log-retention.ts';
import { keepLogs, settleLogs } from '../log-store/index.ts';

/** What the server serves for logs. */
export const executionLogs: Feature = {
  surface: orchestration,
  endpoints: [
    listExecutionLogs,
    generateLogFile,
    getLogFile,
    deleteExecutionLogs,
    searchExecutionLogs,
    followExecutionLogs,
    getLogRetention,
    setLogRetention,
  ],
  jobs: [writeLogFile],
  timers: [settleLogs, keepLogs, removeLogFiles],
  blobKeys: [
    sql`select blob_key::text from log_chunk where blob_key is not null`,
    sql`select blob_key::text from log_file where blob_key is not null`,
  ],
};
