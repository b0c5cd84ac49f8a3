/** The rules of OAuth clients. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { grantsScope, neutralWord, type Permission, PERMISSION_SCOPES, PERMISSIONS, type Schema, SCOPES } from '@millrace/contract';
import { invalid, notFound, type Problem } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireHeld } from '../../security/held/index.ts';
import { IMPERSONATION, MIN_RSA_BITS, type ClientFields, type ClientRow } from './client.ts';

/** Checks the fields of a new or a changed client, in the order of the rules. */
export function requireValidClient(fields: ClientFields): void {
  requireOriginsOnlyOfSpa(fields);
  requireGrantsOnlyOfWeb(fields);
  requireKeys(fields);
  requireKnownScopes(fields);
  requireRedirectUris(fields);
  fields.allowedOrigins.forEach(requireOrigin);
  requireAddresses(fields);
  fields.publicKeys.forEach(requirePublicKey);
  requireDifferentKeys(fields);
}

/**
 * Only a client of the type spa has allowed origins.
 * @rule oauth-clients.create.origins
 */
function requireOriginsOnlyOfSpa({ appType, allowedOrigins }: ClientFields): void {
  if (appType !== 'spa' && allowedOrigins.length > 0)
    throw bodyFault(`allowedOrigins: only clients of the type spa have origins, this one is ${appType}.`);
}

/**
 * Only a client of the type web has grants beside the sign-in of a person.
 * @rule oauth-clients.create.grants
 */
function requireGrantsOnlyOfWeb({ appType, allowedGrantTypes }: ClientFields): void {
  if (appType !== 'web' && allowedGrantTypes.length > 0)
    throw bodyFault(`allowedGrantTypes: only clients of the type web have further grants, this one is ${appType}.`);
}

/**
 * A client that signs has public keys, or the address of them.
 * @rule oauth-clients.create.keys
 */
function requireKeys({ allowedAuthMethods, publicKeys, jwksUri }: ClientFields): void {
  if (allowedAuthMethods.includes('private_key_jwt') && publicKeys.length === 0 && jwksUri === undefined)
    throw bodyFault('publicKeys: the method private_key_jwt needs at least one public key, or jwksUri.');
}

/** @rule oauth-clients.all.scopes */
function requireKnownScopes({ allowedScopes }: ClientFields): void {
  const unknown = allowedScopes.find((scope) => !Object.hasOwn(SCOPES, scope));
  if (unknown !== undefined) throw bodyFault(`allowedScopes: there is no scope '${unknown}'.`);
}

/** Checks the redirect URIs of a client. */
export const requireRedirectUris = (fields: Pick<ClientFields, 'appType' | 'redirectUris'>): void =>
  fields.redirectUris.forEach((uri) => requireRedirectUri(fields, uri));

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * RFC 8252, sections 7 and 8.4: a scheme of an app is a domain in reverse order, so it has a period.
 * @rule oauth-clients.all.redirects
 */
function requireRedirectUri({ appType }: Pick<ClientFields, 'appType'>, text: string): void {
  const uri = URL.parse(text);
  if (!uri || lacksHost(text) || hasWildcard(uri)) throw bodyFault(`redirectUris: '${text}' is not an absolute URI of one address.`);
  if (text.includes('#')) throw bodyFault(`redirectUris: '${text}' has a fragment.`);
  if (hasUser(text)) throw bodyFault(`redirectUris: '${text}' has a user or a password.`);
  if (uri.protocol === 'https:') return;
  if (appType !== 'native') throw bodyFault(`redirectUris: '${text}' must begin with https://.`);
  const isLoopback = uri.protocol === 'http:' && LOOPBACK.has(uri.hostname);
  if (!isLoopback && !uri.protocol.includes('.'))
    throw bodyFault(
      `redirectUris: '${text}' must begin with https://, lead to http://127.0.0.1, http://[::1] or http://localhost, or have the scheme of a domain in reverse order, as in com.example.app:/callback.`,
    );
}

/** @rule oauth-clients.all.origins */
function requireOrigin(text: string): void {
  const uri = URL.parse(text);
  if (uri?.origin !== text || hasWildcard(uri))
    throw bodyFault(`allowedOrigins: '${text}' is not an origin, as in https://report.example.com:8443.`);
  if (uri.protocol !== 'https:' && !LOOPBACK.has(uri.hostname)) throw bodyFault(`allowedOrigins: '${text}' must begin with https://.`);
}

/** @rule oauth-clients.all.addresses */
function requireAddresses(fields: ClientFields): void {
  for (const name of ['logoUri', 'clientUri', 'jwksUri'] as const) {
    const text = fields[name];
    if (text === undefined) continue;
    const uri = URL.parse(text);
    if (!uri || lacksHost(text) || hasUser(text)) throw bodyFault(`${name}: '${text}' is not an address without a user or a password.`);
  }
}

