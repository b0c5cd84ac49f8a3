/** The log store: the lines of executions, in compressed chunks. Who may read them is asked by those who call. */
export { addSystemLines, deleteLog, nextIndexOf, selectBounds, selectNextIndexes } from './chunk-queries.ts';
export { keepLines, readLines as readSentLines, type ReadLines, type SentLines } from './keep-lines.ts';
export { logContent } from './log-content.ts';
export { lastError } from './last-error.ts';
export { countLines, readLines, readPage, type LogPage, type LogSource, type NumberedLine, type Range } from './read-log.ts';
export { searchLog, type Found } from './search-log.ts';
export { settleLogs } from './settle.ts';
export { deleteRetention, keepLogs, selectRetention, upsertRetention } from './retention.ts';
