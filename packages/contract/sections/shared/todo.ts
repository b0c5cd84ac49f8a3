import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: [],
  rules: [
    'authentication.1.tokens',
    'authentication.2.inherited',
    'rates.limits.tier-2',
    'tenant-style.csrf.token',
    'tenant-style.paging.cursors',
  ],
};
