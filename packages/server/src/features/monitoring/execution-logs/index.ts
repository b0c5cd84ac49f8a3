/** Execution logs: read, follow, search, download and delete the lines of executions. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { logFileContent, removeLogFiles, writeLogFile } from './files.ts';
import { keepLogs, logContent, settleLogs } from '../log-store/index.ts';

/** The endpoints, the job, the timers and the content of logs. */
export const executionLogs: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  jobs: [writeLogFile],
  timers: [settleLogs, keepLogs, removeLogFiles],
  content: [logContent, logFileContent],
};
