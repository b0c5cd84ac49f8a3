/** The error format of the OAuth endpoints: that of RFC 6749, which clients read, combined with that of the tenant API, which SDKs read. */
import type { Surface } from '../feature.ts';
import { tenantErrors } from './tenant.ts';

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
