/** Prepares a claimed execution for its start: the bundle, the resources, the parameters, and the command. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import type { BundleCache } from '../bundles/cache.ts';
import { type BundleView, type Command, type Programs, TEMPORARY_FOLDER, unpackedBundle } from '../bundles/command.ts';
import type { ClassData } from '../bundles/java-start.ts';
import { jobArchiveCommand } from '../bundles/job-archive.ts';
import { millraceCommand } from '../bundles/millrace.ts';
import { BundleInMemory, type SmallBundles, usesMemory } from '../bundles/small-bundles.ts';
import { unpack } from '../bundles/unpack.ts';
import type { RunFiles } from '../folders/run-files.ts';
import { giveFolderToUser, makeRunFolder, runFiles, type RunFolder } from '../folders/run-folder.ts';
import type { Isolation } from '../isolation/boundary.ts';
import type { ClassArchives } from '../java/class-archives.ts';
import type { Java } from '../java/find-javas.ts';
import { DeployFault } from '../program/faults.ts';
import { MARK } from '../program/process-table.ts';
import { DEFAULT_LOCALE, environmentByFile, taskEnvironment, taskPath, USER_NAME, USER_SHELL } from './environment.ts';

/** A run that can be started. `runFiles` is the folder that the spawner creates at the start; without it the folder of the run already exists. */
type Prepared = { command: Command; environment: Record<string, string>; runFiles?: RunFiles };

/** A run to prepare. `user` is its own user id, if it has one. `startsOutside`: programs outside of its boundary start before its task. */
type Preparation = {
  claim: Schema<'ClaimedExecution'>;
  run: RunFolder;
  services: {
    environment: NodeJS.ProcessEnv;
    isolation: Isolation;
    cache: BundleCache;
    smallBundles: SmallBundles;
    javas: readonly Java[];
    classArchives?: ClassArchives | undefined;
    url?: (() => string) | undefined;
  };
  user: number | undefined;
  /** The name of that user, if the machine has an account for it. */
  account?: string | undefined;
  startsOutside: boolean;
  traceparent: string | undefined;
};

/**
 * Prepares a run: fetches its bundle and resources, and finds its command. A small bundle is written into the folder of the run when the task starts; any
 * other is unpacked there when this resolves. Rejects with a `DeployFault` if they cannot be used.
 */
export async function prepareRun(preparation: Preparation, stop: AbortSignal): Promise<Prepared> {
  const { claim, services, startsOutside, account } = preparation;
  // Not if programs start before the task, nor for a run as a user of the machine: other processes of that user could hold files of a folder that the
  // next run gets.
  const mayUseMemory = usesMemory(claim) && !startsOutside && account === undefined;
  const small = mayUseMemory && (await withArtifactName(claim, services.smallBundles.find(claim.bundle.hash, stop)));
  if (!small) return unpackedRun(preparation, stop);
  const { run, user } = preparation;
  // Such a run has no resources (`usesMemory`).
  const paths = await provideResources([], run, services.cache, stop);
  const view = new BundleInMemory(run.bundle, small);
  const command = await commandOf(preparation, view, paths);
  return {
    command,
    environment: environmentOf(preparation, command),
    runFiles: runFiles(run, contextOf(claim, paths), { key: claim.bundle.hash, ...view.runFiles }, user),
  };
}

async function unpackedRun(preparation: Preparation, stop: AbortSignal): Promise<Prepared> {
  const { claim, run, services, user, startsOutside } = preparation;
  await makeRunFolder(run);
  const bundle = await withArtifactName(claim, services.cache.use(claim.bundle.hash, stop));
  await unpack(bundle.path, run.bundle, stop).finally(() => bundle.release());
  const paths = await provideResources(claim.resources, run, services.cache, stop);
  await writeFile(run.context, contextOf(claim, paths), { mode: 0o600, flag: 'wx' });
  const command = await commandOf(preparation, unpackedBundle(run.bundle), paths);
  const environment = environmentOf(preparation, command);
  const prepared = startsOutside
    ? {
        command: await environmentByFile(command, environment, run.environment),
        environment: { PATH: programsOf(services).path, [MARK]: run.mark },
      }
    : { command, environment };
  await giveFolderToUser(run, user);
  // A hard link in the folder of the run: its user can read the archive, but not change it. Without the link, Java starts without the archive.
  const archive = command.classData?.file;
  if (archive !== undefined && user !== undefined) await link(archive, run.classArchive).catch(() => {});
  return prepared;
}

/** Adds the name of the artifact to a fault of its bundle. */
async function withArtifactName<Found>({ bundle: { name, version } }: Preparation['claim'], lookup: Promise<Found>): Promise<Found> {
  try {
    return await lookup;
  } catch (error) {
    if (!(error instanceof DeployFault) || !error.errorType.startsWith('BUNDLE_')) throw error;
    const message = `The bundle of artifact ${JSON.stringify(name)} ${version} cannot be used. ${error.message}`;
    throw new DeployFault(error.errorType, message, { cause: error.cause ?? error });
  }
}

