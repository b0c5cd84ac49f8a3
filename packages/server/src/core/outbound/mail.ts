/** Mails to people, by the mail server of the settings. */
import type { MailSetting } from './settings.ts';

/** Sends mails. An error contains no text of the mail. */
export type Mail = { send(mail: MailText): Promise<void> };

/** A mail. Receivers see mails with the same `id` as one mail, so that a repeated attempt causes no second one. */
export type MailText = { to: string; subject: string; text: string; html?: string; id?: string };

/** Milliseconds to connect, until the greeting of the mail server, and without a byte from it. */
const TIME_LIMIT = 20_000;

/** Builds the sender; undefined without a mail server. A password is sent only through an encrypted connection. */
export function openMail(setting: MailSetting | undefined): Mail | undefined {
  if (!setting) return undefined;
  const { from, user, password, ...address } = setting;
  return {
    async send({ to, subject, text, html, id }) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        ...address,
        requireTLS: user !== undefined && !address.secure,
        ...(user !== undefined && { auth: { user, pass: password } }),
        connectionTimeout: TIME_LIMIT,
        greetingTimeout: TIME_LIMIT,
        socketTimeout: TIME_LIMIT,
        logger: false,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        // As an object, because a text may hold several addresses.
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(id !== undefined && { messageId: `<${id}@${from.split('@')[1] ?? ''}>` }),
        });
      } finally {
        transport.close();
      }
    },
  };
}
