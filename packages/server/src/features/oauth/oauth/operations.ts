import { Readable } from 'node:stream';
import { asWritten, neutralWord, SCOPES } from '@millrace/contract';
import { nowMilliseconds } from '../../../core/base/clock.ts';
import { invalid, Problem, tooOften } from '../../../core/base/problem.ts';
import { endpoint, type Download } from '../../../core/http/endpoint.ts';
import { showRefusal } from '../../accounts/sign-in/index.ts';
import { IMPERSONATION, registerClient } from '../oauth-clients/index.ts';
import { issueCode, nextStep, redirectRefusals } from './authorize/next-step.ts';
import { sentParameters } from './authorize/request.ts';
import { askedScopes } from './clients/asked-scopes.ts';
import { ASSERTION_ALGORITHMS } from './clients/assertions.ts';
import { authenticateClient, provesItself } from './clients/client-proof.ts';
import { registeredFields } from './clients/registration.ts';
import { addDevice, requireDeviceClient } from './devices/devices.ts';
import { issueClientToken, issueImpersonationToken } from './token/client-grant.ts';
import { redeemAuthorizationCode } from './token/code-grant.ts';
import { DEVICE_GRANT, redeemDeviceCode } from './token/device-grant.ts';
import { exchangeAccessToken } from './token/exchange-grant.ts';
import type { GrantType } from './token/grant-type.ts';
import { describeToken, endToken, findToken } from './token/known-token.ts';
import { redeemRefreshToken } from './token/refresh-grant.ts';

/** Begins or continues the authorisation of a client by a person. The only write is the row of a code, by one statement. */
export const authorizeOauthClient = endpoint('GET /oauth/authorize', {
  allow: 'public',
  // RFC 9700, section 2.6: browsers open this address; scripts of pages must not.
  ownPagesOnly: true,
  transaction: 'none',

  async run(call) {
    try {
      const location = await takeNextStep(call, sentParameters(call.query));
      // The address of a request belongs to the client and the person.
      return { status: 302, headers: { location, 'referrer-policy': 'no-referrer' } };
    } catch (error) {
      if (error instanceof Problem && error.status === 400 && call.header('accept')?.includes('text/html')) return asPage(error, call);
      throw error;
    }
  },
});

/** Takes the next step of an authorisation, and returns the address to which the browser goes. Stores a code if the client gets one. */
async function takeNextStep(call: Parameters<typeof nextStep>[0], sent: URLSearchParams): Promise<string> {
  const step = await nextStep(call, sent);
  if ('redirectTo' in step) return step.redirectTo;
  const { request } = step;
  if (step.decide === 'consent') return `/oauth/consent?${request.query}`;
  const done = await redirectRefusals(call, request, async () => ({ redirectTo: await issueCode(call, call.db.writer, step) }));
  return done.redirectTo;
}

/** A refusal for the person in front of the browser. */
function asPage(problem: Problem, call: { requestId: string; header(name: string): string | undefined }): Download {
  const { html = '', headers } = showRefusal(problem, call.requestId, call.header);
  return {
    status: 400,
    stream: Readable.from([html]),
    contentType: 'text/html; charset=utf-8',
    headers: headers as Record<string, string>,
  };
}

/** The handlers of the grant types, by their names in a request. */
const GRANT_TYPES: Readonly<Record<string, GrantType>> = {
  authorization_code: redeemAuthorizationCode,
  refresh_token: redeemRefreshToken,
  client_credentials: issueClientToken,
  'urn:ietf:params:oauth:grant-type:token-exchange': exchangeAccessToken,
  [IMPERSONATION]: issueImpersonationToken,
  [DEVICE_GRANT]: redeemDeviceCode,
};

/**
 * Issues tokens to an OAuth client.
 * @rule oauth.token.grants
 * @rule oauth.public.bearer
 */
export const issueOauthToken = endpoint('POST /oauth/token', {
  allow: 'public',
  // Each grant type has its own transactions.
  transaction: 'none',

  async run(call) {
    const name = neutralWord(call.body.grant_type);
    const issue = Object.hasOwn(GRANT_TYPES, name) ? GRANT_TYPES[name] : undefined;
    if (!issue) throw invalid('unsupported_grant_type', `The field grant_type must be one of ${Object.keys(GRANT_TYPES).join(', ')}.`);
    // In addition to Cache-Control: RFC 6749, section 5.1, requires it for caches of HTTP/1.0.
    return { status: 200, headers: { pragma: 'no-cache' }, body: await issue(call) };
  },
});

/**
 * Ends an access token, or a refresh token with its grant. The answer does not say whether the token was known (RFC 7009).
 * @rule oauth.revoke.token
 * @rule oauth.revoke.own
 */
