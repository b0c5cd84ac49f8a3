/** The client of a request to the OAuth endpoints: how it authenticates, and its refused requests. */
import { type Code, neutralWord, type WordsSent } from '@millrace/contract';
import { hasIdForm } from '../../../../core/base/id.ts';
import { type ExactReason, invalid, Problem, unauthenticated, withReason } from '../../../../core/base/problem.ts';
import type { ChangeFacts } from '../../../../core/http/changes.ts';
import type { RefusedRequest } from '../../../../core/http/feature.ts';
import { basicCredentials } from '../../../../core/http/headers.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { recordRefusedSignIn } from '../../../security/audit-log/index.ts';
import { ClientSecretUses, noteRefusal, type UsableClient, usableClients } from '../../oauth-clients/index.ts';
import { clientOfAssertion, redeemAssertion } from './assertions.ts';

/** The fields of a request in which a client names itself and proves its identity. */
type ClientFieldsSent = {
  client_id?: string;
  client_secret?: string;
  client_assertion?: string;
  client_assertion_type?: string;
};

/** A request to an OAuth endpoint. */
export type OauthCall = Platform & {
  body: ClientFieldsSent;
  header(name: string): string | undefined;
  changeFacts(answer: { status: number }): ChangeFacts;
  wordsSent: WordsSent;
};

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Returns whether a request contains a proof of the identity of its client, right or wrong. Refuses a request with a malformed proof. */
export function provesItself(call: OauthCall): boolean {
  const { secret, assertion } = readProof(call);
  return secret !== undefined || assertion !== undefined;
}

/** Returns the id of the client that a request names, not verified; undefined if it names none. The fields may violate the contract. */
function namedClient(
  header: OauthCall['header'],
  { client_id: id, client_assertion: assertion }: Partial<Record<string, unknown>>,
): string | undefined {
  const stated = readBasic(header('authorization'))?.id ?? (typeof assertion === 'string' ? clientOfAssertion(assertion) : undefined);
  return stated ?? (typeof id === 'string' ? id : undefined);
}

/** What a request says about its client, not verified; `isInHeader`: the header Authorization says it. */
type Proof = { id: string | undefined; secret?: string; assertion?: string; isInHeader: boolean };

/**
 * Returns the client of a request, which has to prove itself, or refuses. `known` is the client that a token in the request was issued to; it counts when
 * the request names no other.
 * @rule oauth.token.client
 * @rule oauth.token.public-client
 */
export async function authenticateClient(call: OauthCall, known?: string): Promise<UsableClient> {
  const proof = readProof(call);
  const id = proof.id ?? known;
  if (id === undefined) throw invalid('invalid_request', 'The field client_id is missing.');
  // The same refusal as for a wrong secret: a caller must not learn which clients exist.
  const client = hasIdForm(id) ? await call.batcher.run(usableClients, id) : undefined;
  if (!client) return refuseClient(call, proof, {});
  const fault = await redeemProof(call, client, proof);
  return fault ? refuseClient(call, proof, { ...fault, program: id }) : client;
}

/** Reads the proof of a request. Refuses one that cannot be read, several at once, and one that contradicts the field client_id. */
function readProof({ header, body }: OauthCall): Proof {
  const basic = readBasic(header('authorization'));
  if (basic === null)
    throw unauthenticated(
      'invalid_client',
      'The header Authorization has no id and secret: send "Basic" and base64 of the encoded id, a colon and the encoded secret.',
      CHALLENGE,
    );
  const given = [basic?.secret, body.client_secret, body.client_assertion].filter((one) => one !== undefined && one !== '');
  if (given.length > 1) throw invalid('invalid_request', 'The client proves its identity in several ways: send one of them.');
  if (body.client_assertion !== undefined && body.client_assertion_type !== ASSERTION_TYPE)
    throw invalid('invalid_request', `The field client_assertion_type must be ${ASSERTION_TYPE}.`);
  const stated =
    basic?.id ?? (body.client_assertion === undefined ? undefined : (clientOfAssertion(body.client_assertion) ?? body.client_id ?? ''));
  if (stated !== undefined && body.client_id !== undefined && stated !== body.client_id)
    throw invalid('invalid_request', 'The field client_id is not the client that the secret or the assertion belongs to.');
  // An empty secret is the same as none (RFC 6749, section 2.3.1).
  const secret = basic?.secret || body.client_secret || undefined;
  return {
    id: stated ?? body.client_id,
    ...(secret !== undefined && { secret }),
    ...(body.client_assertion !== undefined && { assertion: body.client_assertion }),
    isInHeader: basic !== undefined,
  };
}

