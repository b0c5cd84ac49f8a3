import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'webhooks.change.cloud-events',
    'webhooks.create.filter',
    'webhooks.create.https',
    'webhooks.create.level',
    'webhooks.create.reload-status',
    'webhooks.create.secret',
    'webhooks.create.types',
    'webhooks.deliver.certificate',
    'webhooks.deliver.enabled',
    'webhooks.deliver.headers',
    'webhooks.deliver.signature',
    'webhooks.headers.encrypted',
    'webhooks.headers.unique',
    'webhooks.limits.headers',
    'webhooks.limits.history',
    'webhooks.limits.user',
    'webhooks.list.admin',
    'webhooks.list.wildcards',
    'webhooks.replace.cleared',
    'webhooks.resend.payload',
  ],
};
