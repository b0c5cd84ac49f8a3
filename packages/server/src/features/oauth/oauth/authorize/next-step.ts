/** Decides the next step of the browser in an authorisation request: sign in, ask for consent, or return to the client with a code or a refusal. */
import { grantsScope } from '@millrace/contract';
import { forbidden, invalid, Problem } from '../../../../core/base/problem.ts';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import type { PageCall } from '../../../../core/http/page.ts';
import { problemOf } from '../../../../core/http/refuse.ts';
import { oauthErrors } from '../../../../surfaces/error-formats.ts';
import type { Log } from '../../../../core/observability/log.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import type { FoundSession } from '../../../../identity/session-store.ts';
import { sessionOf } from '../../../accounts/sign-in/index.ts';
import { noteRefusal } from '../../oauth-clients/index.ts';
import { type AuthorizationRequest, findTarget, readRequest, type Target } from './request.ts';

/** The parameters of an operation or page that decides the next step. */
type AuthorizationCall = Platform & Pick<PageCall, 'header' | 'client' | 'requestId'> & { log: Log };

/** A request of a person that is signed in. */
export type PersonRequest = { request: AuthorizationRequest; session: FoundSession; facts: AuthorizationFacts };

/** The next step: an address, or a decision for the person of a session. */
type NextStep = { redirectTo: string } | ({ decide: 'consent' | 'code' } & PersonRequest);

/** Finds the next step. It throws a refusal only while the redirect URI is unknown or not trusted; later refusals are sent to the client by a redirect. */
export async function nextStep(call: AuthorizationCall, sent: URLSearchParams): Promise<NextStep> {
  const target = await findTarget(call, sent).catch((error: unknown) => {
    if (error instanceof Problem && error.exact?.program !== undefined) noteForOwner(call, error.exact.program, error);
    throw error;
  });
  if (await isTrustedTarget(call, target)) return redirectRefusals(call, target, () => stepOf(call, readRequest(target, sent)));
  const request = readRequest(target, sent);
  return redirectRefusals(call, target, () => stepOf(call, request));
}

/**
 * Returns whether the refusal of a malformed request may go to the redirect URI. A client that registered itself may redirect to any address: without a
 * signed-in person, this server shows the refusal, so that no attacker can use it to send people to another site (RFC 9700, section 4.11.2).
 * @rule oauth.authorize.registered
 */
const isTrustedTarget = async (call: AuthorizationCall, { client }: Target): Promise<boolean> =>
  client.created_by_type !== 'dcr' || (await sessionOf(call)) !== undefined;

async function stepOf(call: AuthorizationCall, request: AuthorizationRequest): Promise<NextStep> {
  const session = await sessionOf(call);
  const facts = session && (await selectAuthorizationFacts(call.db.reader, session, request.client.id));
  if (!session || !facts || mustSignInAgain(request, session, facts)) return { redirectTo: signInAddress(request, session) };
  requireConnectionConfig(facts);
  if (!needsConsent(request, facts)) return { decide: 'code', request, session, facts };
  if (request.prompt.has('none'))
    throw invalid('consent_required', 'The person must be asked for consent: send the request without prompt=none.');
  return { decide: 'consent', request, session, facts };
}

/**
 * Returns whether a person with a session must sign in again: the request asks for it, or the session is too old. After that sign-in, the session is
 * another one than `formerSession`.
 * @rule oauth.authorize.age
 */
function mustSignInAgain(
  { prompt, maxAge, formerSession }: AuthorizationRequest,
  session: FoundSession,
  facts: AuthorizationFacts,
): boolean {
  if (formerSession !== undefined && formerSession !== session.id) return false;
  return prompt.has('login') || maxAge === 0 || facts.session_seconds > (maxAge ?? Infinity);
}

/**
 * Returns the address of the sign-in, from which the person comes back to the request. Refuses if the request forbids asking the person.
 * @rule oauth.authorize.prompt
 */
function signInAddress({ prompt, loginHint, query }: AuthorizationRequest, session: FoundSession | undefined): string {
  if (prompt.has('none')) throw invalid('login_required', 'The person must sign in: send the request without prompt=none.');
  const returnTo = new URLSearchParams(query);
  returnTo.set('former_session', session?.id ?? 'none');
  const fields = new URLSearchParams({ return_to: authorizeAddress(returnTo) });
  if (loginHint !== undefined) fields.set('login_hint', loginHint);
  if (session) fields.set('prompt', 'login');
  return `/login?${fields}`;
}

/** The path of an authorisation request on this server. */
export const authorizeAddress = (query: URLSearchParams): string => `/oauth/authorize?${query}`;

/**
 * The tenant of the person has a connection config of the client.
 * @rule oauth.authorize.tenant
 */
