/** Signing in: from a login and a password to a session. */
import type { Timer } from '../../../core/background/jobs.ts';
import { networkOf } from '../../../core/base/addresses.ts';
import { Problem } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { page, type PageAnswer, type PageCall, type WebPage } from '../../../core/http/page.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { FoundSession } from '../../../identity/session-store.ts';
import { admitAccount, admitById } from '../../security/ip-allowlist/index.ts';
import { budgetOf, removeOldAttempts, returnTries, storeAddress, takeTries } from './attempts.ts';
import { requireOwnForm } from './forms.ts';
import { redirect } from './layout.ts';
import { type PageTexts, tooOftenText } from './page-texts.ts';
import { removeExpiredLinks } from './password-links.ts';
import { hasherOf } from './passwords.ts';
import { type CandidateRow, holdPassword, renewHash, selectCandidates } from './rows.ts';

/**
 * Checks a login and a password. Returns undefined if they do not fit, for any reason. An unknown login takes as long as a wrong password. Each check
 * takes tries, which a right password gives back; refuses with 429 when none is left.
 * @rule sign-in.login.alike
 * @rule sign-in.attempts.strangers
 */
export async function checkPassword(call: PageCall, login: string, password: string): Promise<CandidateRow | undefined> {
  const { writer, reader } = call.db;
  const address = networkOf(call.client.address);
  const tries = [budgetOf(call, 'address', address), budgetOf(call, 'login at', login, address)];
  await takeTries(writer, tries);
  const candidates = await selectCandidates(reader, login, address);
  if (!candidates.some(({ is_known: isKnown }) => isKnown)) {
    const elsewhere = budgetOf(call, 'login', login);
    await takeTries(writer, [elsewhere]);
    tries.push(elsewhere);
  }
  const hasher = hasherOf(call);
  if (candidates.length === 0) await hasher.verify(password, undefined);
  for (const person of candidates) {
    if (!(await hasher.verify(password, person.hash))) continue;
    await returnTries(writer, tries);
    return { ...person, hash: await renewOutdatedHash(call, person, password) };
  }
  return undefined;
}

/** Replaces the stored hash of a right password if its parameters are outdated. Returns the hash that is stored then. */
async function renewOutdatedHash(call: PageCall, { id, hash: former }: CandidateRow, password: string): Promise<string> {
  if (!hasherOf(call).isOutdated(former)) return former;
  const hash = await hasherOf(call).hash(password);
  await renewHash(call.db.writer, id, former, hash);
  return hash;
}

/**
 * Starts the session of a person whose password, and second factor if there is one, were right. Returns the header that gives the browser its cookie;
 * undefined if the password was changed or the account disabled meanwhile. Refuses an address outside the IP allowlist.
 */
export async function beginSession(call: PageCall, { id, hash }: CandidateRow): Promise<string | undefined> {
  await admitById(call, id, call.client);
  return call.db.transaction(async (tx) => {
    if (!(await holdPassword(tx, id, hash))) return undefined;
    return openSession(call, tx, id);
  });
}

/** Starts a session in place of the one that the browser had, and marks its address as known. Returns the header that gives the browser its cookie. */
export async function openSession(call: PageCall, tx: Tx, account: string): Promise<string> {
  await storeAddress(tx, account, networkOf(call.client.address));
  const former = call.identity.sessions.secretIn(call.header('cookie'));
  if (former !== undefined) await call.identity.sessions.endBySecret(tx, former);
  const terms = { account, address: call.client.address, userAgent: call.header('user-agent') ?? '' };
  return call.identity.sessions.cookieFor(await call.identity.sessions.begin(tx, terms));
}

type Visit = Platform & Pick<PageCall, 'header' | 'client'>;

/** The session of the browser; undefined if there is none. Refuses an address outside the IP allowlist. */
export async function sessionOf(call: Visit): Promise<FoundSession | undefined> {
  const secret = call.identity.sessions.secretIn(call.header('cookie'));
  const session = secret === undefined ? undefined : await call.identity.sessions.find(secret);
  if (session) await admitAccount(call, session.actor, call.client);
  return session;
}

/**
 * Declares a page that needs a session; without one, the browser goes to the sign-in, and from there to the path `returnTo`. With one, a form of
 * another site is refused before `run`.
 * @rule sign-in.account.own
 */
export const ownPage = (
  route: WebPage['route'],
  run: (call: PageCall, session: FoundSession) => Promise<PageAnswer>,
  returnTo: (call: PageCall) => string = () => '/account',
): WebPage =>
  page(route, async (call) => {
    const session = await sessionOf(call);
    if (!session) return redirect(`/login?return_to=${encodeURIComponent(returnTo(call)).replaceAll('%2F', '/')}`);
    if (route.startsWith('POST ')) requireOwnForm(call);
    return run(call, session);
  });

/**
 * Checks a password as `checkPassword` does, and returns whether it is that of the signed-in person: an open session does not prove that the person uses
 * it. Refuses with 429 after many tries.
 */
export const checkOwnPassword = async (call: PageCall, { actor }: FoundSession, password: string): Promise<boolean> =>
  (await checkPassword(call, actor.login, password))?.id === actor.id;

/** Runs `work`; a refusal because of too many tries becomes an answer, in the language of `text`. */
export async function answerTooManyTries(
  work: () => Promise<PageAnswer>,
  refused: (status: number, error: string, headers: Record<string, string>) => PageAnswer | Promise<PageAnswer>,
  text: PageTexts,
): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    const headers = { 'retry-after': String(error.retryAfter) };
    return refused(429, tooOftenText(text, error.retryAfter ?? 0), headers);
  }
}

/** Removes ended sessions, expired links, counts of tries whose tries have all come back, and old addresses. */
export const forgetSignIns: Timer = {
  name: 'forget-sign-ins',
  milliseconds: 3_600_000,
  does: 'removes ended sessions of people, expired links, and old tries and addresses',
  async run({ db, identity: { sessions } }) {
    await sessions.removeEnded(db.writer);
    await removeOldAttempts(db.writer);
    await removeExpiredLinks(db.writer);
  },
};
