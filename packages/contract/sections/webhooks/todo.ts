import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: [],
  rules: ['webhooks.deliver.certificate', 'webhooks.deliver.enabled', 'webhooks.deliver.headers', 'webhooks.deliver.signature'],
};
