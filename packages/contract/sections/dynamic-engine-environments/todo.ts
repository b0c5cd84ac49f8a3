import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'dynamic-engine-environments.1.assign',
    'dynamic-engine-environments.1.permission',
    'dynamic-engine-environments.2.accepted',
    'dynamic-engine-environments.2.free',
    'dynamic-engine-environments.2.ready',
    'dynamic-engine-environments.2.same',
    'dynamic-engine-environments.3.assigned',
    'dynamic-engine-environments.4.assigned',
    'dynamic-engine-environments.4.cascade',
    'dynamic-engine-environments.5.override',
    'dynamic-engine-environments.assign.link',
    'dynamic-engine-environments.assign.one',
    'dynamic-engine-environments.assign.status',
    'dynamic-engine-environments.create.name',
    'dynamic-engine-environments.create.strategies',
    'dynamic-engine-environments.create.trim',
    'dynamic-engine-environments.create.unassigned',
    'dynamic-engine-environments.create.workspace',
    'dynamic-engine-environments.search.like',
    'dynamic-engine-environments.search.order',
  ],
};
