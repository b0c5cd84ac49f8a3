import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: [
    'DELETE /api/v1/oauth-clients/{id}/connection-configs/me',
    'GET /api/v1/oauth-clients/{id}/connection-configs/me',
    'PATCH /api/v1/oauth-clients/{id}/connection-configs/me',
    'POST /api/v1/oauth-clients/{id}/actions/publish',
  ],
  rules: ['oauth-clients.consent.types', 'oauth-clients.publish.region'],
};
