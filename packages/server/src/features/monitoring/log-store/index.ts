/** The log store: the lines of executions, in compressed chunks. It checks no rights; its callers do. */
export { addSystemLines, deleteLog, nextIndexOf, selectBounds, selectNextIndexes } from './chunk-queries.ts';
export { storeReportedLines, unpackLines as readSentLines, type ReadLines, type SentLines } from './store-lines.ts';
export { logContent } from './log-content.ts';
export { lastError } from './last-error.ts';
export {
  countLines,
  latestLines,
  readLogLines,
  readPage,
  type LogSlice,
  type LogSource,
  type NumberedLine,
  type Range,
} from './read-log.ts';
export { searchLog, type FoundLines } from './search-log.ts';
export { settleLogs } from './settle.ts';
export { deleteRetention, keepLogs, selectRetention, upsertRetention } from './retention.ts';
