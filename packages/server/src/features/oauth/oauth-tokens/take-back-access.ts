/** The form on the page of a person that ends the access of a program. */
import { hasIdForm } from '../../../core/base/id.ts';
import { ownPage, redirect } from '../../accounts/sign-in/index.ts';
import { recordPageChange } from '../../security/audit-log/index.ts';
import { endAccessOfClient } from '../oauth/index.ts';

/**
 * Ends all access that the signed-in person has given to an OAuth client.
 * @rule oauth-tokens.account.take-back
 */
export const takeBackAccess = ownPage('POST /account/programs', async (call, { actor }) => {
  const client = call.form.get('client') ?? '';
  await call.db.transaction(async (tx) => {
    if (hasIdForm(client) && (await endAccessOfClient(tx, actor.id, client)))
      await recordPageChange(tx, call, actor, { page: '/account/programs', status: 303, sent: { client } });
  });
  return redirect('/account?done=programs');
});
