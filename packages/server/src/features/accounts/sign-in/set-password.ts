import type { Tx } from '../../../core/database/db.ts';
import { page, type PageAnswer, type PageCall } from '../../../core/http/page.ts';
import { networkOf } from '../../../core/base/addresses.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { storeAddress } from './attempt-queries.ts';
import { checkForm, guardForm } from './forms.ts';
import { html } from './html.ts';
import { alertOf, fieldOf, redirect, showPage } from './layout.ts';
import { removeLinks, selectLink, takeLink, type LinkRow } from './link-queries.ts';
import { textsFor, type PageTexts } from './page-language.ts';
import { upsertPassword } from './queries.ts';
import { faultOfPassword, passwordHint } from './rules.ts';
import { hasherOf } from './sign-in.ts';

type Changing = { tx: Tx; sessions: Pick<PageCall['sessions'], 'endAll'> };

/** Stores a new password: the links of the account end, and its sessions, except one. */
export async function replacePassword({ tx, sessions }: Changing, account: string, hash: string, except?: string): Promise<void> {
  await upsertPassword(tx, account, hash);
  await removeLinks(tx, account);
  await sessions.endAll(tx, account, except);
}

/** Stores a new password for a person at a page, and marks the address of the browser as known. */
export async function storePassword(call: PageCall, tx: Tx, account: string, hash: string, except?: string): Promise<void> {
  await replacePassword({ tx, sessions: call.sessions }, account, hash, except);
  await storeAddress(tx, account, networkOf(call.client.address));
}

const invalidLink = (text: PageTexts): PageAnswer =>
  showPage({
    text,
    title: text('linkFails'),
    status: 404,
    body: html`<section>
      <h1>${text('linkFails')}</h1>
      <p>${text('linkFailsHint')}</p>
      <p><a href="/forgot">${text('askAnotherLink')}</a></p>
    </section>`,
  });

function formPage(call: PageCall, { login }: LinkRow, token: string, error?: string): PageAnswer {
  const text = textsFor(call);
  const guard = guardForm(call);
  return showPage({
    text,
    title: text('setYours'),
    status: error === undefined ? 200 : 400,
    headers: guard.headers,
    body: html`<section>
      <h1>${text('setYours')}</h1>
      ${alertOf(error)}
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
      </form>
    </section>`,
  });
}

/** Shows the form of a link. */
export const showSetPassword = page('GET /set-password', async (call) => {
  const token = call.query.get('token') ?? '';
  const link = await selectLink(call.db.reader, call.tokens.hash(token));
  return link ? formPage(call, link, token) : invalidLink(textsFor(call));
});

/**
 * Sets the password of the person of a link, and uses up the link.
 * @rule sign-in.link.once
 */
export const submitSetPassword = page('POST /set-password', async (call) => {
  checkForm(call);
  const text = textsFor(call);
  const token = call.form.get('token') ?? '';
  const password = call.form.get('password') ?? '';
  const tokenHash = call.tokens.hash(token);
  const link = await selectLink(call.db.reader, tokenHash);
  if (!link) return invalidLink(text);
  const fault = faultOfPassword(password, link, text) ?? faultOfRepeat(password, call.form.get('repeated'), text);
  if (fault !== undefined) return formPage(call, link, token, fault);
  const hash = await hasherOf(call).hash(password);
  const isSet = await call.db.transaction(async (tx) => {
    if (!(await takeLink(tx, tokenHash))) return false;
    await storePassword(call, tx, link.account, hash);
    await recordPageChange(tx, call, { ...link, id: link.account }, { page: '/set-password', status: 303 });
    return true;
  });
  return isSet ? redirect('/login?notice=password-set', { 'set-cookie': call.sessions.cookieFor(undefined) }) : invalidLink(text);
});

/** Returns the reason why a repeated password is refused; undefined if both are the same. */
export const faultOfRepeat = (password: string, repeated: string | null, text: PageTexts): string | undefined =>
  password === repeated ? undefined : text('passwordsDiffer');
