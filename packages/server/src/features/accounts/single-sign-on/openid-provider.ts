/** The identity provider as a partner of OpenID Connect: its address for a sign-in, and the person that comes back, by its claims. */
import type { Configuration } from 'openid-client';
import type { CachedQuery } from '../../../core/base/in-memory.ts';
import { storable } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';
import { isSafeFromReaders, type OpenIdSetting } from '../../../core/outbound/settings.ts';
import { isEmailAddress } from '../people/index.ts';
import type { PageText } from '../sign-in/index.ts';
import { fetchBounded } from './bounded-fetch.ts';
import type { Flow } from './flows.ts';

/** The texts for people about what the provider has answered. */
type ProviderText = Extract<PageText, `provider${string}`>;

/** The reason why the provider identified no person. */
export class ProviderFault extends Error {
  /** 403: the provider refuses the person, or its answer proves no identity. 502: the provider cannot be reached, or its answer is invalid. */
  readonly status: 403 | 502;
  readonly reason: string;
  /** The text that the person reads, with the name of the provider and the reason. */
  readonly text: ProviderText;

  constructor(status: 403 | 502, reason: string, text: ProviderText) {
    super(text);
    this.status = status;
    this.reason = reason;
    this.text = text;
  }
}

/** The claims of a person: those of the ID token, and those of the userinfo endpoint. */
type Claims = Readonly<Record<string, unknown>>;

type Call = Pick<PageCall, 'cache' | 'query' | 'log'> & { settings: Pick<PageCall['settings'], 'publicUrl'> };

/** The time for an answer of the provider. */
const SECONDS = 5;
const HOUR = 3_600_000;

/** The configuration of the provider. The library, too, is loaded at the first sign-in. */
const discovery: CachedQuery<OpenIdSetting, Configuration> = {
  cacheMilliseconds: HOUR,
  timeoutMilliseconds: (SECONDS + 1) * 1000,
  async run({ issuer, clientId, clientSecret }) {
    const library = await import('openid-client');
    const { ClientSecretBasic, ClientSecretPost, None, enableNonRepudiationChecks, allowInsecureRequests } = library;
    const server = new URL(issuer);
    const authenticate: ReturnType<typeof None> = (as, client, body, headers) => {
      const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const method =
        clientSecret === undefined
          ? None()
          : (methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost)(clientSecret);
      method(as, client, body, headers);
    };
    return library.discovery(server, clientId, undefined, authenticate, {
      timeout: SECONDS,
      [library.customFetch]: fetchBounded,
      // The signature of the ID token is checked, although it comes over a connection to the provider.
      execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  },
};

const callbackUrl = ({ settings: { publicUrl } }: { settings: Pick<Call['settings'], 'publicUrl'> }): URL =>
  new URL(`${publicUrl()}/login/openid/callback`);

/**
 * The address of the provider at which a sign-in begins. Asks the provider for its configuration; throws a `ProviderFault`.
 * @rule sign-in.openid.flow
 */
export const authorizationUrl = (call: Call, setting: OpenIdSetting, { state, nonce, verifier }: Flow, again: boolean): Promise<string> =>
  orFault(call, async () => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const url = buildAuthorizationUrl(await call.cache.get(discovery, setting), {
      redirect_uri: callbackUrl(call).href,
      scope: setting.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login' }),
    });
    if (!isSafeFromReaders(url)) throw new TypeError('The provider names an address that is neither https nor http to this machine');
    return url.href;
  });

/**
 * Exchanges the code of a person that comes back from the provider for the claims. Those of the ID token come first. Throws a `ProviderFault`.
 * @rule sign-in.openid.token
 */
export async function claimsOf(call: Call, setting: OpenIdSetting, { state, nonce, verifier }: Flow): Promise<[Claims, ...Claims[]]> {
  const configuration = await orFault(call, () => call.cache.get(discovery, setting));
  const url = callbackUrl(call);
  url.search = call.query.toString();
  const exchange = async (): Promise<[Claims, ...Claims[]]> => {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(configuration, url, checks);
    const claims = tokens.claims();
    if (!claims) throw new TypeError('The provider sent no ID token');
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return [claims];
    return [claims, await fetchUserInfo(configuration, tokens.access_token, claims.sub)];
  };
  return orFault(call, exchange, refusalIn);
}

type LibraryError = Error & { code?: string; error?: string; cause?: { code?: string } };

/** Error codes of the library for answers that were understood but prove no identity. */
const UNPROVED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** The text for an error that refuses the person; undefined if the provider is at fault. */
function refusalIn({ code = '', error }: LibraryError): ProviderText | undefined {
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'providerRefused';
  return error === 'invalid_grant' || UNPROVED.has(code) ? 'providerUnproved' : undefined;
}

/**
 * Runs `work`; any failure counts as a failure of the provider. Its log line has no cause, because a cause may contain tokens.
 * @rule sign-in.openid.away
 */
async function orFault<T>(call: Pick<Call, 'log'>, work: () => Promise<T>, refusal: typeof refusalIn = () => undefined): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message: fault, code, error: answered = '', cause } = error as LibraryError;
    const reason = /^[a-z_]{1,60}$/.test(answered) ? answered : (code ?? cause?.code ?? 'no_answer');
    call.log.warn({ reason, fault }, 'a sign-in through the identity provider failed');
    const refused = refusal(error as LibraryError);
    throw refused === undefined ? new ProviderFault(502, reason, 'providerAway') : new ProviderFault(403, reason, refused);
  }
}

