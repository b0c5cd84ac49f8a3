import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'sharing.change.bulk',
    'sharing.change.removal',
    'sharing.eligibles.permission',
    'sharing.list.accessible',
    'sharing.list.deleted',
    'sharing.replace.whole',
  ],
};
