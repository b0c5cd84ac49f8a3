import { page, type PageAnswer, type PageCall } from '../../../core/http/page.ts';
import { guardForm } from './forms.ts';
import { html } from './html.ts';
import { alertOf, fieldOf, noticeOf, redirect, showPage } from './layout.ts';
import { textsFor } from './page-language.ts';
import type { PageText } from './page-texts.ts';
import { returnPath } from './rules.ts';
import { sessionOf } from './sign-in.ts';

const NOTICES: Readonly<Record<string, PageText>> = { 'password-set': 'passwordIsSet', again: 'again', 'signed-out': 'signedOut' };

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
    body: html`<section>
        <h1>${text('signIn')}</h1>
        ${noticeOf(notice && text(notice))} ${alertOf(error)}
        <form method="post" action="/login">
          ${guard.field}
          <input type="hidden" name="return_to" value="${returnTo}" />
          ${again && html`<input type="hidden" name="prompt" value="login" />`}
          ${fieldOf({ name: 'login', label: text('login'), autocomplete: 'username', value: login, focus: login === '' })}
          ${fieldOf({ name: 'password', label: text('password'), type: 'password', autocomplete: 'current-password', focus: login !== '' })}
          <button>${text('signIn')}</button>
        </form>
      </section>
      ${
        call.openId &&
        html`<p>
          <a class="button" href="/login/openid?${toProvider}">${text('signInWith', { name: call.openId.name })}</a>
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
