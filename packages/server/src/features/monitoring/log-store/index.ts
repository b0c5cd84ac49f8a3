/** The log store: the lines of executions, in compressed chunks. It checks no rights; its callers do. */
export {
  addSystemLines,
  deleteLog,
  nextIndexOf,
  selectBounds,
  selectNextIndexes,
  storeReportedLines,
  readSentLines,
  type ReadLines,
} from './chunks.ts';
export { logContent } from './log-content.ts';
export { settleLogs } from './settle.ts';
export { countSeverities, type SeverityCount } from './count-log.ts';
export { lastError, searchLog, type FoundLines } from './search-log.ts';
export {
  countLines,
  latestLines,
  readLogLines,
  readPage,
  type LogSlice,
  type LogSource,
  type NumberedLine,
  type TimeRange,
} from './read-log.ts';
export { deleteRetention, hasLiveExecution, keepLogs, selectRetention, upsertRetention } from './retention.ts';
