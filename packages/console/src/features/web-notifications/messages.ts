/** Messages of the page of the inbox. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the inbox, with the choice of the notifications that a person gets. */
export const inboxMessages = defineMessages({
  en: {
    title: 'Inbox',
    unread: { one: '{count} unread', other: '{count} unread' },
    show: 'Show',
    onlyUnread: 'Unread',
    readAll: 'Mark all as read',
    deleteAll: 'Delete all',
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
  },
  de: {
    title: 'Eingang',
    unread: { one: '{count} ungelesen', other: '{count} ungelesen' },
    show: 'Zeigen',
    onlyUnread: 'Ungelesene',
    readAll: 'Alle als gelesen markieren',
    deleteAll: 'Alle löschen',
    deleteAllHint: 'Gelöschte Benachrichtigungen lassen sich nicht wiederherstellen.',
    read: 'Als gelesen markieren',
    notRead: 'Als ungelesen markieren',
    empty: 'Ihr Eingang ist leer',
    emptyHint: 'Wählen Sie unten Benachrichtigungen, oder legen Sie eine Alarmregel an.',
    noneUnread: 'Alles ist gelesen',
    subscriptions: 'Ihre Benachrichtigungen',
    subscriptionsHint: 'Sie werden für alles gesendet, was Sie sehen dürfen. Alarmregeln können genauer sein.',
    byInbox: 'Im Eingang',
    byMail: 'Per Mail',
    narrow: 'Einige Abonnements gelten für einen Task, einen Plan, eine Engine oder einen Workspace. Sie bleiben, wie sie sind.',
  },
});
