/** The error formats of the parts of the API. */
import { createHash } from 'node:crypto';
import { STATUS_CODES } from '@millrace/wire/node-http';
import type { Surface } from '../core/http/feature.ts';

/** `{status, message, detail, requestId}`; the detail begins with the stable code. */
export const orchestrationErrors: Surface = ({ status, code, message, details }, requestId) => ({
  status,
  message,
  detail: details === undefined ? code : `${code}: ${details}`,
  requestId,
});

/** The format of the account operations: `{status, detail, code, requestId}`. */
export const accountErrors: Surface = ({ status, code, message }, requestId) => ({ status, detail: message, code, requestId });

/** `{timestamp, status, error, exception, message, path}`; the exception is the stable code. */
export const catalogErrors: Surface = ({ status, code, message }, _requestId, { path, at } = { path: '', at: 0 }) => ({
  timestamp: at,
  status,
  error: STATUS_CODES[status] ?? 'Error',
  exception: code,
  message,
  path,
});

/** Titles by status. */
const TITLES: Readonly<Record<number, string>> = {
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

/** Clients look for this code at the top of the body; then they read a new CSRF token, and repeat the call with it. */
const STALE_CSRF_TOKEN = 'CSRF-TOKEN-2';

/**
 * Builds `{errors: [{code, title, detail, status, meta}], traceId}` for a section. The code is `notFound` for an object that does not exist, otherwise
 * `HTTP-<status>`; `meta.code` is the stable one; the status is a text. Some sections also have the detail as `message`.
 * @rule tenant-style.errors.body
 */
export const tenantErrors =
  (notFound = 'HTTP-404', { withMessage = false } = {}): Surface =>
  ({ status, code, message }, requestId) => {
    const published = code === STALE_CSRF_TOKEN ? code : code === 'not_found' ? notFound : `HTTP-${status}`;
    const texts = { title: TITLES[status] ?? 'Server error', detail: message, ...(withMessage && { message }) };
    const error = { code: published, ...texts, status: String(status), meta: { code } };
    return { ...(code === STALE_CSRF_TOKEN && { code }), errors: [error], traceId: traceIdOf(requestId) };
  };

/** The id may come from the caller, and have another form than 32 hexadecimal digits. */
function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}

/** `{type, title, status, details, code, instance, requestId}`; the code is the stable one. */
export const titledErrors: Surface = ({ status, code, message }, requestId, { path } = { path: '', at: 0 }) => ({
  type: 'about:blank',
  title: TITLES[status] ?? 'Server error',
  status,
  details: message,
  code,
  instance: path,
  requestId,
});

/**
 * `{code, title, detail}`; the code is the stable one.
 * @rule notifications.errors.body
 */
export const flatErrors: Surface = ({ status, code, message }) => ({ code, title: TITLES[status] ?? 'Server error', detail: message });

/** The codes of RFC 6749, RFC 8628 and OpenID Connect among ours. */
const STANDARD = new Set(
  `invalid_request invalid_client invalid_grant invalid_scope unauthorized_client unsupported_grant_type unsupported_response_type login_required
   consent_required access_denied invalid_redirect_uri invalid_client_metadata authorization_pending slow_down expired_token`.split(/\s+/),
);

/** The codes of the published product. */
const PUBLISHED: Readonly<Record<string, string>> = { redirect_unknown: 'OAUTH-1', invalid_client: 'OAUTH-14' };

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'invalid_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const inTenantForm = tenantErrors();

type TenantError = { code: string };

/**
 * Builds `{error, error_description, errors: [{code, title, detail, status, meta}], traceId}`.
 * @rule oauth.errors.body
 */
export const oauthErrors: Surface = (problem, requestId) => {
  const { code, status, message } = problem;
  const { errors, traceId } = inTenantForm(problem, requestId) as { errors: readonly TenantError[]; traceId: string };
  return {
    error: STANDARD.has(code) ? code : (BY_STATUS[status] ?? 'invalid_request'),
    // RFC 6749, section 5.2, allows only these characters.
    error_description: message.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
    errors: errors.map((one) => ({ ...one, code: PUBLISHED[code] ?? one.code })),
    traceId,
  };
};

/** The kinds of errors that the RFC names, by the code of the refusal. */
const SCIM_TYPES: Readonly<Record<string, string>> = {
  malformed_request: 'invalidSyntax',
  malformed_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  invalid_value: 'invalidValue',
  login_refused: 'invalidValue',
  email_refused: 'invalidValue',
  group_circle: 'invalidValue',
  no_target: 'noTarget',
  immutable: 'mutability',
};

/** `{schemas, status, scimType, detail}`; the status is a text, and the detail begins with the stable code. */
export const scimErrors: Surface = Object.assign<Surface, Pick<Surface, 'mediaType'>>(
  ({ status, code, message }) => {
    const scimType = code.endsWith('_taken') ? 'uniqueness' : SCIM_TYPES[code];
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: `${code}: ${message}`,
    };
  },
  { mediaType: 'application/scim+json' },
);