/**
 * Reads id and secret from a header of HTTP Basic; both are encoded as in a form (RFC 6749, section 2.3.1). Null if it has none that can be read;
 * undefined without such a header: other schemes prove nothing here.
 */
function readBasic(header: string | undefined): { id: string; secret: string } | null | undefined {
  const sent = basicCredentials(header);
  if (!sent) return sent;
  try {
    return { id: decodeField(sent.user), secret: decodeField(sent.password) };
  } catch {
    // An invalid escape sequence.
    return null;
  }
}

const CHALLENGE = 'Basic realm="OAuth clients"';
const decodeField = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const NO_PROOF: ExactReason = {
  reason: 'The request has no secret and no assertion, and the client is of the type web.',
  advice: 'Send client_secret, HTTP Basic or client_assertion.',
};

/**
 * Uses a proof: returns undefined if the client is accepted, or the reason why it is not. A client of the type web always proves its identity. A program
 * on the device of a person cannot keep a secret, and is bound by PKCE.
 */
async function redeemProof(call: OauthCall, client: UsableClient, { secret, assertion }: Proof): Promise<ExactReason | undefined> {
  if (secret !== undefined) return faultOfMethod(client, 'client_secret') ?? redeemSecret(call, client, secret);
  if (assertion !== undefined) return faultOfMethod(client, 'private_key_jwt') ?? redeemAssertion(call, client, assertion);
  return client.app_type === 'web' ? NO_PROOF : undefined;
}

const faultOfMethod = ({ allowed_auth_methods: allowed }: UsableClient, method: string): ExactReason | undefined =>
  allowed.includes(method)
    ? undefined
    : { reason: `The request uses ${method}; the client may use ${allowed.join(', ')}.`, advice: `Add ${method} to allowedAuthMethods.` };

/** Records the use of a right secret, and returns undefined; or returns the reason why the secret is not accepted. */
function redeemSecret(
  { identity: { tokens }, processState }: OauthCall,
  { id, secrets }: UsableClient,
  secret: string,
): ExactReason | undefined {
  // The hash is keyed, so the duration of the comparison reveals nothing about the secret.
  const hash = tokens.hash(secret).toString('hex');
  const hint = Object.keys(secrets).find((one) => secrets[one] === hash);
  if (hint === undefined) return wrongSecret(Object.keys(secrets));
  processState.of(ClientSecretUses, () => new ClientSecretUses()).note(id, hint);
  return undefined;
}

const wrongSecret = (hints: readonly string[]): ExactReason => ({
  reason:
    hints.length === 0
      ? 'The client has no secret any more.'
      : `The secret is wrong. The secrets of the client have the hints ${hints.join(', ')}.`,
  advice: 'Compare the last characters of the secret of the program, or create another secret.',
});

/**
 * Records the refused sign-in of a client, and refuses it. Only the owner of the client gets the exact reason.
 * @rule oauth.token.credentials
 */
async function refuseClient(call: OauthCall, { id, isInHeader }: Proof, exact: ExactReason): Promise<never> {
  await recordRefusedSignIn(call, call.changeFacts({ status: 401 }), id !== undefined && hasIdForm(id) ? id : undefined);
  const code: Code = 'invalid_client';
  const message =
    'The client is unknown, or its secret or assertion is missing or wrong: check both, and the allowedAuthMethods of the client.';
  throw withReason(isInHeader ? unauthenticated(code, message, CHALLENGE) : new Problem(401, code, message), exact);
}

/** Answers to a device that asks for its tokens before a person has decided. Every sign-in of a device has some. */
const EXPECTED_CODES = new Set<string>(['authorization_pending', 'slow_down']);

/** Records a refused request to the OAuth endpoints for the owner of the client, if the request names a client. Faults of the server are not recorded. */
export function noteRefusedRequest(platform: Platform, { route, problem, query, body, header, client: caller }: RefusedRequest): void {
  if (problem.status >= 500 || EXPECTED_CODES.has(problem.code)) return;
  const fields = fieldsIn(body) ?? fieldsIn(query) ?? {};
  const client = problem.exact?.program ?? namedClient(header, fields);
  if (client === undefined) return;
  const { grant_type: grantType } = fields;
  noteRefusal(platform, {
    client,
    endpoint: route.slice(route.indexOf('/')),
    problem,
    address: caller.address,
    ...(typeof grantType === 'string' && { grantType: neutralWord(grantType) }),
  });
}

const fieldsIn = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