/** A person that has signed in at the provider. */
export type ProviderPerson = {
  issuer: string;
  subject: string;
  /** The email address, if the provider has verified it. */
  email: string | undefined;
  /** Login and email address of a new user; the address may not be verified. */
  login: string | undefined;
  address: string | undefined;
  firstName: string;
  lastName: string;
  roles: string[];
  groups: string[];
};

const MAX_CHARACTERS = 255;

/** Reads a person from the claims of the ID token and of the userinfo endpoint; of two claims with one name, the first counts. */
export function personOf(setting: OpenIdSetting, sources: readonly [Claims, ...Claims[]]): ProviderPerson {
  const text = (name: string): string => {
    const value = sources.map((claims) => claims[name]).find((one) => typeof one === 'string');
    return storable(value ?? '').slice(0, MAX_CHARACTERS);
  };
  const [{ iss: issuer, sub: subject }] = sources;
  const email = verifiedEmail(sources);
  const address = [email, text('email'), text('preferred_username')].find((one) => one !== undefined && isEmailAddress(one));
  const login = [email, text('preferred_username'), address].find((one) => one !== undefined && /^\S{1,255}$/.test(one));
  return {
    issuer: String(issuer),
    subject: String(subject),
    email,
    login,
    address,
    firstName: text('given_name') || text('name'),
    lastName: text('family_name'),
    roles: valuesOf(sources, setting.rolesClaim),
    groups: valuesOf(sources, setting.groupsClaim),
  };
}

/** The address and its verification must come from the same source, because another source may mean another address. */
function verifiedEmail(sources: readonly Claims[]): string | undefined {
  const { email } = sources.find((claims) => claims['email_verified'] === true && typeof claims['email'] === 'string') ?? {};
  return typeof email === 'string' && isEmailAddress(email) ? email : undefined;
}

/** The texts of a claim: one text, or a list. A name with dots may also be a path, as in `realm_access.roles`. */
function valuesOf(sources: readonly Claims[], name: string | undefined): string[] {
  if (name === undefined) return [];
  const within = (claims: Claims): unknown =>
    claims[name] ?? name.split('.').reduce<unknown>((value, step) => (value as Claims | null | undefined)?.[step], claims);
  const value = sources.map(within).find((one) => one !== undefined);
  return [value].flat().filter((one) => typeof one === 'string');
}