/** Returns whether a text has a user, also an empty one as in https://@host, which `URL` drops. */
const hasUser = (text: string): boolean => /^[^/?#]*\/\/[^/?#]*@/.test(text);

/** `URL` also accepts https:host and https:///host, in which other programs find no host. */
const lacksHost = (text: string): boolean => /^https?:(?!\/\/[^/])/i.test(text);

const hasWildcard = ({ hostname }: URL): boolean => hostname.includes('*');

/** @rule oauth-clients.all.public-keys */
function requirePublicKey(jwk: Schema<'OauthPublicKey'>, index: number): void {
  const field = `publicKeys.${index}`;
  const isRsa = jwk.kty === 'RSA';
  if (isRsa !== jwk.alg.startsWith('RS')) throw bodyFault(`${field}: the algorithm ${jwk.alg} does not fit a key of the type ${jwk.kty}.`);
  const [own, foreign] = isRsa ? [RSA_FIELDS, EC_FIELDS] : [EC_FIELDS, RSA_FIELDS];
  const missing = own.find((name) => jwk[name] === undefined);
  if (missing) throw bodyFault(`${field}: a key of the type ${jwk.kty} needs the field ${missing}.`);
  const extra = foreign.find((name) => jwk[name] !== undefined);
  if (extra) throw bodyFault(`${field}: a key of the type ${jwk.kty} has no field ${extra}.`);
  const { modulusLength = 0, publicExponent = 0n } = keyOf(jwk, field).asymmetricKeyDetails ?? {};
  if (isRsa && modulusLength < MIN_RSA_BITS)
    throw bodyFault(`${field}: the key has ${modulusLength} bits; at least ${MIN_RSA_BITS} are needed.`);
  if (isRsa && (publicExponent < 3n || publicExponent % 2n === 0n)) throw bodyFault(`${field}: the exponent must be odd and at least 3.`);
}

const RSA_FIELDS = ['n', 'e'] as const;
const EC_FIELDS = ['crv', 'x', 'y'] as const;

function keyOf(jwk: Schema<'OauthPublicKey'>, field: string): KeyObject {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    throw bodyFault(`${field}: the numbers are not a public key of the type ${jwk.kty}.`);
  }
}

/** @rule oauth-clients.all.public-keys */
function requireDifferentKeys({ publicKeys }: ClientFields): void {
  const ids = publicKeys.map(({ kid }) => kid);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw bodyFault(`publicKeys: two keys have the id '${repeated}'.`);
}

const bodyFault = (message: string): Problem => invalid('malformed_request', `body.${message}`);

/**
 * A caller that confirms a deletion names the client that it deletes. The documentation of the API does not name the header, so it may be absent.
 * @rule oauth-clients.delete.confirmed
 */
export function requireConfirmedDeletion(confirmed: string | undefined, id: string): void {
  if (confirmed !== undefined && confirmed.trim().toLowerCase() !== id)
    throw invalid(
      'deletion_not_confirmed',
      'The header service-confirm-delete names another client than the path: send the id of the client that is deleted, or leave the header out.',
    );
}

/**
 * The people of a client can be asked for consent: an embedded page has no sign-in.
 * @rule oauth-clients.consent.types
 */
export function requireConsentSupported(appType: Schema<'OauthAppType'>): void {
  if (appType === 'anonymous-embed')
    throw invalid('consent_not_supported', 'Clients of the type anonymous-embed act for no person, so there is no consent to set.');
}

/**
 * The owner has not deleted the client.
 * @rule oauth-clients.consent.deleted
 */
export function requireNotDeleted({ id, deleted_at: deletedAt }: ClientRow): void {
  if (deletedAt !== null) throw notFound('OAuth client', id);
}

/** The permissions that a token with a scope can have in some operation. */
function permissionsOf(scope: string): Permission[] {
  const scopes = new Set([scope]);
  const everywhere = PERMISSIONS.filter((one) => grantsScope(scopes, PERMISSION_SCOPES[one]));
  const somewhere = Object.entries(SCOPES).flatMap(([name, { permissions = [] }]) => (grantsScope(scopes, name) ? permissions : []));
  return [...everywhere, ...somewhere];
}

/** Returns whether clients with these grant types may act for people who are not present. */
export const impersonates = (grantTypes: readonly string[]): boolean => grantTypes.map(neutralWord).includes(IMPERSONATION);

/** A client that a caller creates, changes or opens a way to; `asksPeople`: it acts for people only with their consent. */
type GivenClient = { name: string; scopes: readonly string[]; asksPeople: boolean };

/**
 * Requires that the caller has all permissions that the scopes of a client include. The bot user of a client is an administrator, and a client may act for
 * administrators. Without this check, a caller that gives itself a way to use the client would get their permissions. A client that does not ask people
 * also acts with their rights on workspaces, so the caller must be allowed to give all of these.
 * @rule oauth-clients.all.no-escalation
 */
export function requireScopesHeld(actor: Pick<Actor, 'permissions'>, { name, scopes, asksPeople }: GivenClient): void {
  const permissions = scopes.flatMap(permissionsOf);
  requireHeld(actor, {
    kind: 'OAuth client',
    name,
    permissions: asksPeople ? permissions : [...permissions, 'SVC_ENVIRONMENT_MANAGEMENT'],
  });
}
