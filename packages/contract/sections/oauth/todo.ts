import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'oauth.authorize.age',
    'oauth.authorize.challenge',
    'oauth.authorize.client',
    'oauth.authorize.errors',
    'oauth.authorize.prompt',
    'oauth.public.bearer',
    'oauth.revoke.token',
    'oauth.token.client',
    'oauth.token.credentials',
    'oauth.token.disabled',
    'oauth.token.exchange',
    'oauth.token.grants',
    'oauth.token.impersonate',
    'oauth.token.maximum',
    'oauth.token.verifier',
  ],
};
