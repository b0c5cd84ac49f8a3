import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: ['GET /oauth/authorize'],
  rules: ['oauth.authorize.age', 'oauth.authorize.challenge', 'oauth.authorize.client', 'oauth.authorize.errors', 'oauth.authorize.prompt'],
};
