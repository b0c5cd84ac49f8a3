/** Messages of the page of the inbox. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the inbox, with the choice of the notifications that a person gets. */
export const inboxMessages = defineMessages({
  unread: [
    { one: '{count} unread', other: '{count} unread' },
    { one: '{count} ungelesen', other: '{count} ungelesen' },
  ],
  onlyUnread: ['Unread', 'Ungelesene'],
  readAll: ['Mark all as read', 'Alle als gelesen markieren'],
  deleteAllHint: ['Deleted notifications cannot be restored.', 'Gelöschte Benachrichtigungen lassen sich nicht wiederherstellen.'],
  read: ['Mark as read', 'Als gelesen markieren'],
  notRead: ['Mark as unread', 'Als ungelesen markieren'],
  empty: ['Your inbox is empty', 'Ihr Eingang ist leer'],
  emptyHint: [
    'Choose notifications below, or create an alert rule.',
    'Wählen Sie unten Benachrichtigungen, oder legen Sie eine Alarmregel an.',
  ],
  noneUnread: ['You have read everything', 'Alles ist gelesen'],
  subscriptions: ['Your notifications', 'Ihre Benachrichtigungen'],
  subscriptionsHint: [
    'They are sent for everything that you may see. Alert rules can be more specific.',
    'Sie werden für alles gesendet, was Sie sehen dürfen. Alarmregeln können genauer sein.',
  ],
  byInbox: ['In the inbox', 'Im Eingang'],
  byMail: ['By mail', 'Per Mail'],
  narrow: [
    'Some subscriptions are for one task, plan, engine or workspace. They stay as they are.',
    'Einige Abonnements gelten für einen Task, einen Plan, eine Engine oder einen Workspace. Sie bleiben, wie sie sind.',
  ],
});
