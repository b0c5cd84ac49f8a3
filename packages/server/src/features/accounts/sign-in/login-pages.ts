/** The pages of the sign-in with a login and a password, and of its second factor. */
import { networkOf } from '../../../core/base/addresses.ts';
import { page, type PageAnswer, type PageCall } from '../../../core/http/page.ts';
import { recordRefusedLogin } from '../../security/audit-log/index.ts';
import { codeBudgets, returnTries, takeTries } from './attempts.ts';
import { requireOwnForm, guardForm } from './forms.ts';
import { alertOf, fieldOf, goOnSignedIn, html, noticeOf, redirect, showPage } from './layout.ts';
import type { PageText } from './page-texts-en.ts';
import { textsFor } from './page-texts.ts';
import { type CandidateRow, selectPerson } from './rows.ts';
import { returnPath } from './rules.ts';
import { useCode } from './second-factor.ts';
import { answerTooManyTries, beginSession, checkPassword, sessionOf } from './sign-in.ts';

const NOTICES: Readonly<Record<string, PageText>> = { 'password-set': 'passwordIsSet', again: 'signInAgain', 'signed-out': 'signedOut' };

type LoginForm = {
  status?: number;
  login?: string;
  error?: string;
  notice?: PageText | undefined;
  /** Set if the person must sign in again although there is a session. */
  again?: boolean;
  returnTo: string;
  headers?: PageAnswer['headers'];
};

/** The page with the form for login and password. */
export function loginPage(
  call: PageCall,
  { status = 200, login = '', error, notice, again = false, returnTo, headers = {} }: LoginForm,
): PageAnswer {
  const text = textsFor(call);
  const guard = guardForm(call);
  const toProvider = new URLSearchParams({ return_to: returnTo, ...(again && { prompt: 'login' }) }).toString();
  return showPage({
    text,
    title: text('signIn'),
    status,
    headers: { ...guard.headers, ...headers },
    section: html`${noticeOf(notice && text(notice))} ${alertOf(error)}
      <form method="post" action="/login">
        ${guard.field}
        <input type="hidden" name="return_to" value="${returnTo}" />
        ${again && html`<input type="hidden" name="prompt" value="login" />`}
        ${fieldOf({ name: 'login', label: text('login'), autocomplete: 'username', value: login, focus: login === '' })}
        ${fieldOf({ name: 'password', label: text('password'), type: 'password', autocomplete: 'current-password', focus: login !== '' })}
        <button>${text('signIn')}</button>
      </form>`,
    body: html`${
        call.settings.openId &&
        html`<p>
          <a class="button" href="/login/openid?${toProvider}">${text('signInWith', { name: call.settings.openId.name })}</a>
        </p>`
      }
      <p><a href="/forgot">${text('forgotYours')}</a></p>`,
  });
}

const MAX_CHARACTERS = 512;

/**
 * Shows the form. A person with a session goes on at once, unless a new sign-in or another user is required.
 * @rule sign-in.login.again
 */
export const showLogin = page('GET /login', async (call) => {
  const returnTo = returnPath(call.query.get('return_to'));
  const again = call.query.get('prompt') === 'login';
  if (!again && (await sessionOf(call))) return redirect(returnTo);
  const login = (call.query.get('login_hint') ?? '').slice(0, MAX_CHARACTERS);
  return loginPage(call, { returnTo, login, again, notice: NOTICES[call.query.get('notice') ?? ''] });
});

/** Signs in with a login and a password, or asks for the second factor. Stores a refused login in the audit log. */
export const submitLogin = page('POST /login', async (call) => {
  requireOwnForm(call);
  const text = textsFor(call);
  const login = (call.form.get('login') ?? '').trim();
  const returnTo = returnPath(call.form.get('return_to'));
  const refused = (status: number, error: string, headers = {}) =>
    loginPage(call, { status, login, error, returnTo, again: call.form.get('prompt') === 'login', headers });
  const enter = async (): Promise<PageAnswer> => {
    const person = await checkPassword(call, login, call.form.get('password') ?? '');
    if (!person) {
      await recordRefusedLogin(call, '/login', { login });
      return refused(403, text('wrongLogin'));
    }
    if (person.has_factor) return codePage(call, person, returnTo);
    const cookie = await beginSession(call, person);
    return cookie === undefined ? refused(403, text('wrongLogin')) : goOnSignedIn(text, returnTo, cookie);
  };
  return answerTooManyTries(enter, refused, text);
});