export const revokeOauthToken = endpoint('POST /oauth/revoke', {
  allow: 'public',
  // No transaction: the proof of the client's identity runs its own statements, and one statement revokes.
  transaction: 'none',

  async run(call) {
    const client = provesItself(call) ? (await authenticateClient(call)).id : call.body.client_id || undefined;
    const found = await findToken(call, call.body.token);
    if (!found) return { status: 200, body: {} };
    if (client !== undefined && client !== found.client)
      throw invalid('invalid_grant', 'The token is of another client, so this client cannot revoke it.');

    await endToken(call, found);
    return { status: 200, body: {} };
  },
});

/**
 * Returns the claims of a token of the client's tenant (RFC 7662).
 * @rule oauth.introspect.client
 * @rule oauth.introspect.tenant
 */
export const introspectOauthToken = endpoint('POST /oauth/introspect', {
  allow: 'public',
  transaction: 'none',

  async run(call) {
    if (!provesItself(call))
      throw new Problem(401, 'invalid_client', 'The client must prove its identity by its secret or by a signed assertion.');
    const client = await authenticateClient(call);
    const found = await findToken(call, call.body.token);
    const known = found && (await describeToken(call, found));
    if (known?.tenant !== client.tenant_id) return { status: 200, body: { active: false } };
    const scope = asWritten(known.scopes, client.vendor_words).join(' ');
    return { status: 200, body: { ...known.described, scope } };
  },
});

/**
 * Begins the sign-in of a device without a browser.
 * @rule oauth.device.request
 */
export const authorizeDevice = endpoint('POST /oauth/device_authorization', {
  allow: 'public',
  // The refusal of a client is recorded although nothing else is stored.
  transaction: 'none',
  audit: 'none',

  async run(call) {
    const client = await authenticateClient(call);
    requireDeviceClient(client);
    const scopes = askedScopes(call.body.scope, client.allowed_scopes);

    return { status: 200, body: await addDevice(call, client, scopes) };
  },
});

/** Registrations of one address that a process accepts in a minute. */
const PER_MINUTE = 10;

/**
 * Registers an OAuth client on its own request (RFC 7591), if the operator allows it. Only this answer contains its secret.
 * @rule oauth.register.setting
 * @rule oauth.register.limit
 */
export const registerOauthClient = endpoint('POST /oauth/register', {
  allow: 'public',

  async run(call) {
    const {
      body,
      client,
      process: { rateLimiter },
      settings: { registersClients },
    } = call;
    if (!registersClients)
      throw new Problem(404, 'route_unknown', 'Clients cannot register themselves at this install: an administrator creates them.');
    const wait = rateLimiter.take(`oauth registration ${client.address}`, PER_MINUTE);
    if (wait !== undefined) throw tooOften(`Too many registrations come from your address: wait ${wait} seconds.`, wait);
    const { fields, method } = registeredFields(body);
    const { id, secret } = await registerClient(call, fields);
    return {
      status: 201,
      body: {
        client_id: id,
        ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
        client_id_issued_at: Math.floor(nowMilliseconds() / 1000),
        client_name: fields.clientName,
        ...(fields.clientUri !== undefined && { client_uri: fields.clientUri }),
        ...(fields.logoUri !== undefined && { logo_uri: fields.logoUri }),
        redirect_uris: fields.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: method,
        scope: asWritten(fields.allowedScopes, call.wordsSent.asTheirs).join(' '),
      },
    };
  },
});

const PROOFS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
/** A client without a secret names itself by its id, or by the token that it revokes. */
const PROOFS_OR_NONE = [...PROOFS, 'none'];

/**
 * Reads what the OAuth server supports.
 * @rule oauth.metadata.document
 */
export const getOauthMetadata = endpoint('GET /.well-known/oauth-authorization-server', {
  allow: 'public',
  transaction: 'none',

  async run({ settings: { publicUrl, registersClients } }) {
    const issuer = publicUrl();
    return {
      status: 200,
      body: {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        introspection_endpoint: `${issuer}/oauth/introspect`,
        device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
        ...(registersClients && { registration_endpoint: `${issuer}/oauth/register` }),
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        scopes_supported: Object.keys(SCOPES),
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: Object.keys(GRANT_TYPES),
        token_endpoint_auth_methods_supported: PROOFS_OR_NONE,
        token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
        revocation_endpoint_auth_methods_supported: PROOFS_OR_NONE,
        revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
        introspection_endpoint_auth_methods_supported: PROOFS,
        introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        service_documentation: `${issuer}/docs`,
      },
    };
  },
});
