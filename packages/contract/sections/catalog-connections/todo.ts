import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: ['catalog-connections.delete.use', 'catalog-connections.list.query'],
};
