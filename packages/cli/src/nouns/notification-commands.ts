import type { Command } from 'commander';

import { listNotifications } from '../commands/notifications/list-notifications.ts';
import { listWebNotifications } from '../commands/notifications/list-web-notifications.ts';
import { subscribeToNotifications, unsubscribeFromNotifications } from '../commands/notifications/replace-notification-subscriptions.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace notification`. */
export function addNotificationCommands(program: Command, shell: Shell): void {
  const notification = program.command('notification').description('Subscribe to notifications, and show your inbox');
  for (const add of [listNotifications, subscribeToNotifications, unsubscribeFromNotifications, listWebNotifications])
    add(notification, shell);
}
