import type { Client } from '@millrace/contract/client';

import { findExecutableId } from '../executables/find-executable.ts';
import type { FoundWorkspace } from '../workspaces/resolve-workspace.ts';

/** Finds the id of a task by id or name; with a workspace, one of its environment. */
export const findTaskId = (client: Client, idOrName: string, workspace?: FoundWorkspace): Promise<string> =>
  findExecutableId(
    'task',
    idOrName,
    async (query) => (await client.call('GET /orchestration/executables/tasks', { query })).body,
    workspace,
  );
