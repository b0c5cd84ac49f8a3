import type { Noun } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { ifFound } from '../../if-found.ts';
import { readWholeList } from '../../pages.ts';
import { findExecutableId, readNames } from '../executable/lookup.ts';
import type { FoundWorkspace } from '../workspace/lookup.ts';

/** Finds the id of a task by id or name; with a workspace, one of its environment. */
export const findTaskId = (client: Client, idOrName: string, workspace?: FoundWorkspace): Promise<string> =>
  findExecutableId(
    'task',
    idOrName,
    (query, maximum) => readWholeList(client, 'GET /orchestration/executables/tasks', { query }, maximum),
    workspace,
  );

/** How a command names a task. */
export const taskNoun: Noun = { what: 'task', argument: '<name or id>', find: findTaskId };

/** Reads the names of tasks. A task that is deleted or not visible is shown by its id. */
export const nameTasks = (client: Client, taskIds: readonly string[]): Promise<(taskId: string) => string> =>
  readNames(
    taskIds,
    async (taskId) => (await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body.name,
  );

/** Reads the run configuration of a task; undefined if it has none. */
export const readRunConfig = async (client: Client, taskId: string): Promise<Schema<'TaskRunConfig'> | undefined> =>
  (await ifFound(client.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } })))?.body;

/** Where a task runs, as commands print it. */
export const runtimeText = ({ type, id }: Schema<'Runtime'>): string =>
  type === 'CLOUD' ? 'any engine' : [type, id].filter(Boolean).join(' ');
