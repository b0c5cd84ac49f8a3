/** Links by which people set passwords: from an invitation, or after a request for another password. */
import type { Schema } from '@millrace/contract';
import { enqueue, job } from '../../../core/background/jobs.ts';
import type { Database } from '../../../core/database/db.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { pageLanguageOf, type PageTexts, textsIn } from './page-texts.ts';

/** The purpose of a link: a first password, or another one. */
type LinkKind = 'invitation' | 'reset';

/** The hours for which a link is valid. */
const LINK_HOURS: Readonly<Record<LinkKind, number>> = { invitation: 72, reset: 1 };

type Parts = {
  actor: Pick<Actor, 'id'>;
  identity: Pick<Platform['identity'], 'tokens'>;
  settings: Pick<Platform['settings'], 'publicUrl' | 'mail'>;
};

/**
 * Lets a person set a password, as the actor asks, in the caller's transaction: by a mail, or without a mail server or an email address by a link that
 * only this answer contains.
 * @rule sign-in.link.mail
 */
export async function createPasswordLink(tx: Tx, parts: Parts, account: string, kind: LinkKind): Promise<Schema<'PasswordLink'>> {
  if (parts.settings.mail && (await hasEmail(tx, account))) {
    await enqueue(tx, sendLink, { kind, account, sender: parts.actor.id });
    return { sent: true };
  }
  const { secret, hash } = parts.identity.tokens.create('passwordLink');
  const { expires_at: expiresAt } = await insertLink(tx, account, kind, hash);
  return { sent: false, link: linkOf(parts.settings.publicUrl(), secret), expiryDate: expiresAt.toISOString() };
}

/** Returns whether the person with a login has no password yet; undefined if there is no such person. */
export const lacksPassword = async (tx: Tx, login: string): Promise<boolean | undefined> => {
  const person = await selectByLogin(tx, login);
  return person && !person.has_password;
};

/** Stores a link for the operator of this machine; with it, the person with a login sets a password. Throws if no person has the login. */
export async function createOperatorLink(
  db: Database,
  parts: { identity: Pick<Platform['identity'], 'tokens'>; settings: Pick<Platform['settings'], 'publicUrl'> },
  login: string,
): Promise<string> {
  const { secret, hash } = parts.identity.tokens.create('passwordLink');
  await db.transaction(async (tx) => {
    const person = await selectByLogin(tx, login);
    if (!person) throw new Error(`No person has the login '${login}'`);
    await insertLink(tx, person.id, 'invitation', hash);
  });
  return linkOf(parts.settings.publicUrl(), secret);
}

/** Returns the address for the token of a link. The query of a request is never logged, and the page sends no referrer. */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/set-password?token=${token}`;

/**
 * The receiver: one account, or all accounts with an email address that a caller has typed. `sender` is the account that asks, `language` that of the page
 * on which somebody asks; jobs of earlier versions have neither.
 */
type LinkRequest = { kind: LinkKind; account: string; sender?: string } | { kind: 'reset'; email: string; language?: string };

/**
 * Sends a link to each recipient, in its language; if none is stored, in that of the page or of the account that asks. A failed attempt leaves an unsent
 * link in the database, which expires.
 * @rule sign-in.link.language
 */
export const sendLink = job<LinkRequest>('send-password-link', {
  attempts: 8,
  does: 'sends a mail with a link by which a person sets a password',
  async run(request, { db, settings: { mail, publicUrl }, identity: { tokens } }) {
    // The process that added the job may have other settings.
    if (!mail) throw new Error('MILLRACE_SMTP_URL is not set in this process, but where the job was added: set it in all processes.');
    const where = 'email' in request ? sql`lower(email) = lower(${request.email}) and email <> ''` : sql`id = ${request.account}`;
    const language = 'email' in request ? request.language : request.sender && (await selectLanguage(db.reader, request.sender));
    for (const recipient of await selectRecipients(db.reader, where)) {
      const { secret, hash } = tokens.create('passwordLink');
      await insertLink(db.writer, recipient.id, request.kind, hash);
      const text = textsIn(pageLanguageOf(recipient.preferred_language ?? language));
      await mail.send({ to: recipient.email, ...mailOf(text, request.kind, recipient.login, linkOf(publicUrl(), secret)) });
    }
  },
});

/** A person that gets a mail. */
type RecipientRow = { id: string; login: string; email: string; preferred_language: string | null };

function mailOf(text: PageTexts, kind: LinkKind, login: string, link: string): { subject: string; text: string } {
  const hours = LINK_HOURS[kind];
  return {
    subject: text(`${kind}Subject`),
    text: `${text(`${kind}Mail`)}