/** The content of the file that MILLRACE_CONTEXT names. */
const contextOf = ({ parameters }: Preparation['claim'], paths: Record<string, string>): string =>
  JSON.stringify({ ...parameters, ...paths });

async function commandOf(
  { claim, run, services, user, account }: Preparation,
  bundle: BundleView,
  paths: Record<string, string>,
): Promise<Command> {
  const programs = programsOf(services);
  if (claim.bundle.layout === 'job-archive')
    return jobArchiveCommand(
      run.bundle,
      { ...claim, paths },
      {
        ...run,
        path: programs.path,
        javas: services.javas,
        user: user === undefined ? undefined : (account ?? USER_NAME),
        locale: services.environment['LC_ALL'] || services.environment['LANG'] || DEFAULT_LOCALE,
        classData: classDataOf({ claim, run, services, user }),
      },
    );
  const command = await millraceCommand(bundle, { ...claim, paths }, programs);
  if (claim.jvmArguments?.length)
    command.notes.push('The JVM arguments of the run profile are for job archives only: this bundle starts without them');
  return command;
}

/** Without the id of its workspace, which older servers do not state, a run shares nothing. */
function classDataOf({ claim, run, services, user }: Pick<Preparation, 'claim' | 'run' | 'services' | 'user'>): ClassData | undefined {
  const { workspaceId, bundle } = claim;
  const { classArchives } = services;
  if (workspaceId === undefined || classArchives === undefined) return undefined;
  return {
    archives: classArchives,
    run: run.mark,
    workspaceId,
    hash: bundle.hash,
    list: run.classList,
    pathOf: (file) => (user === undefined ? file : run.classArchive),
  };
}

const programsOf = ({ environment, isolation: { node } }: Preparation['services']): Programs => ({
  node,
  path: taskPath(environment, node),
});

function environmentOf({ claim, run, services, user, account, traceparent }: Preparation, { variables }: Command): Record<string, string> {
  const { path } = programsOf(services);
  const environment = taskEnvironment(services.environment, {
    ...claim,
    ...run,
    path,
    userName: user === undefined ? undefined : (account ?? USER_NAME),
    url: services.url?.(),
    traceparent,
  });
  // The variables of a job archive are those of its Java; those of other bundles come from parameters.
  const own = claim.bundle.layout === 'job-archive' ? { ...environment, ...variables } : { ...variables, ...environment };
  return user === undefined || account !== undefined ? own : { ...USER_SHELL, ...own };
}

const MAX_NAME_BYTES = 200;

/**
 * Copies or unpacks the resources of a run into its folder, and returns the parameters with their paths. Tasks may change the copies; the cache keeps
 * the original content.
 * @rule bundles.run.resources
 */
async function provideResources(
  resources: readonly Schema<'ClaimedResource'>[],
  run: RunFolder,
  cache: BundleCache,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const parameters: Record<string, string> = { [TEMPORARY_FOLDER]: run.temporary };
  if (resources.length > 0) await mkdir(run.resources, { mode: 0o700 });
  for (const [index, resource] of resources.entries()) {
    // Each resource gets its own folder, because resources of two workspaces may have the same name.
    const folder = join(run.resources, String(index + 1));
    await mkdir(folder, { mode: 0o700 });
    const path = join(folder, fileNameOf(resource.name));
    await provide(resource, path, cache, signal);
    parameters[resource.variable] = path;
  }
  return parameters;
}

async function provide(
  { name, hash, file }: Schema<'ClaimedResource'>,
  path: string,
  cache: BundleCache,
  signal: AbortSignal,
): Promise<void> {
  try {
    const cached = await cache.use(hash, signal);
    try {
      if (file) await copyFile(cached.path, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      else await unpack(cached.path, path, signal);
    } finally {
      cached.release();
    }
  } catch (error) {
    if (!(error instanceof DeployFault) || !error.errorType.startsWith('BUNDLE_')) throw error;
    const reason = `The resource ${JSON.stringify(name)} cannot be used. ${error.reason}`;
    throw new DeployFault(error.errorType.replace('BUNDLE_', 'RESOURCE_'), reason, { advice: 'Upload the resource again', cause: error });
  }
}

/** The name of a resource as a file name. It keeps the extension, by which jobs recognise the format. */
function fileNameOf(name: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what a file name cannot or should not hold
  let text = name.replaceAll(/[/\\\u0000-\u001f\u007f]/g, '_');
  while (Buffer.byteLength(text) > MAX_NAME_BYTES) text = text.slice(1);
  return /^\.{0,2}$/.test(text) ? 'resource' : text;
}
