/** Invitations of people by their email addresses. */
import type { Schema } from '@millrace/contract';
import { inSavepoint } from '../../../core/database/savepoint.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { addUser, type UserWriter, visibleUsers } from '../people/index.ts';
import { createPasswordLink, lockPerson, requirePersonHeld } from '../sign-in/index.ts';
import { namesOf } from './records.ts';

type InviteCall = UserWriter & {
  identity: Pick<Platform['identity'], 'tokens'>;
  settings: Pick<Platform['settings'], 'publicUrl' | 'mail'>;
};
type Invitee = Schema<'TenantInvitation'>;
type Result = Schema<'TenantInvitationResult'>;

/** The result of a refused invitation. `code` is 1001 if the user has set a password, 1002 if it is disabled, and 1003 for any other reason. */
const refused = (email: string, code: '1001' | '1002' | '1003', title: string): Result => ({ email, status: 'error', code, title });

/**
 * Invites a person, and returns a refusal in place of throwing it. The caller has locked the tenant.
 * @rule tenant-users.invite.each
 */
export async function inviteOne(call: InviteCall, invitee: Invitee): Promise<Result> {
  let result: Result | undefined;
  const problem = await inSavepoint(call.tx, async () => {
    result = await invite(call, invitee);
  });
  return problem || !result ? refused(invitee.email, '1003', problem?.message ?? '') : result;
}

/**
 * Creates the user of an address and invites it. A known user is invited only if the caller asks for it, and if it is active and has no password.
 * @rule tenant-users.invite.known
 */
async function invite(call: InviteCall, { email, name = '', language, resend }: Invitee): Promise<Result> {
  const { tx, actor } = call;
  const known = await selectByAddress(tx, actor, email);
  const invited = async (id: string, subject: string): Promise<Result> => ({
    email,
    status: 'ok',
    subject,
    userId: id,
    invitation: await createPasswordLink(tx, call, id, 'invitation'),
  });
  if (!known) {
    const id = await addUser(call, {
      login: email,
      email,
      ...namesOf(name),
      ...(language !== undefined && { preferredLanguage: language }),
    });
    return invited(id, email);
  }
  const person = await lockPerson(tx, actor, known.id);
  if (!person.active) return refused(email, '1002', `The user '${person.login}' is disabled: enable it first.`);
  if (person.has_password) return refused(email, '1001', `The user '${person.login}' has set a password already.`);
  if (!resend) return { email, status: 'exists', subject: person.login, userId: person.id };
  await requirePersonHeld(tx, actor, person);
  return invited(person.id, person.login);
}

/** Finds the user whose login or email is an address; one with the login comes first. */
const selectByAddress = (tx: Tx, actor: Actor, email: string): Promise<{ id: string } | undefined> =>
  tx.one(sql`
    select u.id
    from account u
    where ${visibleUsers(actor)}
      and (lower(u.login) = lower(${email}) or lower(u.email) = lower(${email}))
    order by lower(u.login) = lower(${email}) desc, u.id
    limit 1`);