${link}

${text(hours === 1 ? 'linkWorksHour' : 'linkWorksHours', { login, hours })}

${text(`${kind}Unexpected`)}
`,
  };
}

/** Adds a link by the hash of its token. Returns its end. */
const insertLink = (tx: Tx, account: string, kind: LinkKind, hash: Buffer): Promise<{ expires_at: Date }> =>
  tx.only(sql`
    insert into password_link (hash, account_id, kind, expires_at)
    values (${hash}, ${account}, ${kind}, now() + make_interval(hours => ${LINK_HOURS[kind]}))
    returning expires_at`);

/** Builds the condition that a person has no password and no token yet, and a valid link to set a password; `account` is a column of the statement. */
export const isInvited = (account: Sql): Sql => sql`
  (not exists (
     select from account_password ip
     where ip.account_id = ${account})
   and not exists (
     select from personal_access_token it
     where it.account_id = ${account})
   and exists (
     select from password_link il
     where il.account_id = ${account}
       and il.kind = 'invitation'
       and il.expires_at > now()))`;

/** The person of a link that is valid. */
export type LinkRow = { account: string; tenant: string; login: string; email: string };

/** Finds the person of a link; undefined if the link is not valid. */
export const selectLink = (tx: Tx, hash: Buffer): Promise<LinkRow | undefined> =>
  tx.one(sql`
    select a.id as account, a.tenant_id as tenant, a.login, a.email
    from password_link l
    join account a on a.id = l.account_id
    where l.hash = ${hash}
      and l.expires_at > now()
      and a.active`);

/** Uses up a link that is valid; false if another call has used it. */
export const takeLink = (tx: Tx, hash: Buffer): Promise<boolean> =>
  tx.any(sql`
    delete from password_link l
    using account a
    where l.hash = ${hash}
      and l.expires_at > now()
      and a.id = l.account_id
      and a.active
    returning l.hash`);

/** Removes the links of an account. */
export const removeLinks = (tx: Tx, account: string): Promise<unknown> =>
  tx.rows(sql`
    delete from password_link
    where account_id = ${account}`);

/** Removes links that have expired. */
export const removeExpiredLinks = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    delete from password_link
    where expires_at <= now()`);

/** The maximum number of accounts with one email address, in several tenants, that get a mail. */
const MAX_RECIPIENTS = 4;

/** Selects the active people that get a mail: those with an email address, in any letter case, or one by its id. */
const selectRecipients = (tx: Tx, where: Sql): Promise<RecipientRow[]> =>
  tx.rows(sql`
    select id, login, email, preferred_language
    from account
    where ${where}
      and active
      and user_type = 'HUMAN'
      and bot_client_id is null
    order by id
    limit ${MAX_RECIPIENTS}`);

/** The language of an account; undefined if none is stored. */
async function selectLanguage(tx: Tx, account: string): Promise<string | undefined> {
  const row = await tx.one<{ language: string | null }>(sql`
    select preferred_language as language
    from account
    where id = ${account}`);
  return row?.language ?? undefined;
}

/** Returns whether an account has an email address. */
const hasEmail = (tx: Tx, id: string): Promise<boolean> =>
  tx.any(sql`
    select id
    from account
    where id = ${id}
      and email <> ''`);

/** Finds the first person with a login, and whether it has a password. */
const selectByLogin = (tx: Tx, login: string): Promise<{ id: string; has_password: boolean } | undefined> =>
  tx.one(sql`
    select a.id, exists (select from account_password p where p.account_id = a.id) as has_password
    from account a
    where lower(a.login) = lower(${login})
      and a.user_type = 'HUMAN'
      and a.bot_client_id is null
    order by a.id
    limit 1`);
