import { enqueue } from '../../../core/background/jobs.ts';
import { networkOf } from '../../../core/base/addresses.ts';
import { page } from '../../../core/http/page.ts';
import { hasTries, ofMails } from './attempts.ts';
import { checkForm, guardForm } from './forms.ts';
import { html } from './html.ts';
import { sendLink } from './jobs.ts';
import { fieldOf, showPage } from './layout.ts';

const MOST_CHARACTERS = 254;

/** Shows the form that asks for a mail; without a mail server, says whom to ask. */
export const showForgot = page('GET /forgot', async (call) => {
  if (!call.mail)
    return showPage({
      title: 'Another password',
      body: html`<section>
        <h1>Another password</h1>
        <p>This server sends no mails. Ask an administrator for a link by which you can set another password.</p>
        <p><a href="/login">Sign in</a></p>
      </section>`,
    });
  const guard = guardForm(call);
  return showPage({
    title: 'Another password',
    headers: guard.headers,
    body: html`<section>
        <h1>Another password</h1>
        <p>A mail with a link for another password goes to the address of your account.</p>
        <form method="post" action="/forgot">
          ${guard.field} ${fieldOf({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'email', focus: true })}
          <button>Send the mail</button>
        </form>
      </section>
      <p><a href="/login">Sign in</a></p>`,
  });
});

/**
 * Sends a mail with a link, if an account has the email address. The answer and its work are the same if none has.
 * @rule sign-in.forgot.alike
 */
export const submitForgot = page('POST /forgot', async (call) => {
  checkForm(call);
  const email = (call.form.get('email') ?? '').trim().slice(0, MOST_CHARACTERS);
  const budgets = ofMails(call, email.toLowerCase(), networkOf(call.client.address));
  if (call.mail)
    await call.db.transaction(async (tx) => {
      if (await hasTries(tx, budgets)) await enqueue(tx, sendLink, { kind: 'reset', email });
    });
  return showPage({
    title: 'Look into your mails',
    body: html`<section>
      <h1>Look into your mails</h1>
      <p role="status">If an account has this email address, a mail with a link is on its way. The link works for an hour.</p>
      <p><a href="/login">Sign in</a></p>
    </section>`,
  });
});
