/** Creates the claim of a local run, as a control plane would for a task of the bundle. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Schema } from '@millrace/contract';
import { defaultsOf, missingParameters, secretNames, typeFault } from '@millrace/contract/parameters';
import { readManifest } from '@millrace/wire/bundle-manifest';
import { BundleError, type BundleManifest, NOOP_COMMAND } from '@millrace/wire/bundles';
import { withEntries } from '@millrace/wire/zip-entries';
import { TEMPORARY_FOLDER } from '../bundles/command.ts';
import { messageOf } from '../program/own-log.ts';
import type { LocalInputs } from './local-inputs.ts';

/** A control plane would have refused the bundle or the start; the message has the reason. */
export class Refusal extends Error {}

/** A claim, the manifest of its bundle, and the paths of content by its SHA-256. */
export type LocalClaim = { claim: Schema<'ClaimedExecution'>; manifest: BundleManifest; paths: ReadonlyMap<string, string> };

/** Creates the claim of a bundle; throws a `Refusal` if a control plane would have refused the bundle or the start. */
export async function localClaim(zip: string, inputs: LocalInputs): Promise<LocalClaim> {
  const manifest = await manifestOf(zip);
  const connectionParameters = Object.entries(inputs.connections).flatMap(([application, parameters]) =>
    parameters.map((one) => ({ ...one, name: `connection_${application}_${one.name}` })),
  );
  const { contextName } = inputs;
  const contexts = manifest.contexts ?? [];
  if (contextName !== undefined && !contexts.includes(contextName))
    throw new Refusal(
      `The bundle has no context ${JSON.stringify(contextName)}: ${contexts.length > 0 ? `it has ${contexts.join(', ')}` : 'only a job archive has contexts'}.`,
    );
  // A job archive has the values of its contexts itself.
  const defaults = manifest.layout === 'job-archive' ? {} : defaultsOf(manifest.parameters);
  const parameters = { ...defaults, ...inputs.parameters };
  checkStart(manifest, parameters, [...connectionParameters.map(({ name }) => name), ...Object.keys(inputs.resources)]);
  const secretParameters = [
    ...connectionParameters.filter(({ encrypted }) => encrypted).map(({ name }) => name),
    ...secretNames(manifest.parameters, parameters),
  ];
  const paths = new Map<string, string>();
  const contentOf = async (path: string): Promise<{ hash: string; size: number }> => {
    const content = await hashed(path);
    paths.set(content.hash, path);
    return content;
  };
  const resources: Schema<'ClaimedResource'>[] = [];
  for (const [variable, { path, name, directory }] of Object.entries(inputs.resources))
    resources.push({ variable, name, file: !directory, ...(await contentOf(path)) });
  const name = manifest.name ?? basename(zip);
  const claim: Schema<'ClaimedExecution'> = {
    executionId: randomUUID(),
    fence: 1,
    taskId: randomUUID(),
    taskName: name,
    runner: manifest.run?.join(' ') === NOOP_COMMAND ? 'inline' : 'process',
    bundle: { ...(await contentOf(zip)), layout: manifest.layout, name, version: manifest.version ?? '0.1.0' },
    parameters: { ...parameters, ...Object.fromEntries(connectionParameters.map((one) => [one.name, one.value])) },
    ...(secretParameters.length > 0 && { secretParameters }),
    resources,
    ...(contextName !== undefined && { contextName }),
    logLevel: inputs.logLevel,
    ...(inputs.timeoutMinutes !== undefined && { timeoutMinutes: inputs.timeoutMinutes }),
  };
  return { claim, manifest, paths };
}

async function manifestOf(zip: string): Promise<BundleManifest> {
  try {
    return await withEntries(zip, readManifest);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new Refusal(`${zip} cannot be read: ${error.message}`, { cause: error });
    const reason = error instanceof BundleError ? error.message : `it is not a readable zip, ${messageOf(error)}`;
    throw new Refusal(`The bundle is refused: ${reason}.`, { cause: error });
  }
}

function checkStart(manifest: BundleManifest, parameters: Record<string, string>, otherNames: readonly string[]): void {
  const missing = missingParameters(manifest.parameters, parameters, new Set([TEMPORARY_FOLDER, ...otherNames]));
  if (missing.length > 0) throw new Refusal(`The bundle needs a value for ${missing.join(', ')}.`);
  const fault = typeFault(manifest.parameters, parameters);
  if (fault !== undefined) throw new Refusal(`Parameters do not fit what the bundle declares: ${fault}.`);
}

async function hashed(path: string): Promise<{ hash: string; size: number }> {
  try {
    const digest = createHash('sha256');
    await pipeline(createReadStream(path), digest);
    return { hash: digest.digest('hex'), size: (await stat(path)).size };
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
