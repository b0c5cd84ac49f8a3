import { recordPageChange } from '../../security/audit-log/index.ts';
import { redirect } from './layout.ts';
import { isOwnPassword, answerTooManyTries, ownPage } from './own-session.ts';
import { selectNames } from './queries.ts';
import { textsFor } from './page-language.ts';
import { faultOfPassword } from './rules.ts';
import { faultOfRepeat, storePassword } from './set-password.ts';
import { accountPage } from './show-account.ts';
import { hasherOf } from './sign-in.ts';

/**
 * Changes the password of the person that is signed in. Its other sessions end.
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
      if (!(await isOwnPassword(call, session, call.form.get('present') ?? ''))) return refused(403, text('presentPasswordWrong'));
      const hash = await hasherOf(call).hash(password);
      await call.db.transaction(async (tx) => {
        await storePassword(call, tx, session.actor.id, hash, session.id);
        await recordPageChange(tx, call, session.actor, { page: '/account/password', status: 303 });
      });
      return redirect('/account?done=password');
    },
    refused,
    textsFor(call),
  );
});
