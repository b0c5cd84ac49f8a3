/** Writes messages and entries of inboxes, in the transaction of the event; sends messages, and notifies accounts of those that could not be sent. */
import { enqueue, job } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { Outbound } from '../../../core/outbound/outbound.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { addWebNotifications } from '../web-notifications/index.ts';
import { kindOf, type Locale, localeOf, MESSAGE_WORDS } from './kinds.ts';
import { giveUpMessage, insertMessages, markSent, type MessageRow, type NewMessage, selectReaders, takeMessage } from './message-rows.ts';
import { entryText, mailOf, type MessageContent, type MessageEntry, postedBody } from './texts.ts';
import { placeOfTransport } from './transports.ts';

const SEND_MILLISECONDS = 10_000;
/** Attempts to send a message. Its job has more attempts, because a process may die during one. */
const TRIES = 8;

/**
 * Sends a message; an entry that its account may no longer see is left out. If the process dies after sending it, it is sent again; a mail has the same
 * id. After the last try it is given up.
 * @rule notifications.send.once
 */
export const sendMessage = job<{ message: string }>('send-notification', {
  attempts: TRIES + 2,
  does: 'sends a message about an event or an incident',
  async run({ message: id }, platform) {
    const message = await takeMessage(platform.db.writer, id);
    if (!message) return;
    const content: MessageContent = {
      id,
      entries: message.entries,
      locale: localeOf(message.preferred_language),
      publicUrl: platform.settings.publicUrl(),
    };
    try {
      if (message.entries.length > 0) await send(message, content, platform);
    } catch (error) {
      if (message.tries < TRIES) throw error;
      platform.log.warn({ err: error, message: id }, 'a message could not be sent, and is given up');
      return platform.db.transaction((tx) => giveUp(tx, id, message.tries, error));
    }
    await markSent(platform.db.writer, id);
  },
});

async function send({ transport, url, email, account_email: own }: MessageRow, content: MessageContent, platform: Platform): Promise<void> {
  if (transport && url) {
    const address = platform.secrets.decrypt(url, placeOfTransport(transport.id));
    return post(address, postedBody(transport.type, content), platform);
  }
  const { mail } = platform.settings;
  // A user also has the message in the inbox. A rule accepts a mail address only if a mail server is configured.
  if (!mail && email === null) return;
  if (!mail) throw new Error('MILLRACE_SMTP_URL is not set in this process: set it in every process that runs jobs.');
  await mail
    .send({ to: email ?? own, ...mailOf(content) })
    .catch((cause: unknown) => Promise.reject(new MailRefusal('The mail server did not accept a notification.', { cause })));
}

/**
 * @rule notifications.send.guarded
 * @rule notifications.send.authorities
 */
async function post(address: string, body: object, { settings: { deliveries } }: Platform): Promise<void> {
  const response = await new Outbound(await deliveries.rules()).fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    authorities: deliveries.authorities,
    signal: AbortSignal.timeout(SEND_MILLISECONDS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new ReceiverRefusal(response.status);
}

/** Writes messages, with a job for each one. */
export async function sendMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  for (const { id, seconds } of await insertMessages(tx, messages))
    await enqueue(tx, sendMessage, { message: id }, { afterSeconds: seconds });
}

/** Writes entries into the inboxes of accounts that may see them, in their languages. */
export async function writeToInboxes(tx: Tx, pairs: readonly { account: string; entry: MessageEntry }[]): Promise<void> {
  if (pairs.length === 0) return;
  const readers = await selectReaders(tx, pairs);
  await addWebNotifications(
    tx,
    readers.flatMap(({ place, preferred_language: language }) => {
      const pair = pairs[place];
      if (!pair) return [];
      const { account, entry } = pair;
      const { text, path } = entryText(entry, localeOf(language));
      const { action, resourceType } = kindOf(entry.kind);
      return [{ account, body: text, href: path, action, resourceType, resourceId: entry.resourceId, spaceId: entry.spaceId }];
    }),
  );
}

/** The receiver of a posted message answered with a status other than 2xx. */
class ReceiverRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The receiver of a notification answered ${status}.`);
    this.status = status;
  }
}

/** The mail server did not accept a mail. */
class MailRefusal extends Error {}

/**
 * Gives up a message after so many attempts. Its account is notified in the inbox, at most once a day for each receiver.
 * @rule notifications.send.unsent
 */
async function giveUp(tx: Tx, id: string, tries: number, error: unknown): Promise<void> {
  const message = await giveUpMessage(tx, id);
  if (!message || message.was_notified) return;
  const { account_id: account, source_id: source, of_subscription: ofSubscription, receiver } = message;
  const locale = localeOf(message.preferred_language);
  const body = MESSAGE_WORDS.unsent[locale]
    .replace('{receiver}', () => receiver)
    .replace('{number}', String(tries))
    .replace('{reason}', reasonOf(error, locale));
  await addWebNotifications(tx, [
    {
      account,
      body,
      href: ofSubscription ? '/api/v1/notifications/subscriptions' : `/api/v1/alerts/${source}`,
      action: 'message.failed',
      resourceType: ofSubscription ? 'subscription' : 'alert',
      resourceId: source,
      spaceId: null,
    },
  ]);
}

/** Messages of other systems are not repeated: they may name machines of the operator. */
function reasonOf(error: unknown, locale: Locale): string {
  if (error instanceof ReceiverRefusal) return MESSAGE_WORDS.answered[locale].replace('{status}', String(error.status));
  if (error instanceof MailRefusal) return MESSAGE_WORDS.mailRefused[locale];
  const { code, name } = error as { code?: unknown; name?: unknown };
  const codeText = name === 'TimeoutError' ? 'ETIMEDOUT' : code;
  return typeof codeText === 'string' ? MESSAGE_WORDS.unreachable[locale].replace('{code}', codeText) : MESSAGE_WORDS.unexpected[locale];
}
