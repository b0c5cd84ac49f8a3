/** The page on which a person allows a client what it asks for, or refuses it. */
import { forbidden } from '../../../../core/base/problem.ts';
import { sql } from '../../../../core/database/sql.ts';
import { page, type PageAnswer, type PageCall } from '../../../../core/http/page.ts';
import {
  requireOwnForm,
  guardForm,
  html,
  leaveForm,
  type PageTexts,
  redirect,
  showPage,
  textsFor,
  wordsOfScopes,
} from '../../../accounts/sign-in/index.ts';
import { recordPageChange } from '../../../security/audit-log/index.ts';
import { authorizeAddress, issueCode, nextStep, type PersonRequest, redirectRefusals } from './next-step.ts';

/** Asks a person for consent to a client. A request that needs no answer of the person goes on. */
export const showConsent = page('GET /oauth/consent', async (call) => {
  const step = await nextStep(call, call.query);
  if ('redirectTo' in step) return redirect(step.redirectTo);
  return step.decide === 'consent' ? consentPage(call, step) : redirect(authorizeAddress(step.request.query));
});

/** @rule oauth.consent.shown */
function consentPage(call: PageCall, { request, session, facts }: PersonRequest): PageAnswer {
  const { client, scopes, redirectUri, query } = request;
  const text = textsFor(call);
  const guard = guardForm(call);
  // The form contains the scopes that the page shows, because the client may have other ones before the form is sent.
  const shown = new URLSearchParams(query);
  shown.set('scope', scopes.join(' '));
  const another = new URLSearchParams({ prompt: 'login', return_to: authorizeAddress(query) }).toString();
  return showPage({
    text,
    title: text('allowAccess'),
    headers: guard.headers,
    body: html`<section>
        <h1>${text('allowProgram', { name: client.name })}</h1>
        <dl>
          ${
            client.client_uri !== null &&
            html`<dt>${text('program')}</dt>
              <dd>${client.client_uri}</dd>`
          }
          ${
            client.tenant_id !== null &&
            client.tenant_id !== session.actor.tenant &&
            html`<dt>${text('owner')}</dt>
              <dd>${text('otherTenant')}</dd>`
          }
          <dt>${text('leadsTo')}</dt>
          <dd>${destinationOf(text, redirectUri)}</dd>
          <dt>${text('youAre')}</dt>
          <dd>${session.actor.login}</dd>
          <dt>${text('tenant')}</dt>
          <dd>${facts.tenant_name}</dd>
        </dl>
        <h2>${text('willBeAble')}</h2>
        <ul>
          ${wordsOfScopes(text, scopes).map((words) => html`<li>${words}</li>`)}
        </ul>
        <p>${text('neverPassword')}</p>
        <form class="line" method="post" action="/oauth/consent">
          ${guard.field}
          <input type="hidden" name="request" value="${shown.toString()}" />
          <button name="answer" value="allow">${text('allow')}</button>
          <button class="plain" name="answer" value="refuse">${text('refuse')}</button>
        </form>
      </section>
      <p>${text('notYou')} <a href="/login?${another}">${text('asAnother')}</a></p>`,
  });
}

/** The destination of a redirect URI, in words for people. */
function destinationOf(text: PageTexts, redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? text('onComputer', { host }) : text('onDevice', { scheme: protocol.slice(0, -1) });
}

/**
 * Stores the answer of a person, and goes back to the client. Refuses a form of another site, and checks the request in it again.
 * @rule oauth.consent.checked
 */
export const submitConsent = page('POST /oauth/consent', async (call) => {
  requireOwnForm(call);
  const step = await nextStep(call, new URLSearchParams(call.form.get('request') ?? ''));
  if ('redirectTo' in step) return step.redirectTo.startsWith('/') ? redirect(step.redirectTo) : leaveForm(textsFor(call), step.redirectTo);
  const isAllowed = call.form.get('answer') === 'allow';
  const { redirectTo } = await redirectRefusals(call, step.request, () => (isAllowed ? allow(call, step) : refuse()));
  return leaveForm(textsFor(call), redirectTo);
});

/** @rule oauth.consent.stored */
const allow = (call: PageCall, personRequest: PersonRequest): Promise<{ redirectTo: string }> =>
  call.db.transaction(async (tx) => {
    const { request, session } = personRequest;
    const { client, scopes } = request;
    const redirectTo = await issueCode(call, tx, personRequest);
    // Adds the scopes to those that the person has allowed the client before.
    await tx.rows(sql`
      insert into oauth_consent as o (client_id, tenant_id, account_id, scopes)
      values (${client.id}, ${session.actor.tenant}, ${session.actor.id}, ${[...scopes]}::text[])
      on conflict on constraint oauth_consent_pkey do update
      set scopes = array(
        select distinct unnest(o.scopes || excluded.scopes)
        order by 1)`);
    await recordPageChange(tx, call, session.actor, {
      page: '/oauth/consent',
      status: 200,
      sent: { clientId: client.id, clientName: client.name, scopes },
    });
    return { redirectTo };
  });

/** @rule oauth.consent.refused */
function refuse(): Promise<never> {
  throw forbidden('access_denied', 'The person has refused.');
}
