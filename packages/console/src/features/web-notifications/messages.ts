/** Messages of the page of the inbox. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the inbox, with the choice of the notifications that a person gets. */
export const inboxMessages = defineMessages('inbox', {
  unread: { one: '{count} unread', other: '{count} unread' },
  onlyUnread: 'Unread',
  readAll: 'Mark all as read',
  deleteAllHint: 'Deleted notifications cannot be restored.',
  read: 'Mark as read',
  notRead: 'Mark as unread',
  empty: 'Your inbox is empty',
  emptyHint: 'Choose notifications below, or create an alert rule.',
  noneUnread: 'You have read everything',
  subscriptions: 'Your notifications',
  subscriptionsHint: 'They are sent for everything that you may see. Alert rules can be more specific.',
  byInbox: 'In the inbox',
  byMail: 'By mail',
  narrow: 'Some subscriptions are for one task, plan, engine or workspace. They stay as they are.',
});
