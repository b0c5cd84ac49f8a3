import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: 'all',
  rules: [
    'ip-allowlist.create.conflict',
    'ip-allowlist.create.enabled',
    'ip-allowlist.delete.effect',
    'ip-allowlist.enable.effect',
    'ip-allowlist.get.missing',
    'ip-allowlist.limits.plan',
    'ip-allowlist.remove.effect',
    'ip-allowlist.replace.ids',
  ],
};
