import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import type { FoundSession, SessionRow } from '../../../identity/session-store.ts';
import { guardForm } from './forms.ts';
import { html, type Html } from './html.ts';
import { alertOf, fieldOf, noticeOf, shownTime, showPage } from './layout.ts';
import { ownPage } from './own-session.ts';
import { programsSection, selectPrograms } from './programs.ts';
import { selectNames } from './queries.ts';
import { PASSWORD_HINT } from './rules.ts';
import { selectFactor, type FactorRow } from './second-factor-queries.ts';

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password is changed. Your other sessions have ended.',
  factor: 'Your second factor is removed.',
  sessions: 'The session has ended.',
  programs: 'The program has no access any more.',
};

type Refused = { status: number; error: string; of: 'password' | 'factor' };

const passwordField = (name: string, focus: boolean): Html =>
  fieldOf({ name, label: 'Current password', type: 'password', autocomplete: 'current-password', focus });

const passwordSection = (guard: Html, login: string, error: string | undefined): Html =>
  html`<section>
    <h2>Password</h2>
    ${alertOf(error)}
    <form method="post" action="/account/password">
      ${guard}
      <input type="text" value="${login}" autocomplete="username" hidden readonly aria-hidden="true" />
      ${passwordField('present', error !== undefined)}
      ${fieldOf({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
      ${fieldOf({ name: 'repeated', label: 'Repeat the new password', type: 'password', autocomplete: 'new-password' })}
      <button>Change password</button>
    </form>
  </section>`;

const withoutPassword: Html = html`<section>
  <h2>Password</h2>
  <p>You have no password here. To sign in with a password and a second factor, too, <a href="/forgot">ask for a link</a>.</p>
</section>`;

function factorSection(guard: Html, factor: FactorRow | undefined, error: string | undefined): Html {
  const isOn = factor?.is_confirmed === true;
  const text = isOn
    ? html`<p>On. At each sign-in, a code of your authenticator app is asked for. ${factor.codes} recovery codes are left.</p>`
    : html`<p>Off. With it, a sign-in also needs a code of an authenticator app on your phone.</p>`;
  return html`<section>
    <h2>Second factor</h2>
    ${text} ${alertOf(error)}
    <form method="post" action="${isOn ? '/account/second-factor/remove' : '/account/second-factor'}">
      ${guard} ${passwordField('confirmation', error !== undefined)}
      <button${isOn && html` class="plain"`}>${isOn ? 'Turn off' : 'Set up'}</button>
    </form>
  </section>`;
}

const sessionRow = (guard: Html, row: SessionRow, isOwn: boolean): Html =>
  html`<li class="line">
    <div>
      ${row.user_agent === '' ? 'Unknown browser' : row.user_agent}
      <p class="hint">${row.address}, last used ${shownTime(row.last_used_at)}</p>
    </div>
    ${
      isOwn
        ? html`<span>This one</span>`
        : html`<form method="post" action="/account/sessions">
            ${guard}<input type="hidden" name="session" value="${row.id}" /><button
              class="plain"
              aria-label="End the session at ${row.address}"
            >
              End
            </button>
          </form>`
    }
  </li>`;

const sessionsSection = (guard: Html, rows: readonly SessionRow[], own: string): Html =>
  html`<section>
    <h2>Sessions</h2>
    <ul class="rows">
      ${rows.map((row) => sessionRow(guard, row, row.id === own))}
    </ul>
    <form method="post" action="/account/sessions">
      ${guard}<input type="hidden" name="session" value="others" /><button class="plain">End all others</button>
    </form>
  </section>`;

/** The page of a person: login, password, second factor, programs and sessions. */
export async function accountPage(call: PageCall, { id, actor }: FoundSession, refused?: Refused): Promise<PageAnswer> {
  const { reader } = call.db;
  const [names, factor, programs, sessions] = [
    await selectNames(reader, actor.id),
    await selectFactor(reader, actor.id),
    await selectPrograms(reader, actor.id),
    await call.sessions.list(reader, actor.id),
  ];
  const { field, headers } = guardForm(call);
  const errorOf = (section: Refused['of']): string | undefined => (refused?.of === section ? refused.error : undefined);
  return showPage({
    title: 'Your account',
    isWide: true,
    status: refused?.status ?? 200,
    headers,
    body: html`<section>
        <div class="line">
          <h1>Your account</h1>
          <form method="post" action="/logout">${field}<button class="plain">Sign out</button></form>
        </div>
        ${noticeOf(NOTICES[call.query.get('done') ?? ''])}
        <dl>
          <dt>Login</dt>
          <dd>${actor.login}</dd>
          <dt>Name</dt>
          <dd>${names.name}</dd>
          <dt>Email</dt>
          <dd>${names.email}</dd>
        </dl>
        <a href="/">Start page</a>
      </section>
      ${names.has_password ? passwordSection(field, actor.login, errorOf('password')) : withoutPassword}
      ${names.has_password && factorSection(field, factor, errorOf('factor'))} ${programsSection(field, programs)}
      ${sessionsSection(field, sessions, id)}`,
  });
}

/** Shows the page of the person that is signed in. */
export const showAccount = ownPage('GET /account', (call, session) => accountPage(call, session));
