import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'datasets.attribute.author',
    'datasets.attribute.business-id',
    'datasets.attribute.default',
    'datasets.attribute.reset',
    'datasets.attribute.unknown',
    'datasets.certify.status',
    'datasets.columns.write',
    'datasets.limits.user',
    'datasets.list.favorite',
    'datasets.list.order',
    'datasets.list.query',
    'datasets.list.schema',
    'datasets.quality.sample',
  ],
};