/** The state in the form of the code, encrypted: the account, the time of the right password, and its hash, so that a new password invalidates it. */
type Step = { account: string; at: number; password: string };

const STEP_PLACE = 'sign-in step';
/** The time after the right password within which the code must come. */
const STEP_MILLISECONDS = 600_000;

const keyOf = ({ identity: { tokens } }: PageCall, { hash }: CandidateRow): string => tokens.hash(`step ${hash}`).toString('base64url');

/** Asks a person for the second factor after the right password. */
function codePage(call: PageCall, person: CandidateRow, returnTo: string): PageAnswer {
  const step: Step = { account: person.id, at: call.now.getTime(), password: keyOf(call, person) };
  return showCodeForm(call, call.secrets.encrypt(JSON.stringify(step), STEP_PLACE).toString('base64url'), returnTo);
}

type Refused = { status: number; error: string; headers?: Record<string, string> };

function showCodeForm(call: PageCall, step: string, returnTo: string, refused?: Refused): PageAnswer {
  const text = textsFor(call);
  const guard = guardForm(call);
  return showPage({
    text,
    title: text('secondFactor'),
    status: refused?.status ?? 200,
    headers: { ...guard.headers, ...refused?.headers },
    section: html`${alertOf(refused?.error)}
      <form method="post" action="/login/code">
        ${guard.field}
        <input type="hidden" name="step" value="${step}" />
        <input type="hidden" name="return_to" value="${returnTo}" />
        ${fieldOf({ name: 'code', label: text('code'), autocomplete: 'one-time-code', hint: text('codeHint'), focus: true })}
        <button>${text('signIn')}</button>
      </form>`,
    body: html`<p><a href="/login">${text('startAgain')}</a></p>`,
  });
}

/** Decrypts the state in the form of the code; undefined if it is not of this server, or too old. */
function openStep({ secrets, now }: PageCall, encrypted: string): Step | undefined {
  try {
    const step = JSON.parse(secrets.decrypt(Buffer.from(encrypted, 'base64url'), STEP_PLACE)) as Step;
    return now.getTime() - step.at < STEP_MILLISECONDS ? step : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Signs in with a second factor, after the password. Stores a refused code in the audit log.
 * @rule sign-in.factor.required
 */
export const submitCode = page('POST /login/code', async (call) => {
  requireOwnForm(call);
  const text = textsFor(call);
  const encrypted = call.form.get('step') ?? '';
  const returnTo = returnPath(call.form.get('return_to'));
  const step = openStep(call, encrypted);
  const person = step && (await selectPerson(call.db.reader, step.account, networkOf(call.client.address)));
  if (!person?.has_factor || step?.password !== keyOf(call, person)) return redirect('/login?notice=again');
  const tries = codeBudgets(call, person.id, networkOf(call.client.address), person.is_known);
  const refused = (status: number, error: string, headers = {}) => showCodeForm(call, encrypted, returnTo, { status, error, headers });
  const enter = async (): Promise<PageAnswer> => {
    await takeTries(call.db.writer, tries);
    if (!(await useCode(call.db.writer, call, person.id, call.form.get('code') ?? ''))) {
      await recordRefusedLogin(call, '/login/code', { account: person.id });
      return refused(403, text('wrongCode'));
    }
    await returnTries(call.db.writer, tries);
    const cookie = await beginSession(call, person);
    return cookie === undefined ? redirect('/login?notice=again') : goOnSignedIn(text, returnTo, cookie);
  };
  return answerTooManyTries(enter, refused, text);
});

/**
 * Ends the session of the browser. The console sends the token of its other changing calls in place of a form.
 * @rule sign-in.logout.at-once
 */
export const logOut = page('POST /logout', async (call) => {
  const secret = call.identity.sessions.secretIn(call.header('cookie'));
  if (secret === undefined || !carriesCsrfToken(call, secret)) requireOwnForm(call);
  if (secret !== undefined) await call.identity.sessions.endBySecret(call.db.writer, secret);
  return redirect('/login?notice=signed-out', { 'set-cookie': call.identity.sessions.cookieFor(undefined) });
});

const carriesCsrfToken = ({ header, identity: { sessions } }: PageCall, secret: string): boolean =>
  sessions.fitsCsrfToken(secret, header('service-csrf-token'));
