import { enqueue } from '../../../core/background/jobs.ts';
import { networkOf } from '../../../core/base/addresses.ts';
import { page } from '../../../core/http/page.ts';
import { hasTries, mailBudgets } from './attempts.ts';
import { checkForm, guardForm } from './forms.ts';
import { html } from './html.ts';
import { sendLink } from './jobs.ts';
import { fieldOf, showPage } from './layout.ts';
import { textsFor } from './page-language.ts';

const MAX_CHARACTERS = 254;

/** Shows the form that asks for a mail; without a mail server, tells the person to ask an administrator. */
export const showForgot = page('GET /forgot', async (call) => {
  const text = textsFor(call);
  if (!call.mail)
    return showPage({
      text,
      title: text('anotherPassword'),
      body: html`<section>
        <h1>${text('anotherPassword')}</h1>
        <p>${text('sendsNoMails')}</p>
        <p><a href="/login">${text('signIn')}</a></p>
      </section>`,
    });
  const guard = guardForm(call);
  return showPage({
    text,
    title: text('anotherPassword'),
    headers: guard.headers,
    body: html`<section>
        <h1>${text('anotherPassword')}</h1>
        <p>${text('forgotHint')}</p>
        <form method="post" action="/forgot">
          ${guard.field} ${fieldOf({ name: 'email', label: text('email'), type: 'email', autocomplete: 'email', focus: true })}
          <button>${text('sendMail')}</button>
        </form>
      </section>
      <p><a href="/login">${text('signIn')}</a></p>`,
  });
});

/**
 * Sends a mail with a link, if an account has the email address. Answer and duration are the same if no account has it.
 * @rule sign-in.forgot.alike
 */
export const submitForgot = page('POST /forgot', async (call) => {
  checkForm(call);
  const text = textsFor(call);
  const email = (call.form.get('email') ?? '').trim().slice(0, MAX_CHARACTERS);
  const budgets = mailBudgets(call, email.toLowerCase(), networkOf(call.client.address));
  if (call.mail)
    await call.db.transaction(async (tx) => {
      if (await hasTries(tx, budgets)) await enqueue(tx, sendLink, { kind: 'reset', email });
    });
  return showPage({
    text,
    title: text('lookIntoMails'),
    body: html`<section>
      <h1>${text('lookIntoMails')}</h1>
      <p role="status">${text('mailIsSent')}</p>
      <p><a href="/login">${text('signIn')}</a></p>
    </section>`,
  });
});
