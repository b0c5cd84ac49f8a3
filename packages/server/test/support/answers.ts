/** The part of an answer that two equal calls have in common. */
import type { Answer } from './server.ts';

/** Returns the body of a refusal without the fields that identify its call. */
export const comparableRefusal = ({ body }: Answer): string =>
  JSON.stringify({ ...body, requestId: '', traceId: '', timestamp: 0, path: '', instance: '', entityId: '' }).replaceAll(/'[^']*'/g, "'…'");

/** Returns the body of an answer, for metrics without the numbers, which change with each read. */
export const comparableAnswer = ({ body, headers }: Answer): unknown =>
  headers.get('content-type')?.startsWith('text/plain') ? String(body).match(/^#.*$/gm) : body;
