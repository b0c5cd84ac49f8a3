import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: [],
  rules: [],
};
