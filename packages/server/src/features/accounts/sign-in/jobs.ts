/** Mails with links. The token is created when the mail is sent, so that no job contains one. */
import { job } from '../../../core/background/jobs.ts';
import { linkOf } from './link-address.ts';
import { insertLink, LINK_HOURS, selectRecipient, selectRecipients, type LinkKind, type RecipientRow } from './link-queries.ts';

/** The receiver: one account, or all accounts with an email address that a caller has typed. */
type LinkRequest = { kind: LinkKind; account: string } | { kind: 'reset'; email: string };

/** Sends a link to each recipient. A failed attempt leaves an unsent link in the database, which expires. */
export const sendLink = job<LinkRequest>('send-password-link', {
  attempts: 8,
  does: 'sends a mail with a link by which a person sets a password',
  async run(request, { db, mail, tokens, publicUrl }) {
    // The process that added the job may have other settings.
    if (!mail) throw new Error('MILLRACE_SMTP_URL is not set in this process, but where the job was added: set it in all processes.');
    const recipients =
      'email' in request ? await selectRecipients(db.reader, request.email) : [await selectRecipient(db.reader, request.account)];
    for (const recipient of recipients) {
      if (!recipient) continue;
      const { secret, hash } = tokens.create('passwordLink');
      await insertLink(db.writer, recipient.id, request.kind, hash);
      await mail.send({ to: recipient.email, ...textOf(request.kind, recipient, linkOf(publicUrl(), secret)) });
    }
  },
});

function textOf(kind: LinkKind, { login }: RecipientRow, link: string): { subject: string; text: string } {
  const [subject, first, last] =
    kind === 'invitation'
      ? ['Your account at Millrace', 'You have an account at Millrace.', 'If you expect no account, ignore this mail.']
      : [
          'Set another password at Millrace',
          'Another password was asked for.',
          'If you did not ask for it, ignore this mail: your password stays.',
        ];
  const hours = LINK_HOURS[kind];
  return {
    subject,
    text: `${first} Set your password by this link:

${link}

Your login is ${login}. The link works once, for ${hours === 1 ? 'an hour' : `${hours} hours`}.

${last}
`,
  };
}
