import type { Todo } from '../../src/todo.ts';

export const todo: Todo = {
  operations: [
    'DELETE /security/service-accounts/permissions/batch',
    'DELETE /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
    'GET /security/service-accounts/permissions',
    'GET /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
    'POST /security/service-accounts/permissions/batch',
    'POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
    'PUT /security/service-accounts/permissions/batch',
    'PUT /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
  ],
  rules: [],
};
