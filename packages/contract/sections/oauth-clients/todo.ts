import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'oauth-clients.change.secret',
    'oauth-clients.change.type',
    'oauth-clients.consent.types',
    'oauth-clients.create.consent',
    'oauth-clients.create.grants',
    'oauth-clients.create.keys',
    'oauth-clients.create.origins',
    'oauth-clients.create.role',
    'oauth-clients.create.secret',
    'oauth-clients.limits.secrets',
    'oauth-clients.list.filter',
    'oauth-clients.list.secrets',
    'oauth-clients.publish.region',
  ],
};
