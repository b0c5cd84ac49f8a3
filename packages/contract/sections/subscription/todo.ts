import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: ['subscription.get.current'],
};
