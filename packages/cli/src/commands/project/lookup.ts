import type { Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { isId, pickOne } from '../../names.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { readTokenFile } from '../../session.ts';
import type { Shell } from '../../shell.ts';

type Project = Schema<'Project'>;

/** Lists projects. */
export const readProjects = (client: Client, filter: { projectName?: string } = {}): Promise<ListPage<Project>> =>
  readPages(async (limit, offset) => (await client.call('GET /orchestration/projects', { query: { ...filter, limit, offset } })).body);

/** Finds the id of a project by id or name. */
export async function findProjectId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('project', idOrName, (await readProjects(client)).items, ({ id, name }) => ({ id, names: [name] })).id;
}

/** How a command names a project. */
export const projectNoun: Noun = { what: 'project', argument: '<name or id>', find: findProjectId };

/** The address of a repository without the user name and password that it may contain. */
export function shownAddress({ url }: Project): string {
  const parsed = URL.parse(url);
  if (!parsed || (!parsed.username && !parsed.password)) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** The options that name the address of a repository. */
export type AddressOptions = { address?: string; addressFile?: string };

/** Adds the options. */
export const withAddress = (command: Command): Command =>
  command
    .option('--address <address>', 'address of the repository, without a password')
    .option('--address-file <file>', 'file with the address, - for stdin; the place for one with a password');

/** Reads the address; undefined if no option names one. */
export async function readAddress({ address, addressFile }: AddressOptions, shell: Shell): Promise<string | undefined> {
  if (address !== undefined && addressFile !== undefined) throw new Failure('usage', 'Give either --address or --address-file.');
  return addressFile === undefined ? address : readTokenFile(addressFile, shell);
}
