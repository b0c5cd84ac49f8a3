/** Notifies accounts in their inboxes of messages that could not be sent. */
import type { Tx } from '../../../core/database/db.ts';
import { addWebNotifications } from '../web-notifications/index.ts';
import { localeOf, MESSAGE_WORDS, type Locale } from './kinds.ts';
import { giveUpMessage } from './message-queries.ts';

/** The receiver of a posted message answered with a status other than 2xx. */
export class ReceiverRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The receiver of a notification answered ${status}.`);
    this.status = status;
  }
}

/** The mail server did not accept a mail. */
export class MailRefusal extends Error {}

/**
 * Gives up a message after so many attempts. Its account is notified in the inbox, at most once a day for each receiver.
 * @rule notifications.send.unsent
 */
export async function giveUp(tx: Tx, id: string, tries: number, error: unknown): Promise<void> {
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
