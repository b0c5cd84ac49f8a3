import { SCOPES } from '@millrace/contract';
import { page, type PageAnswer, type PageCall } from '../../../../core/http/page.ts';
import { guardForm, html, redirect, showPage } from '../../../accounts/sign-in/index.ts';
import { authorizeAddress, nextStep, type PersonRequest } from './next-step.ts';
import { destinationOf } from './redirect-uris.ts';

/** Asks a person whether a client may act for it. A request that needs no answer of the person goes on. */
export const showConsent = page('GET /oauth/consent', async (call) => {
  const step = await nextStep(call, call.query);
  if ('goTo' in step) return redirect(step.goTo);
  return step.decide === 'consent' ? consentPage(call, step) : redirect(authorizeAddress(step.request.query));
});

/** @rule oauth.consent.shown */
function consentPage(call: PageCall, { request, session, standing }: PersonRequest): PageAnswer {
  const { client, scopes, redirectUri, query } = request;
  const guard = guardForm(call);
  // With the scopes that the page shows: the client may have got others before the form comes back.
  const shown = new URLSearchParams(query);
  shown.set('scope', scopes.join(' '));
  const another = new URLSearchParams({ prompt: 'login', return_to: authorizeAddress(query) }).toString();
  return showPage({
    title: 'Allow access',
    headers: guard.headers,
    body: html`<section>
        <h1>Allow ${client.name} to act for you?</h1>
        <dl>
          ${
            client.client_uri !== null &&
            html`<dt>Program</dt>
              <dd>${client.client_uri}</dd>`
          }
          ${
            client.tenant_id !== null &&
            client.tenant_id !== session.actor.tenant &&
            html`<dt>Owner</dt>
              <dd>another tenant of this server</dd>`
          }
          <dt>Leads to</dt>
          <dd>${destinationOf(redirectUri)}</dd>
          <dt>You are</dt>
          <dd>${session.actor.login}</dd>
          <dt>Tenant</dt>
          <dd>${standing.tenant_name}</dd>
        </dl>
        <h2>The program will be able to</h2>
        <ul>
          ${[...new Set(scopes.map((scope) => SCOPES[scope]?.words ?? scope))].map((words) => html`<li>${words}</li>`)}
        </ul>
        <p>It never gets your password. Allow this only if you have just opened this program yourself.</p>
        <form class="line" method="post" action="/oauth/consent">
          ${guard.field}
          <input type="hidden" name="request" value="${shown.toString()}" />
          <button name="answer" value="allow">Allow</button>
          <button class="plain" name="answer" value="refuse">Refuse</button>
        </form>
      </section>
      <p>Not you? <a href="/login?${another}">Sign in as another user</a></p>`,
  });
}
