/** The page of a person: login, password, second factor, programs and sessions. */
import { hasIdForm, timeOfId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { PageAnswer, PageCall } from '../../../core/http/page.ts';
import type { FoundSession, SessionRow } from '../../../identity/session-store.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { guardForm } from './forms.ts';
import { alertOf, fieldOf, type Html, html, noticeOf, redirect, shownTime, showPage } from './layout.ts';
import type { PageText } from './page-texts-en.ts';
import { type PageTexts, textsFor } from './page-texts.ts';
import { hasherOf, replacePasswordOnPage } from './passwords.ts';
import { selectNames } from './rows.ts';
import { faultOfPassword, faultOfRepeat, passwordHint } from './rules.ts';
import { wordsOfScopes } from './scope-texts.ts';
import { type FactorRow, selectFactor } from './second-factor.ts';
import { answerTooManyTries, checkOwnPassword, ownPage } from './sign-in.ts';

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
    <p>${text('withoutPassword')}</p>
    <p><a href="/forgot">${text('askLink')}</a></p>
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
              ${text('endSession')}
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

/** An OAuth client with the access that a person has allowed it. Without a grant, only the consent is stored. */
type ProgramRow = { client_id: string; name: string; scopes: string[]; first_grant: string | null; used_at: Date | null };

/** Selects the OAuth clients that act for an account, or may do so without asking again. */
const selectPrograms = (tx: Tx, account: string): Promise<ProgramRow[]> =>
  tx.rows(sql`
    select p.client_id, c.name, array_agg(distinct s.scope order by s.scope) as scopes,
           (array_agg(p.grant_id order by p.grant_id))[1] as first_grant, max(p.used_at) as used_at
    from (
      select client_id, id as grant_id, scopes, greatest(last_used_at, token_used_at) as used_at
      from oauth_grant
      where account_id = ${account}
        and expires_at > now()
      union all
      select client_id, null, scopes, null
      from oauth_consent
      where account_id = ${account}) p
    join oauth_client c on c.id = p.client_id
    cross join unnest(p.scopes) as s (scope)
    group by p.client_id, c.name
    order by lower(c.name), p.client_id`);

/** The time since which a program has access, and the time of its last use. */
function accessOf(text: PageTexts, { first_grant: grant, used_at: used }: ProgramRow): string {
  if (grant === null) return text('noAccessNow');
  const time = shownTime(timeOfId(grant));
  return used === null ? text('accessSince', { time }) : text('accessUsed', { time, used: shownTime(used) });
}

const programRow = (text: PageTexts, guard: Html, row: ProgramRow): Html =>
  html`<li class="line">
    <div>
      ${row.name}
      <p class="hint">${wordsOfScopes(text, row.scopes).join(' · ')}</p>
      <p class="hint">${accessOf(text, row)}</p>
    </div>
    <form method="post" action="/account/programs">
      ${guard}<input type="hidden" name="client" value="${row.client_id}" /><button
        class="plain"
        aria-label="${text('takeBackOf', { name: row.name })}"
      >
        ${text('takeBack')}
      </button>
    </form>
  </li>`;

/** Lists the programs of a person, each with a button that ends its access. */
const programsSection = (text: PageTexts, guard: Html, rows: readonly ProgramRow[]): Html =>
  html`<section>
    <h2>${text('programs')}</h2>
    ${rows.length === 0 && html`<p>${text('noPrograms')}</p>`}
    <ul class="rows">
      ${rows.map((row) => programRow(text, guard, row))}
    </ul>
  </section>`;

/** The page of a person: login, password, second factor, programs and sessions. */
export async function accountPage(call: PageCall, { id, actor }: FoundSession, refused?: Refused): Promise<PageAnswer> {
  const { reader } = call.db;
  const [names, factor, programs, sessions] = [
    await selectNames(reader, actor.id),
    await selectFactor(reader, actor.id),
    await selectPrograms(reader, actor.id),
    await call.identity.sessions.list(reader, actor.id),
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

/**
 * Changes the password of the person that is signed in, if the form has the present one. Its other sessions end.
 * @rule sign-in.account.password
 */
export const changePassword = ownPage('POST /account/password', (call, session) => {
  const refused = (status: number, error: string) => accountPage(call, session, { status, error, of: 'password' });
  const password = call.form.get('password') ?? '';
  return answerTooManyTries(
    async () => {
      const { email } = await selectNames(call.db.reader, session.actor.id);
      const text = textsFor(call);
      const fault =
        faultOfPassword(password, { login: session.actor.login, email }, text) ?? faultOfRepeat(password, call.form.get('repeated'), text);
      if (fault !== undefined) return refused(400, fault);
      if (!(await checkOwnPassword(call, session, call.form.get('present') ?? ''))) return refused(403, text('presentPasswordWrong'));
      const hash = await hasherOf(call).hash(password);
      await call.db.transaction(async (tx) => {
        await replacePasswordOnPage(call, tx, session.actor.id, hash, session.id);
        await recordPageChange(tx, call, session.actor, { page: '/account/password', status: 303 });
      });
      return redirect('/account?done=password');
    },
    refused,
    textsFor(call),
  );
});

/**
 * Ends a session of the person that is signed in, or all but this one.
 * @rule sign-in.account.sessions
 */
export const endOwnSessions = ownPage('POST /account/sessions', async (call, { id, actor }) => {
  const wanted = call.form.get('session') ?? '';
  await call.db.transaction(async (tx) => {
    const ended =
      wanted === 'others'
        ? await call.identity.sessions.endAll(tx, actor.id, id)
        : hasIdForm(wanted) && (await call.identity.sessions.end(tx, actor.id, wanted));
    if (ended) await recordPageChange(tx, call, actor, { page: '/account/sessions', status: 303, sent: { session: wanted } });
  });
  return redirect('/account?done=sessions');
});
