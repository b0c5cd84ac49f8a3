/** Links by which people set passwords: from an invitation, or after a request for another password. */
import type { Schema } from '@millrace/contract';
import type { Database, Tx } from '../../../core/database/db.ts';
import { enqueue } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { sendLink } from './jobs.ts';
import { hasEmail, insertLink, selectByLogin, type LinkKind } from './link-queries.ts';
import { linkOf } from './link-address.ts';

type Parts = Pick<Platform, 'tokens' | 'publicUrl' | 'mail'>;

/**
 * Invites a person to set a password, in the caller's transaction: by a mail, or without a mail server or an email address by a link that only this
 * answer contains.
 * @rule sign-in.link.mail
 */
export const createInvitation = (tx: Tx, parts: Parts, account: string): Promise<Schema<'PasswordLink'>> =>
  createPasswordLink(tx, parts, account, 'invitation');

/** Lets a person set a password, by the same ways as `createInvitation`. */
export async function createPasswordLink(tx: Tx, parts: Parts, account: string, kind: LinkKind): Promise<Schema<'PasswordLink'>> {
  if (parts.mail && (await hasEmail(tx, account))) {
    await enqueue(tx, sendLink, { kind, account });
    return { sent: true };
  }
  const { secret, hash } = parts.tokens.create('passwordLink');
  const { expires_at: expiresAt } = await insertLink(tx, account, kind, hash);
  return { sent: false, link: linkOf(parts.publicUrl(), secret), expiryDate: expiresAt.toISOString() };
}

/** Returns whether the person with a login has no password yet; undefined if there is no such person. */
export const lacksPassword = async (tx: Tx, login: string): Promise<boolean | undefined> => {
  const person = await selectByLogin(tx, login);
  return person && !person.has_password;
};

/** A link for the operator of this machine; with it, the person with a login sets a password. */
export async function createOperatorLink(db: Database, parts: Pick<Platform, 'tokens' | 'publicUrl'>, login: string): Promise<string> {
  const { secret, hash } = parts.tokens.create('passwordLink');
  await db.transaction(async (tx) => {
    const person = await selectByLogin(tx, login);
    if (!person) throw new Error(`No person has the login '${login}'`);
    await insertLink(tx, person.id, 'invitation', hash);
  });
  return linkOf(parts.publicUrl(), secret);
}
