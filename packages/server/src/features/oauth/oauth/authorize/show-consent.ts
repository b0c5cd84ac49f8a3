import { SCOPES } from '@millrace/contract';
import { page, type PageAnswer, type PageCall } from '../../../../core/http/page.ts';
import { guardForm, html, redirect, showPage, textsFor } from '../../../accounts/sign-in/index.ts';
import { authorizeAddress, nextStep, type PersonRequest } from './next-step.ts';
import { destinationOf } from './redirect-uris.ts';

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
          <dd>${destinationOf(redirectUri)}</dd>
          <dt>${text('youAre')}</dt>
          <dd>${session.actor.login}</dd>
          <dt>${text('tenant')}</dt>
          <dd>${facts.tenant_name}</dd>
        </dl>
        <h2>${text('willBeAble')}</h2>
        <ul lang="en">
          ${[...new Set(scopes.map((scope) => SCOPES[scope]?.description ?? scope))].map((words) => html`<li>${words}</li>`)}
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
