import { redirect } from './layout.ts';
import { ownPage } from './own-session.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Ends a session of the person that is signed in, or all but this one.
 * @rule sign-in.account.sessions
 */
export const endOwnSessions = ownPage('POST /account/sessions', async (call, { id, actor }) => {
  const wanted = call.form.get('session') ?? '';
  if (wanted === 'others') await call.sessions.endAll(call.db.writer, actor.id, id);
  else if (ID.test(wanted)) await call.sessions.end(call.db.writer, actor.id, wanted);
  return redirect('/account?done=sessions');
});
