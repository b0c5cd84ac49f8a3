import { forbidden } from '../../../../core/base/problem.ts';
import { page, type PageCall } from '../../../../core/http/page.ts';
import { checkForm, leaveForm, redirect, textsFor } from '../../../accounts/sign-in/index.ts';
import { recordPageChange } from '../../../security/audit-log/index.ts';
import { codeAddress, nextStep, redirectRefusals, type PersonRequest } from './next-step.ts';
import { addConsent } from './queries.ts';

/**
 * Stores the answer of a person, and goes back to the client. The request of the form is checked again.
 * @rule oauth.consent.checked
 */
export const submitConsent = page('POST /oauth/consent', async (call) => {
  checkForm(call);
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
    const redirectTo = await codeAddress(call, tx, personRequest);
    await addConsent(tx, session, client.id, scopes);
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
