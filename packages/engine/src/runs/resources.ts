import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import type { BundleCache } from '../bundles/cache.ts';
import { TEMPORARY_FOLDER } from '../bundles/command.ts';
import { unpack } from '../bundles/unpack.ts';
import type { RunFolder } from '../folders/run-folder.ts';
import { DeployFault } from '../program/faults.ts';

const MAX_NAME_BYTES = 200;

/**
 * Copies or unpacks the resources of a run into its folder, and returns the parameters with their paths. Tasks may change the copies; the cache keeps
 * the original content.
 * @rule bundles.run.resources
 */
export async function provideResources(
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
    const message = `The resource ${JSON.stringify(name)} cannot be used. ${error.message}, or upload the resource again`;
    throw new DeployFault(error.errorType.replace('BUNDLE_', 'RESOURCE_'), message, { cause: error });
  }
}

/** The name of a resource as a file name. It keeps the extension, by which jobs recognise the format. */
function fileNameOf(name: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what a file name cannot or should not hold
  let text = name.replaceAll(/[/\\\u0000-\u001f\u007f]/g, '_');
  while (Buffer.byteLength(text) > MAX_NAME_BYTES) text = text.slice(1);
  return /^\.{0,2}$/.test(text) ? 'resource' : text;
}
