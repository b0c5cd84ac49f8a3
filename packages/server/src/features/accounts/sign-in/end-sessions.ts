import { recordPageChange } from '../../security/audit-log/index.ts';
import { redirect } from './layout.ts';
import { ownPage } from './own-session.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Ends a session of the person that is signed in, or all but this one.
 * @rule sign-in.account.sessions
 */
export const endOwnSessions = ownPage('POST /account/sessions', async (call, { id, actor }) => {
  const wanted = call.form.get('session') ?? '';
  await call.db.transaction(async (tx) => {
    const ended =
      wanted === 'others'
        ? await call.sessions.endAll(tx, actor.id, id)
        : ID.test(wanted) && (await call.sessions.end(tx, actor.id, wanted));
    if (ended) await recordPageChange(tx, call, actor, { page: '/account/sessions', status: 303, sent: { session: wanted } });
  });
  return redirect('/account?done=sessions');
});
