import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import type { FoundSession, SessionRow } from '../../../identity/session-store.ts';
import { guardForm } from './forms.ts';
import { html, type Html } from './html.ts';
import { alertOf, fieldOf, noticeOf, shownTime, showPage } from './layout.ts';
import { ownPage } from './own-session.ts';
import { textsFor, type PageTexts } from './page-language.ts';
import type { PageText } from './page-texts.ts';
import { programsSection, selectPrograms } from './programs.ts';
import { selectNames } from './queries.ts';
import { passwordHint } from './rules.ts';
import { selectFactor, type FactorRow } from './second-factor-queries.ts';

const NOTICES: ReadonlyMap<string, PageText> = new Map([
  ['password', 'passwordIsChanged'],
  ['factor', 'factorIsRemoved'],
  ['sessions', 'sessionHasEnded'],
  ['programs', 'programHasNoAccess'],
]);

type Refused = { status: number; error: string; of: 'password' | 'factor' };

const passwordField = (text: PageTexts, name: string, focus: boolean): Html =>
  fieldOf({ name, label: text('presentPassword'), type: 'password', autocomplete: 'current-password', focus });

const passwordSection = (text: PageTexts, guard: Html, login: string, error: string | undefined): Html =>
  html`<section>
    <h2>${text('password')}</h2>
    ${alertOf(error)}
    <form method="post" action="/account/password">
      ${guard}
      <input type="text" value="${login}" autocomplete="username" hidden readonly aria-hidden="true" />
      ${passwordField(text, 'present', error !== undefined)}
      ${fieldOf({ name: 'password', label: text('newPassword'), type: 'password', autocomplete: 'new-password', hint: passwordHint(text) })}
      ${fieldOf({ name: 'repeated', label: text('repeatPassword'), type: 'password', autocomplete: 'new-password' })}
      <button>${text('changePassword')}</button>
    </form>
  </section>`;

const withoutPassword = (text: PageTexts): Html =>
  html`<section>
    <h2>${text('password')}</h2>
    <p>${text('withoutPassword')} <a href="/forgot">${text('askLink')}</a>.</p>
  </section>`;

function factorSection(text: PageTexts, guard: Html, factor: FactorRow | undefined, error: string | undefined): Html {
  const isOn = factor?.is_confirmed === true;
  const state = isOn ? text('factorOn', { codes: factor.codes }) : text('factorOff');
  return html`<section>
    <h2>${text('secondFactor')}</h2>
    <p>${state}</p>
    ${alertOf(error)}
    <form method="post" action="${isOn ? '/account/second-factor/remove' : '/account/second-factor'}">
      ${guard} ${passwordField(text, 'confirmation', error !== undefined)}
      <button${isOn && html` class="plain"`}>${text(isOn ? 'turnOff' : 'setUp')}</button>
    </form>
  </section>`;
}

const sessionRow = (text: PageTexts, guard: Html, row: SessionRow, isOwn: boolean): Html =>
  html`<li class="line">
    <div>
      ${row.user_agent === '' ? text('unknownBrowser') : row.user_agent}
      <p class="hint">${text('sessionUse', { address: row.address, time: shownTime(row.last_used_at) })}</p>
    </div>
    ${
      isOwn
        ? html`<span>${text('thisSession')}</span>`
        : html`<form method="post" action="/account/sessions">
            ${guard}<input type="hidden" name="session" value="${row.id}" /><button
              class="plain"
              aria-label="${text('endSessionAt', { address: row.address })}"
            >
              ${text('end')}
            </button>
          </form>`
    }
  </li>`;

const sessionsSection = (text: PageTexts, guard: Html, rows: readonly SessionRow[], own: string): Html =>
  html`<section>
    <h2>${text('sessions')}</h2>
    <ul class="rows">
      ${rows.map((row) => sessionRow(text, guard, row, row.id === own))}
    </ul>
    <form method="post" action="/account/sessions">
      ${guard}<input type="hidden" name="session" value="others" /><button class="plain">${text('endOthers')}</button>
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
  const text = textsFor(call);
  const done = NOTICES.get(call.query.get('done') ?? '');
  const errorOf = (section: Refused['of']): string | undefined => (refused?.of === section ? refused.error : undefined);
  return showPage({
    text,
    title: text('yourAccount'),
    isWide: true,
    status: refused?.status ?? 200,
    headers,
    body: html`<section>
        <div class="line">
          <h1>${text('yourAccount')}</h1>
          <form method="post" action="/logout">${field}<button class="plain">${text('signOut')}</button></form>
        </div>
        ${noticeOf(done && text(done))}
        <dl>
          <dt>${text('login')}</dt>
          <dd>${actor.login}</dd>
          <dt>${text('name')}</dt>
          <dd>${names.name}</dd>
          <dt>${text('mail')}</dt>
          <dd>${names.email}</dd>
        </dl>
        <a href="/">${text('startPage')}</a>
      </section>
      ${names.has_password ? passwordSection(text, field, actor.login, errorOf('password')) : withoutPassword(text)}
      ${names.has_password && factorSection(text, field, factor, errorOf('factor'))} ${programsSection(text, field, programs)}
      ${sessionsSection(text, field, sessions, id)}`,
  });
}

/** Shows the page of the person that is signed in. */
export const showAccount = ownPage('GET /account', (call, session) => accountPage(call, session));
