import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'service-accounts.count.permission',
    'service-accounts.create.client-id',
    'service-accounts.create.licence',
    'service-accounts.create.location',
    'service-accounts.create.name',
    'service-accounts.create.permissions',
    'service-accounts.create.secret',
    'service-accounts.list.tenant',
    'service-accounts.permissions.list',
    'service-accounts.replace.fields',
    'service-accounts.use.last',
    'service-accounts.version.optional',
  ],
};
