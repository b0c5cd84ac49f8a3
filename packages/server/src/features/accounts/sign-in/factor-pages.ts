/** The pages on which a person sets up the second factor, or removes it. */
import { encodeQR } from 'qr';
import { networkOf } from '../../../core/base/addresses.ts';
import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import type { FoundSession } from '../../../identity/session-store.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { accountPage } from './account-pages.ts';
import { codeBudgets, returnTries, takeTries } from './attempts.ts';
import { guardForm } from './forms.ts';
import { alertOf, fieldOf, type Html, html, redirect, showPage } from './layout.ts';
import { textsFor } from './page-texts.ts';
import { authenticatorUrl, confirmWaiting, removeFactor, startFactor, waitingSecret } from './second-factor.ts';
import { answerTooManyTries, checkOwnPassword, ownPage } from './sign-in.ts';

/** A QR code of a text, as a drawing with one square for each dark module. */
function qrCode(content: string, label: string): Html {
  const rows = encodeQR(content, 'raw');
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="${label}" shape-rendering="crispEdges">
    <path d="${path}" fill="#000" />
  </svg>`;
}

/** Runs `work` if the form contains the password of the person. */
function withPassword(call: PageCall, session: FoundSession, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  const text = textsFor(call);
  const refused = (status: number, error: string) => accountPage(call, session, { status, error, of: 'factor' });
  const confirmed = async (): Promise<PageAnswer> =>
    (await checkOwnPassword(call, session, call.form.get('confirmation') ?? '')) ? work() : refused(403, text('presentPasswordWrong'));
  return answerTooManyTries(confirmed, refused, text);
}

/** Stores a new secret if the password is right, and redirects to the page that shows it. */
export const startOwnFactor = ownPage('POST /account/second-factor', (call, session) =>
  withPassword(call, session, async () => {
    await startFactor(call.db.writer, call, session.actor.id);
    return redirect('/account/second-factor');
  }),
);

async function setUpPage(call: PageCall, { actor }: FoundSession, refused?: { status: number; error: string }): Promise<PageAnswer> {
  const secret = await waitingSecret(call.db.reader, call, actor.id);
  if (secret === undefined) return redirect('/account');
  const text = textsFor(call);
  const { field, headers } = guardForm(call);
  const address = authenticatorUrl(secret, actor.login);
  return showPage({
    text,
    title: text('setUpFactor'),
    status: refused?.status ?? 200,
    headers,
    section: html`<p>${text('scanCode')}</p>
      ${qrCode(address, text('qrCode'))}
      <dl>
        <dt>${text('key')}</dt>
        <dd><code>${secret.match(/.{4}/g)?.join(' ')}</code></dd>
        <dt>${text('address')}</dt>
        <dd><code>${address}</code></dd>
      </dl>
      ${alertOf(refused?.error)}
      <form method="post" action="/account/second-factor/confirm">
        ${field} ${fieldOf({ name: 'code', label: text('codeNow'), autocomplete: 'one-time-code', mode: 'numeric', focus: true })}
        <button>${text('turnOn')}</button>
      </form>`,
    body: html`<p><a href="/account">${text('notNow')}</a></p>`,
  });
}

/** Shows the secret that waits for its confirmation. */
export const showOwnFactor = ownPage('GET /account/second-factor', (call, session) => setUpPage(call, session));

/**
 * Turns the second factor on if the first code is right, and shows the recovery codes once. The other sessions of the person end. Each code takes a try.
 */
export const confirmOwnFactor = ownPage('POST /account/second-factor/confirm', (call, session) => {
  const { id, actor } = session;
  const text = textsFor(call);
  const refused = (status: number, error: string) => setUpPage(call, session, { status, error });
  return answerTooManyTries(
    async () => {
      const tries = codeBudgets(call, actor.id, networkOf(call.client.address), true);
      await takeTries(call.db.writer, tries);
      const codes = await call.db.transaction(async (tx) => {
        const confirmed = await confirmWaiting(tx, call, actor.id, call.form.get('code') ?? '');
        if (!confirmed) return undefined;
        await call.identity.sessions.endAll(tx, actor.id, id);
        await recordPageChange(tx, call, actor, { page: '/account/second-factor/confirm', status: 200 });
        return confirmed;
      });
      if (!codes) return refused(403, text('wrongAppCode'));
      await returnTries(call.db.writer, tries);
      return showPage({
        text,
        title: text('recoveryCodes'),
        body: html`<section>
          <h1>${text('factorIsOn')}</h1>
          <p>${text('keepCodes')}</p>
          <ul class="codes">
            ${codes.map((code) => html`<li><code>${code}</code></li>`)}
          </ul>
          <p><a href="/account">${text('yourAccount')}</a></p>
        </section>`,
      });
    },
    refused,
    text,
  );
});

/** Removes the second factor if the password is right. */
export const removeOwnFactor = ownPage('POST /account/second-factor/remove', (call, session) =>
  withPassword(call, session, async () => {
    await call.db.transaction(async (tx) => {
      if (await removeFactor(tx, session.actor.id))
        await recordPageChange(tx, call, session.actor, { page: '/account/second-factor/remove', status: 303 });
    });
    return redirect('/account?done=factor');
  }),
);
