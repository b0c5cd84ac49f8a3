/** The settings of the mail server. */
import { StartError } from '../base/start-error.ts';

/** The server that accepts mails, and their sender. */
export type MailSetting = { host: string; port: number; secure: boolean; user: string | undefined; password: string; from: string };

/** Reads the settings; undefined without a mail server. An error does not repeat the address, which may hold a password. */
export function readMailSetting(environment: Record<string, string | undefined>): MailSetting | undefined {
  const { MILLRACE_SMTP_URL: address, MILLRACE_MAIL_FROM: from } = environment;
  if (!address && !from) return undefined;
  const url = address ? URL.parse(address) : undefined;
  if (url === null || (url && (!/^smtps?:$/.test(url.protocol) || !url.hostname)))
    throw new StartError('MILLRACE_SMTP_URL is not the address of a mail server: set it to smtp://user:password@host:port, or smtps://….');
  if (from !== undefined && from !== '' && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(from))
    throw new StartError(`MILLRACE_MAIL_FROM is '${from}': set it to an email address such as millrace@example.com.`);
  if (!url || !from) throw new StartError('MILLRACE_SMTP_URL and MILLRACE_MAIL_FROM belong together: set both.');
  if (!environment['MILLRACE_PUBLIC_URL'])
    throw new StartError('Mails contain links to this server: with MILLRACE_SMTP_URL, set MILLRACE_PUBLIC_URL, too.');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password),
    from,
  };
}
