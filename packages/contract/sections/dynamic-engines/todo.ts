import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'dynamic-engines.create.permission',
    'dynamic-engines.delete.accepted',
    'dynamic-engines.generate.environments',
    'dynamic-engines.generate.key',
    'dynamic-engines.generate.unknown',
    'dynamic-engines.generate.version',
    'dynamic-engines.get.permission',
    'dynamic-engines.limits.description',
    'dynamic-engines.limits.name',
    'dynamic-engines.list.permission',
    'dynamic-engines.replace.ongoing',
    'dynamic-engines.status.environment',
    'dynamic-engines.unassign.ongoing',
    'dynamic-engines.unassign.unknown',
  ],
};
