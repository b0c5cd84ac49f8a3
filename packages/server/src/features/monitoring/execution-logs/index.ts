/** Execution logs: read, follow, search, download and delete the lines of executions. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { deleteExecutionLogs } from './delete-execution-logs.ts';
import { followExecutionLogs } from './follow-execution-logs.ts';
import { logFileContent } from './file-queries.ts';
import { generateLogFile } from './generate-log-file.ts';
import { getLogFile } from './get-log-file.ts';
import { getLogRetention } from './get-log-retention.ts';
import { removeLogFiles, writeLogFile } from './jobs.ts';
import { listExecutionLogs } from './list-execution-logs.ts';
import { searchExecutionLogs } from './search-execution-logs.ts';
import { setLogRetention } from './set-log-retention.ts';
import { keepLogs, logContent, settleLogs } from '../log-store/index.ts';

/** The endpoints of logs. */
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
  content: [logContent, logFileContent],
};