function requireConnectionConfig({ consent_method: method }: AuthorizationFacts): void {
  if (method === null)
    throw invalid(
      'unauthorized_client',
      'The tenant of the person does not use this client: an administrator can set its connection config.',
    );
}

/**
 * Returns whether the person must be asked for consent. An earlier consent counts only if the redirect surely leads to the client: any program can open a
 * port of the machine, or claim the scheme of an app (RFC 8252, section 8.6).
 * @rule oauth.authorize.consent
 */
function needsConsent({ prompt, scopes, redirectUri }: AuthorizationRequest, facts: AuthorizationFacts): boolean {
  const allowed = new Set(facts.allowed_scopes);
  const isKnown = redirectUri.startsWith('https://') && scopes.every((scope) => grantsScope(allowed, scope));
  return prompt.has('consent') || (facts.consent_method !== 'trusted' && !isKnown);
}

/**
 * Stores a new code, and returns the address with which the browser takes it to the client. Refuses if the session of the person or the client has ended
 * meanwhile.
 * @rule oauth.authorize.code
 */
export async function issueCode(call: AuthorizationCall, tx: Tx, { request, session }: PersonRequest): Promise<string> {
  const { client, redirectUri, state = '', scopes, challenge } = request;
  const { secret, hash } = call.identity.tokens.create('oauthCode');
  const isAdded = await tx.any(sql`
    insert into oauth_code (hash, client_id, tenant_id, account_id, scopes, redirect_uri, challenge, authenticated_at)
    select ${hash}, c.id, g.tenant_id, s.account_id, ${[...scopes]}::text[], ${redirectUri}, ${challenge}, s.created_at
    from sign_in_session s
    join oauth_client c on c.id = ${client.id}
    join oauth_connection_config g on g.client_id = c.id
    where s.id = ${session.id}
      and s.account_id = ${session.actor.id}
      and g.tenant_id = ${session.actor.tenant}
      and c.deleted_at is null
    for key share of s, c, g
    returning hash`);
  if (!isAdded) throw forbidden('access_denied', 'The session of the person or the client has ended meanwhile: send the request again.');
  return answerAddress(redirectUri, { code: secret, state, iss: call.settings.publicUrl() });
}

/**
 * The address with which the browser takes a refusal to the client.
 * @rule oauth.authorize.errors
 */
function refusalAddress(
  { settings: { publicUrl }, requestId }: AuthorizationCall,
  { redirectUri, state }: Target,
  problem: Problem,
): string {
  const { error, error_description: description } = oauthErrors(problem, requestId) as { error: string; error_description: string };
  return answerAddress(redirectUri, {
    error,
    error_code: problem.code,
    error_detail: description,
    error_description: description,
    ...(state !== undefined && { state }),
    iss: publicUrl(),
  });
}

/** Records a refusal that is a redirect or a page, because the HTTP side does not recognise it as one. */
const noteForOwner = (call: AuthorizationCall, client: string, problem: Problem): void =>
  noteRefusal(call, { client, endpoint: '/oauth/authorize', problem, address: call.client.address });

/** Runs `work`; a refusal, or a fault of the server, becomes a redirect to the client. */
export async function redirectRefusals<T>(
  call: AuthorizationCall,
  target: Target,
  work: () => Promise<T>,
): Promise<T | { redirectTo: string }> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error, {}, undefined);
    if (problem.status < 500) noteForOwner(call, target.client.id, problem);
    if (problem.status === 500) call.log.error({ err: error }, 'an authorisation request failed');
    if (problem.status === 503) call.log.warn({ err: error }, 'an authorisation request was refused for now');
    return { redirectTo: refusalAddress(call, target, problem) };
  }
}

/** The facts for the decision: the age of the session, and the consent of the tenant and of the person of the session. */
type AuthorizationFacts = {
  session_seconds: number;
  consent_method: 'required' | 'trusted' | null;
  allowed_scopes: string[];
  tenant_name: string;
};

/** Finds these facts for a client and the person of a session; undefined if the session has ended. */
const selectAuthorizationFacts = (tx: Tx, { id, actor }: FoundSession, client: string): Promise<AuthorizationFacts | undefined> =>
  tx.one(sql`
    select extract(epoch from now() - s.created_at)::double precision as session_seconds, g.consent_method,
           coalesce(o.scopes, '{}') as allowed_scopes, t.name as tenant_name
    from sign_in_session s
    join account a on a.id = s.account_id
    join tenant t on t.id = a.tenant_id
    left join oauth_connection_config g on g.client_id = ${client} and g.tenant_id = a.tenant_id
    left join oauth_consent o on o.client_id = ${client} and o.account_id = a.id
    where s.id = ${id}
      and s.account_id = ${actor.id}`);

/** Adds fields to the query of a redirect URI. */
function answerAddress(redirectUri: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  url.search = [url.search.slice(1), new URLSearchParams(fields).toString()].filter((part) => part !== '').join('&');
  return url.href;
}
