/** An authorisation request: its parameters, its redirect URI, and the reasons of refusals. */
import { hasIdForm } from '../../../../core/base/id.ts';
import { type ExactReason, invalid, type Problem, withReason } from '../../../../core/base/problem.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { type UsableClient, usableClients } from '../../oauth-clients/index.ts';
import { askedScopes } from '../clients/asked-scopes.ts';

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge_method',
  'code_challenge',
  'prompt',
  'max_age',
  'login_hint',
  'former_session',
] as const;

type Name = (typeof NAMES)[number];

/** A client, one of its redirect URIs, and the state: refusals are sent there. */
export type Target = { client: UsableClient; redirectUri: string; state: string | undefined };

/** A request that is complete and allowed to the client. */
export type AuthorizationRequest = Target & {
  scopes: string[];
  challenge: string;
  prompt: ReadonlySet<string>;
  maxAge: number | undefined;
  loginHint: string | undefined;
  /** The session because of which the person had to sign in again; `none` if there was no session. */
  formerSession: string | undefined;
  /** The parameters, each once, to continue the request after another page. */
  query: URLSearchParams;
};

type Pair = [name: string, value: string];

/** The parameters as a browser has sent them, from the query of a call. */
export const sentParameters = (query: object): URLSearchParams =>
  new URLSearchParams(Object.entries(query).flatMap(([name, values]) => [values].flat().map((one): Pair => [name, String(one)])));

/** The value of a parameter. An empty one counts as absent (RFC 6749, section 3.1). */
const valueOf = (sent: URLSearchParams, name: Name): string | undefined => sent.get(name) || undefined;

const isRepeated = (sent: URLSearchParams, name: Name): boolean => sent.getAll(name).length > 1;

/**
 * Finds the client of a request and checks its redirect URI, or refuses. Until both are known, nothing is sent to the redirect URI.
 * @rule oauth.authorize.client
 */
export async function findTarget({ batcher }: Platform, sent: URLSearchParams): Promise<Target> {
  const id = isRepeated(sent, 'client_id') ? '' : (valueOf(sent, 'client_id') ?? '');
  const client = hasIdForm(id) ? await batcher.run(usableClients, id) : undefined;
  if (!client)
    throw invalid('invalid_client', 'client_id must be the id of an OAuth client, once. The owner of the program can correct this.');
  const redirectUri = isRepeated(sent, 'redirect_uri') ? '' : (valueOf(sent, 'redirect_uri') ?? '');
  if (!hasRedirectUri(client, redirectUri))
    throw withReason(
      invalid(
        'redirect_unknown',
        `redirect_uri must be one of the redirectUris of the client '${client.name}', once and byte for byte. The owner of the program can correct this.`,
      ),
      { ...unknownRedirectUri(client, redirectUri), program: client.id },
    );
  return { client, redirectUri, state: isRepeated(sent, 'state') ? undefined : valueOf(sent, 'state') };
}

/** The maximum characters of all parameters together, because addresses of pages contain them. */
const MAX_CHARACTERS = 4096;
const MAX_LOGIN_CHARACTERS = 512;

/**
 * Reads a request to a known target, or refuses it.
 * @rule oauth.authorize.parameters
 */
export function readRequest(target: Target, sent: URLSearchParams): AuthorizationRequest {
  const { client } = target;
  const repeated = NAMES.find((name) => name !== 'scope' && isRepeated(sent, name));
  if (repeated !== undefined) throw requestFault(`${repeated} is sent several times: send it once.`);
  const scope = sent.getAll('scope').join(' ').trim();
  const known = NAMES.map((name): Pair => [name, name === 'scope' ? scope : (valueOf(sent, name) ?? '')]);
  const query = new URLSearchParams(known.filter(([, value]) => value !== ''));
  if (query.toString().length > MAX_CHARACTERS) throw requestFault(`The parameters together have more than ${MAX_CHARACTERS} characters.`);
  if (requireParameter(sent, 'response_type') !== 'code') throw invalid('unsupported_response_type', 'response_type must be code.');
  requireParameter(sent, 'state');
  if (scope === '') throw requestFault('scope is missing.');
  const challenge = challengeIn(sent);
  const loginHint = valueOf(sent, 'login_hint');
  if ((loginHint ?? '').length > MAX_LOGIN_CHARACTERS) throw requestFault(`login_hint has more than ${MAX_LOGIN_CHARACTERS} characters.`);
  const request = { prompt: promptIn(sent), maxAge: maxAgeIn(sent), loginHint, formerSession: valueOf(sent, 'former_session') };
  requirePersonalClient(client);
  return { ...target, ...request, challenge, query, scopes: askedScopes(scope, client.allowed_scopes) };
}

