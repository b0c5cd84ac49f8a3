import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'crawlers.create.jdbc',
    'crawlers.create.one',
    'crawlers.create.sharings',
    'crawlers.end.keep',
    'crawlers.errors.file',
    'crawlers.list.deleted',
    'crawlers.list.paging',
    'crawlers.run.accepted',
    'crawlers.run.refresh',
    'crawlers.version.optional',
  ],
};
