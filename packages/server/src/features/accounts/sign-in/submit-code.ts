import { Problem } from '../../../core/base/problem.ts';
import { networkOf } from '../../../core/base/addresses.ts';
import { page, type PageAnswer, type PageCall } from '../../../core/http/page.ts';
import { recordRefusedLogin } from '../../security/audit-log/index.ts';
import { codeBudgets, returnTries, takeTries } from './attempts.ts';
import { checkForm, guardForm } from './forms.ts';
import { html } from './html.ts';
import { alertOf, fieldOf, goOnSignedIn, redirect, showPage } from './layout.ts';
import { textsFor, tooOftenText } from './page-language.ts';
import { selectPerson, type CandidateRow } from './queries.ts';
import { returnPath } from './rules.ts';
import { useCode } from './second-factor.ts';
import { beginSession } from './sign-in.ts';

/** The state in the form of the code, encrypted: the account, the time of the right password, and its hash, so that a new password invalidates it. */
type Step = { account: string; at: number; password: string };

const STEP_PLACE = 'sign-in step';
const MILLISECONDS = 600_000;

const keyOf = ({ tokens }: PageCall, { hash }: CandidateRow): string => tokens.hash(`step ${hash}`).toString('base64url');

/** Asks a person for the second factor after the right password. */
export function codePage(call: PageCall, person: CandidateRow, returnTo: string): PageAnswer {
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
    body: html`<section>
        <h1>${text('secondFactor')}</h1>
        ${alertOf(refused?.error)}
        <form method="post" action="/login/code">
          ${guard.field}
          <input type="hidden" name="step" value="${step}" />
          <input type="hidden" name="return_to" value="${returnTo}" />
          ${fieldOf({
            name: 'code',
            label: text('code'),
            autocomplete: 'one-time-code',
            hint: text('codeHint'),
            focus: true,
          })}
          <button>${text('signIn')}</button>
        </form>
      </section>
      <p><a href="/login">${text('startAgain')}</a></p>`,
  });
}

function openStep({ secrets, now }: PageCall, encrypted: string): Step | undefined {
  try {
    const step = JSON.parse(secrets.decrypt(Buffer.from(encrypted, 'base64url'), STEP_PLACE)) as Step;
    return now.getTime() - step.at < MILLISECONDS ? step : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Signs in with a second factor, after the password.
 * @rule sign-in.factor.required
 */
export const submitCode = page('POST /login/code', async (call) => {
  checkForm(call);
  const text = textsFor(call);
  const encrypted = call.form.get('step') ?? '';
  const returnTo = returnPath(call.form.get('return_to'));
  const step = openStep(call, encrypted);
  const person = step && (await selectPerson(call.db.reader, step.account, networkOf(call.client.address)));
  if (!person?.has_factor || step?.password !== keyOf(call, person)) return redirect('/login?notice=again');
  const tries = codeBudgets(call, person.id, networkOf(call.client.address), person.is_known);
  try {
    await takeTries(call.db.writer, tries);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    return showCodeForm(call, encrypted, returnTo, {
      status: 429,
      error: tooOftenText(text, error.retryAfter ?? 0),
      headers: { 'retry-after': String(error.retryAfter) },
    });
  }
  if (!(await useCode(call.db.writer, call, person.id, call.form.get('code') ?? ''))) {
    await recordRefusedLogin(call, '/login/code', { account: person.id });
    return showCodeForm(call, encrypted, returnTo, { status: 403, error: text('wrongCode') });
  }
  await returnTries(call.db.writer, tries);
  const cookie = await beginSession(call, person);
  return cookie === undefined ? redirect('/login?notice=again') : goOnSignedIn(text, returnTo, cookie);
});