/** Returns the value of a parameter, or refuses if it is missing. */
function requireParameter(sent: URLSearchParams, name: Name): string {
  const value = valueOf(sent, name);
  if (value === undefined) throw requestFault(`${name} is missing.`);
  return value;
}

/**
 * Without a proof key, a code that is stolen on its way could be redeemed (RFC 7636).
 * @rule oauth.authorize.challenge
 */
function challengeIn(sent: URLSearchParams): string {
  if (requireParameter(sent, 'code_challenge_method') !== 'S256') throw requestFault('code_challenge_method must be S256.');
  const challenge = requireParameter(sent, 'code_challenge');
  if (!/^[\w-]{43}$/.test(challenge))
    throw requestFault('code_challenge must be the SHA-256 of the code verifier in base64url: 43 characters.');
  return challenge;
}

function promptIn(sent: URLSearchParams): ReadonlySet<string> {
  const words = (valueOf(sent, 'prompt') ?? '').split(' ').filter((word) => word !== '');
  const unknown = words.find((word) => !['none', 'login', 'consent'].includes(word));
  if (unknown !== undefined) throw requestFault(`prompt must be none, login or consent, and not '${unknown.slice(0, 100)}'.`);
  if (words.length > 1 && words.includes('none')) throw requestFault('prompt: none cannot be combined.');
  return new Set(words);
}

function maxAgeIn(sent: URLSearchParams): number | undefined {
  const text = valueOf(sent, 'max_age');
  if (text !== undefined && !/^\d{1,10}$/.test(text)) throw requestFault('max_age must be a number of seconds.');
  return text === undefined ? undefined : Number(text);
}

/**
 * The client signs people in.
 * @rule oauth.authorize.type
 */
function requirePersonalClient({ app_type: appType }: UsableClient): void {
  if (appType === 'anonymous-embed')
    throw invalid('unauthorized_client', 'Clients of the type anonymous-embed act for no person: use a client of the type spa.');
}

const requestFault = (message: string): Problem => invalid('invalid_request', message);

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::[1-9]\d{0,4})?(?=[/?]|$)/;

/** A loopback address without its port; undefined for any other address. */
const withoutPort = (uri: string): string | undefined =>
  LOOPBACK.test(uri) && URL.canParse(uri) ? uri.replace(LOOPBACK, '$1') : undefined;

/**
 * Returns whether a text is a redirect URI of a client, byte for byte. A native client uses any free port of its machine (RFC 8252, section 7.3).
 * @rule oauth.authorize.redirect
 */
function hasRedirectUri({ app_type: appType, redirect_uris: registered }: UsableClient, uri: string): boolean {
  if (registered.includes(uri)) return true;
  const wanted = appType === 'native' ? withoutPort(uri) : undefined;
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

/** Builds the exact reason for the refusal of a redirect URI. It names the registered one that begins like the sent one for the most characters. */
export function unknownRedirectUri(
  { redirect_uris: registered }: Pick<UsableClient, 'redirect_uris'>,
  sent: string,
): Required<Pick<ExactReason, 'reason' | 'advice'>> {
  const [nearest] = registered.toSorted((one, other) => commonStart(other, sent) - commonStart(one, sent));
  return {
    reason: `The redirect_uri ${sent === '' ? 'is missing' : `${sent} is not registered`}; ${
      nearest === undefined ? 'the client has none' : `the nearest registered one is ${nearest}`
    }.`,
    advice: 'Send a registered redirect URI byte for byte, or add this one to redirectUris of the client.',
  };
}

/** The length of the common prefix of two texts. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
