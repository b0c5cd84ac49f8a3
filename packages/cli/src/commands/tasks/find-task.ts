import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, isShortId, pickOne, type Naming } from '../../names.ts';
import { readPages } from '../../pages.ts';

type TaskExtract = Schema<'TaskExtract'>;

/** How many tasks are read for the suggestions after an unknown name. */
const MAX_CANDIDATES = 100;

/** Finds the id of a task by id or name. */
export async function findTaskId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const named = (await listTasksBeginning(client, idOrName)).filter(({ name }) => name === idOrName);
  // All tasks are needed to check that the beginning of an id is unique.
  const most = isShortId(idOrName) ? Infinity : MAX_CANDIDATES;
  return pickOne('task', idOrName, named.length > 0 ? named : await listTasksBeginning(client, undefined, most), namingOf).executable;
}

async function listTasksBeginning(client: Client, name: string | undefined, most = Infinity): Promise<TaskExtract[]> {
  const filter = name === undefined ? {} : { name };
  const page = await readPages(
    async (limit, offset) => (await client.call('GET /orchestration/executables/tasks', { query: { ...filter, limit, offset } })).body,
    most,
  );
  return page.items;
}

function namingOf({ executable, name, workspace }: TaskExtract): Naming {
  return { id: executable, names: [name], place: [workspace.environment?.name, workspace.name].filter(Boolean).join('/') };
}
