/** The list of programs that may act for a person, as a part of the person's page. */
import { SCOPES } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { timeOfId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { html, type Html } from './html.ts';
import { shownTime } from './layout.ts';
import type { PageTexts } from './page-language.ts';

/** An OAuth client with the access that a person has allowed it. Without a grant, only the consent is stored. */
type ProgramRow = { client_id: string; name: string; scopes: string[]; first_grant: string | null; used_at: Date | null };

/** Selects the OAuth clients that act for an account, or may do so without asking again. */
export const selectPrograms = (tx: Tx, account: string): Promise<ProgramRow[]> =>
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
      <p class="hint" lang="en">${row.scopes.map((scope) => SCOPES[scope]?.description ?? scope).join('. ')}.</p>
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
export const programsSection = (text: PageTexts, guard: Html, rows: readonly ProgramRow[]): Html =>
  html`<section>
    <h2>${text('programs')}</h2>
    ${rows.length === 0 && html`<p>${text('noPrograms')}</p>`}
    <ul class="rows">
      ${rows.map((row) => programRow(text, guard, row))}
    </ul>
  </section>`;
