import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: ['notifications.list.filters', 'notifications.list.locale', 'notifications.list.subscribable'],
};
