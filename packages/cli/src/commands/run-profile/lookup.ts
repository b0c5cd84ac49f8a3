import type { Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { isId, pickOne } from '../../names.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { readUsedFile } from '../../input.ts';
import { readStdin, type Shell } from '../../shell.ts';
import { clusterNoun, engineNoun } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';

type ProfileFilter = Pick<Schema<'RunProfileFilters'>, 'processorTypes' | 'processorIds' | 'scopeIds' | 'name'>;

/** Lists run profiles by filters. */
export const readRunProfiles = (client: Client, filter: ProfileFilter = {}): Promise<ListPage<Schema<'BaseRunProfile'>>> =>
  readPages(client, 'POST /processing/run-profiles/search', { body: { ...filter, sortBy: 'NAME', sortOrder: 'ASC' } });

/** Finds the id of a run profile by id or name, among those that a filter selects. */
export async function findRunProfileId(client: Client, idOrName: string, filter: ProfileFilter = {}): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { items } = await readRunProfiles(client, filter);
  return pickOne('run profile', idOrName, items, ({ id, name, processorType, processorId: ownerId }) => ({
    id,
    names: [name],
    place: `${processorType} ${ownerId}`,
  })).id;
}

/** How a command names a run profile. */
export const runProfileNoun: Noun = { what: 'run profile', argument: '<name or id>', find: findRunProfileId };

/** The options that name the owner of run profiles. */
export type OwnerOptions = { engine?: string; cluster?: string; environment?: string };

/** Adds the options. */
export const withOwner = (command: Command): Command =>
  command
    .option('--engine <name or id>', 'of an engine')
    .option('--cluster <name or id>', 'of a cluster')
    .option('--environment <name or id>', 'of the dynamic engines of an environment');

/** Finds the owner that the options name; undefined if they name none. */
export async function findProfileOwner(client: Client, { engine, cluster, environment }: OwnerOptions) {
  if ([engine, cluster, environment].filter((name) => name !== undefined).length > 1)
    throw new Failure('usage', 'Give only one of --engine, --cluster and --environment.');
  if (engine !== undefined) return { processorType: 'RE' as const, id: await engineNoun.find(client, engine) };
  if (cluster !== undefined) return { processorType: 'REC' as const, id: await clusterNoun.find(client, cluster) };
  if (environment !== undefined) return { processorType: 'DYNAMIC_ENGINE' as const, id: await findEnvironmentId(client, environment) };
  return undefined;
}

/** The options that name the content of a run profile. */
export type ContentOptions = {
  jvm?: string[];
  jvmFile?: string;
  description?: string;
  cpu?: string;
  memory?: string;
  disk?: string;
  image?: string;
};

/** Adds the options. */
export const withProfileContent = (command: Command): Command =>
  command
    .option(
      '--jvm <argument>',
      'an argument of the Java virtual machine, as --jvm=-Xmx4g; may be repeated',
      (argument, before: string[] = []) => [...before, argument],
    )
    .option('--jvm-file <file>', 'file with one argument on each line, - for stdin; use it for secrets')
    .option('--description <text>', 'its purpose')
    .option('--cpu <n>', 'of a dynamic engine: processors of a pod, such as 2 or 500m')
    .option('--memory <size>', 'of a dynamic engine: memory of a pod, such as 2Gi')
    .option('--disk <size>', 'of a dynamic engine: disk of a pod, such as 10Gi')
    .option('--image <name>', 'of a dynamic engine: image of a pod');

/** Reads the JVM arguments; undefined if no option names any. */
export async function readJvmArguments({ jvm, jvmFile }: ContentOptions, shell: Shell): Promise<string[] | undefined> {
  if (jvm && jvmFile !== undefined) throw new Failure('usage', 'Give either --jvm or --jvm-file.');
  if (jvmFile === undefined) return jvm;
  const content = jvmFile === '-' ? await readStdin(shell) : await readUsedFile(jvmFile, shell);
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The fields of a pod that the options name; undefined if they name none. */
export function podOf({ cpu, memory, disk, image }: ContentOptions): Schema<'RunProfilePod'> | undefined {
  const pod = {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(disk !== undefined && { disk }),
    ...(image !== undefined && { image }),
  };
  return Object.keys(pod).length > 0 ? pod : undefined;
}
