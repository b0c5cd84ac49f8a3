/** The pages on which a person that is not signed in sets a password. */
import { enqueue } from '../../../core/background/jobs.ts';
import { networkOf } from '../../../core/base/addresses.ts';
import { page, type PageAnswer, type PageCall } from '../../../core/http/page.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { budgetOf, takeTriesIfLeft } from './attempts.ts';
import { requireOwnForm, guardForm } from './forms.ts';
import { alertOf, fieldOf, html, redirect, showPage } from './layout.ts';
import { type PageTexts, textsFor } from './page-texts.ts';
import { type LinkRow, selectLink, sendLink, takeLink } from './password-links.ts';
import { hasherOf, replacePasswordOnPage } from './passwords.ts';
import { faultOfPassword, faultOfRepeat, passwordHint } from './rules.ts';

const MAX_CHARACTERS = 254;

/** Shows the form that asks for a mail; without a mail server, tells the person to ask an administrator. */
export const showForgot = page('GET /forgot', async (call) => {
  const text = textsFor(call);
  if (!call.settings.mail)
    return showPage({
      text,
      title: text('anotherPassword'),
      section: html`<p>${text('sendsNoMails')}</p>
        <p><a href="/login">${text('signIn')}</a></p>`,
    });
  const guard = guardForm(call);
  return showPage({
    text,
    title: text('anotherPassword'),
    headers: guard.headers,
    section: html`<p>${text('forgotHint')}</p>
      <form method="post" action="/forgot">
        ${guard.field} ${fieldOf({ name: 'email', label: text('email'), type: 'email', autocomplete: 'email', focus: true })}
        <button>${text('sendMail')}</button>
      </form>`,
    body: html`<p><a href="/login">${text('signIn')}</a></p>`,
  });
});

/**
 * Sends a mail with a link, if an account has the email address and tries are left. Answer and duration are the same if not.
 * @rule sign-in.forgot.alike
 */
export const submitForgot = page('POST /forgot', async (call) => {
  requireOwnForm(call);
  const text = textsFor(call);
  const email = (call.form.get('email') ?? '').trim().slice(0, MAX_CHARACTERS);
  const address = networkOf(call.client.address);
  const budgets = [budgetOf(call, 'mails from', address), budgetOf(call, 'mails to', email)];
  if (call.settings.mail)
    await call.db.transaction(async (tx) => {
      if (await takeTriesIfLeft(tx, budgets)) await enqueue(tx, sendLink, { kind: 'reset', email, language: text.language });
    });
  return showPage({
    text,
    title: text('lookIntoMails'),
    section: html`<p role="status">${text('mailIsSent')}</p>
      <p><a href="/login">${text('signIn')}</a></p>`,
  });
});

const invalidLink = (text: PageTexts): PageAnswer =>
  showPage({
    text,
    title: text('linkFails'),
    status: 404,
    section: html`<p>${text('linkFailsHint')}</p>
      <p><a href="/forgot">${text('askAnotherLink')}</a></p>`,
  });

function formPage(call: PageCall, { login }: LinkRow, token: string, error?: string): PageAnswer {
  const text = textsFor(call);
  const guard = guardForm(call);
  return showPage({
    text,
    title: text('setYours'),
    status: error === undefined ? 200 : 400,
    headers: guard.headers,
    section: html`${alertOf(error)}
      <form method="post" action="/set-password">
        ${guard.field}
        <input type="hidden" name="token" value="${token}" />
        <div class="field">
          <label for="login">${text('login')}</label>
          <input id="login" type="text" value="${login}" autocomplete="username" readonly />
        </div>
        ${fieldOf({ name: 'password', label: text('newPassword'), type: 'password', autocomplete: 'new-password', hint: passwordHint(text), focus: true })}
        ${fieldOf({ name: 'repeated', label: text('repeatPassword'), type: 'password', autocomplete: 'new-password' })}
        <button>${text('setPassword')}</button>
      </form>`,
  });
}

/** Shows the form of a link. */
export const showSetPassword = page('GET /set-password', async (call) => {
  const token = call.query.get('token') ?? '';
  const link = await selectLink(call.db.reader, call.identity.tokens.hash(token));
  return link ? formPage(call, link, token) : invalidLink(textsFor(call));
});

/**
 * Sets the password of the person that a link belongs to, uses up the link, and stores the change in the audit log.
 * @rule sign-in.link.once
 */
export const submitSetPassword = page('POST /set-password', async (call) => {
  requireOwnForm(call);
  const text = textsFor(call);
  const token = call.form.get('token') ?? '';
  const password = call.form.get('password') ?? '';
  const tokenHash = call.identity.tokens.hash(token);
  const link = await selectLink(call.db.reader, tokenHash);
  if (!link) return invalidLink(text);
  const fault = faultOfPassword(password, link, text) ?? faultOfRepeat(password, call.form.get('repeated'), text);
  if (fault !== undefined) return formPage(call, link, token, fault);
  const hash = await hasherOf(call).hash(password);
  const isSet = await call.db.transaction(async (tx) => {
    if (!(await takeLink(tx, tokenHash))) return false;
    await replacePasswordOnPage(call, tx, link.account, hash);
    await recordPageChange(tx, call, { ...link, id: link.account }, { page: '/set-password', status: 303 });
    return true;
  });
  return isSet ? redirect('/login?notice=password-set', { 'set-cookie': call.identity.sessions.cookieFor(undefined) }) : invalidLink(text);
});
