import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages, type ListPage } from '../../pages.ts';

type Project = Schema<'Project'>;

/** Lists projects. */
export const readProjects = (client: Client, filter: { projectName?: string } = {}): Promise<ListPage<Project>> =>
  readPages(async (limit, offset) => (await client.call('GET /orchestration/projects', { query: { ...filter, limit, offset } })).body);

/** Finds the id of a project by id or name. */
export async function findProjectId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('project', idOrName, (await readProjects(client)).items, ({ id, name }) => ({ id, names: [name] })).id;
}

/** The address of a repository without the user name and password that it may contain. */
export function shownAddress({ url }: Project): string {
  const parsed = URL.parse(url);
  if (!parsed || (!parsed.username && !parsed.password)) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
