/** The part of an answer that two equal calls have in common. */
import type { Answer } from './server.ts';

/** Returns the body of a refusal without the fields that identify its call. */
export const comparableRefusal = ({ body }: Answer): string =>
  JSON.stringify({ ...body, requestId: '', traceId: '', timestamp: 0, path: '', instance: '', entityId: '' }).replaceAll(/'[^']*'/g, "'…'");

/** Returns the body of an answer without what calls themselves change: the numbers of metrics, and the time at which a token was last used. */
export const comparableAnswer = ({ body, headers }: Answer): unknown =>
  headers.get('content-type')?.startsWith('text/plain')
    ? String(body).match(/^#.*$/gm)
    : (JSON.parse(JSON.stringify(body ?? null, (key, value: unknown) => (key === 'lastUsedDate' ? undefined : value))) as unknown);
