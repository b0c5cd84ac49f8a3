import type { Command } from 'commander';

import { createWebhookListener } from '../commands/webhook-listeners/create-webhook-listener.ts';
import { changeWebhook } from '../commands/webhooks/change-webhook.ts';
import { createWebhook } from '../commands/webhooks/create-webhook.ts';
import { deleteWebhook } from '../commands/webhooks/delete-webhook.ts';
import { getWebhook } from '../commands/webhooks/get-webhook.ts';
import { listEventTypes } from '../commands/webhooks/list-event-types.ts';
import { listWebhookDeliveries } from '../commands/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../commands/webhooks/list-webhooks.ts';
import { resendWebhookDelivery } from '../commands/webhooks/resend-webhook-delivery.ts';
import { testWebhook } from '../commands/webhooks/test-webhook.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace webhook`. */
export function addWebhookCommands(program: Command, shell: Shell): void {
  const webhook = program
    .command('webhook')
    .description('Send events to other systems: create webhooks, test them, and show their deliveries');
  for (const add of [
    createWebhook,
    listWebhooks,
    getWebhook,
    changeWebhook,
    deleteWebhook,
    testWebhook,
    listWebhookDeliveries,
    resendWebhookDelivery,
    listEventTypes,
    createWebhookListener,
  ])
    add(webhook, shell);
}
