/** The error format of the operations below /api/v1. */
import { createHash } from 'node:crypto';
import type { Surface } from '../feature.ts';

/** Titles by status. */
export const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Not signed in',
  402: 'Limit reached',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Body too large',
  429: 'API rate limit reached.',
  503: 'Unavailable',
};

/** Clients read this field at the top of the body, and then repeat the call with another token. */
const OF_BODY = 'CSRF-TOKEN-2';

/**
 * Builds `{errors: [{code, title, detail, status, meta}], traceId}` for a section. The code is `notFound` for an object that does not exist, otherwise
 * `HTTP-<status>`; `meta.code` is the stable one; the status is a text. Some sections also have the detail as `message`.
 * @rule tenant-style.errors.body
 */
export const tenantErrors =
  (notFound = 'HTTP-404', { withMessage = false } = {}): Surface =>
  ({ status, code, message }, requestId) => {
    const published = code === OF_BODY ? code : code === 'not_found' ? notFound : `HTTP-${status}`;
    const texts = { title: TITLES[status] ?? 'Server error', detail: message, ...(withMessage && { message }) };
    const error = { code: published, ...texts, status: String(status), meta: { code } };
    return { ...(code === OF_BODY && { code }), errors: [error], traceId: traceIdOf(requestId) };
  };

/** The id may come from the caller, and have another form than 32 hexadecimal digits. */
function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}
