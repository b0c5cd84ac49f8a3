/** The fields that a client that registers itself may have. */
import { grantsScope, neutralWord, SCOPES, type Schema } from '@millrace/contract';
import { invalid, Problem } from '../../../../core/base/problem.ts';
import { requireRedirectUris, type ClientFields } from '../../oauth-clients/index.ts';

type Method = Schema<'RegisteredOauthClient'>['token_endpoint_auth_method'];

/** The scopes of daily work, without administration, which every person may give. */
const REGISTRABLE_SCOPES = new Set(['user_default', 'offline_access']);
const GRANT_TYPES = new Set(['authorization_code', 'refresh_token']);

/**
 * Returns the fields of a client from its metadata, or refuses the metadata. A client without authentication is native: a program on the device of a
 * person.
 * @rule oauth.register.metadata
 */
export function registeredFields(body: Schema<'OauthRegistration'>): { fields: ClientFields; method: Method } {
  const {
    token_endpoint_auth_method: method = 'client_secret_basic',
    grant_types: grants = [],
    response_types: responses = ['code'],
  } = body;
  const other = grants.find((grant) => !GRANT_TYPES.has(grant));
  if (other !== undefined) throw wrong(`grant_types: '${other}' is not for registered clients; expected ${[...GRANT_TYPES].join(', ')}.`);
  if (responses.some((response) => response !== 'code')) throw wrong('response_types: the only response type is code.');
  const fields: ClientFields = {
    appType: method === 'none' ? 'native' : 'web',
    clientName: body.client_name?.trim() || 'Registered client',
    ...(body.client_uri !== undefined && { clientUri: body.client_uri }),
    ...(body.logo_uri !== undefined && { logoUri: body.logo_uri }),
    redirectUris: [...new Set(body.redirect_uris)],
    allowedOrigins: [],
    allowedScopes: scopesFor(body.scope),
    allowedGrantTypes: [],
    allowedAuthMethods: method === 'none' ? [] : ['client_secret'],
    publicKeys: [],
  };
  requireRegistrableUris(fields);
  return { fields, method };
}

/**
 * The scopes for daily work that a client asks for; all of them if it asks for none. Others are left out (RFC 7591, section 2).
 * @rule oauth.register.scopes
 */
function scopesFor(asked: string | undefined): string[] {
  if (asked === undefined || asked.trim() === '') return [...REGISTRABLE_SCOPES];
  const known = [...new Set(asked.split(' ').map(neutralWord))].filter(
    (one) => Object.hasOwn(SCOPES, one) && grantsScope(REGISTRABLE_SCOPES, one),
  );
  if (known.length === 0)
    throw wrong(`scope: none of these scopes is for registered clients; expected parts of ${[...REGISTRABLE_SCOPES].join(' ')}.`);
  return known;
}

/** Requires valid redirect URIs. A refusal has the code and the field name of RFC 7591. */
function requireRegistrableUris(fields: ClientFields): void {
  try {
    requireRedirectUris(fields);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw invalid('invalid_redirect_uri', error.message.replace('body.redirectUris', 'redirect_uris'));
  }
}

const wrong = (message: string): Problem => invalid('invalid_client_metadata', message);
