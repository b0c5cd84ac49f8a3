import { encodeQR } from 'qr';
import { networkOf } from '../../../core/base/addresses.ts';
import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import type { FoundSession } from '../../../identity/session-store.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { ofCodes, returnTries, takeTries } from './attempts.ts';
import { guardForm } from './forms.ts';
import { html, type Html } from './html.ts';
import { alertOf, fieldOf, redirect, showPage } from './layout.ts';
import { isOwnPassword, orTooOften, ownPage } from './own-session.ts';
import { confirmWaiting, startFactor, waitingSecret } from './second-factor.ts';
import { removeFactor } from './second-factor-queries.ts';
import { accountPage } from './show-account.ts';
import { authenticatorUrl } from './totp.ts';

/** A QR code of a text, as a drawing with one square for each dark module. */
function qrCode(text: string): Html {
  const rows = encodeQR(text, 'raw');
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg
    class="qr"
    viewBox="0 0 ${rows.length} ${rows.length}"
    role="img"
    aria-label="QR code with the address below"
    shape-rendering="crispEdges"
  >
    <path d="${path}" fill="#000" />
  </svg>`;
}

/** Stores a new secret after the password, and goes on to its page. */
export const startOwnFactor = ownPage('POST /account/second-factor', (call, session) => {
  const refused = (status: number, error: string) => accountPage(call, session, { status, error, of: 'factor' });
  return orTooOften(async () => {
    if (!(await isOwnPassword(call, session, call.form.get('confirmation') ?? ''))) return refused(403, 'The current password is wrong.');
    await startFactor(call.db.writer, call, session.actor.id);
    return redirect('/account/second-factor');
  }, refused);
});

async function setUpPage(call: PageCall, { actor }: FoundSession, refused?: { status: number; error: string }): Promise<PageAnswer> {
  const secret = await waitingSecret(call.db.reader, call, actor.id);
  if (secret === undefined) return redirect('/account');
  const { field, headers } = guardForm(call);
  const address = authenticatorUrl(secret, actor.login);
  return showPage({
    title: 'Set up the second factor',
    status: refused?.status ?? 200,
    headers,
    body: html`<section>
        <h1>Set up the second factor</h1>
        <p>Scan this code with an authenticator app, or type the key into it.</p>
        ${qrCode(address)}
        <dl>
          <dt>Key</dt>
          <dd><code>${secret.match(/.{4}/g)?.join(' ')}</code></dd>
          <dt>Address</dt>
          <dd><code>${address}</code></dd>
        </dl>
        ${alertOf(refused?.error)}
        <form method="post" action="/account/second-factor/confirm">
          ${field}
          ${fieldOf({ name: 'code', label: 'Code that the app shows now', autocomplete: 'one-time-code', mode: 'numeric', focus: true })}
          <button>Turn on</button>
        </form>
      </section>
      <p><a href="/account">Not now</a></p>`,
  });
}

/** Shows the secret that waits for its confirmation. */
export const showOwnFactor = ownPage('GET /account/second-factor', (call, session) => setUpPage(call, session));

/** Turns the second factor on after a first code, and shows the recovery codes once. The other sessions of the person end. */
export const confirmOwnFactor = ownPage('POST /account/second-factor/confirm', (call, session) => {
  const { id, actor } = session;
  const refused = (status: number, error: string) => setUpPage(call, session, { status, error });
  return orTooOften(async () => {
    const tries = ofCodes(call, actor.id, networkOf(call.client.address), true);
    await takeTries(call.db.writer, tries);
    const codes = await call.db.transaction(async (tx) => {
      const confirmed = await confirmWaiting(tx, call, actor.id, call.form.get('code') ?? '');
      if (!confirmed) return undefined;
      await call.sessions.endAll(tx, actor.id, id);
      await recordPageChange(tx, call, actor, { page: '/account/second-factor/confirm', status: 200 });
      return confirmed;
    });
    if (!codes) return refused(403, 'The code is wrong. Check that the clock of your phone is right, and type the code that it shows now.');
    await returnTries(call.db.writer, tries);
    return showPage({
      title: 'Recovery codes',
      body: html`<section>
        <h1>The second factor is on</h1>
        <p>Keep these recovery codes in a safe place. Each signs you in once, without your phone. They are not shown again.</p>
        <ul class="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a href="/account">Your account</a></p>
      </section>`,
    });
  }, refused);
});

/** Removes the second factor after the password. */
export const removeOwnFactor = ownPage('POST /account/second-factor/remove', (call, session) => {
  const refused = (status: number, error: string) => accountPage(call, session, { status, error, of: 'factor' });
  return orTooOften(async () => {
    if (!(await isOwnPassword(call, session, call.form.get('confirmation') ?? ''))) return refused(403, 'The current password is wrong.');
    await call.db.transaction(async (tx) => {
      if (await removeFactor(tx, session.actor.id))
        await recordPageChange(tx, call, session.actor, { page: '/account/second-factor/remove', status: 303 });
    });
    return redirect('/account?done=factor');
  }, refused);
});
