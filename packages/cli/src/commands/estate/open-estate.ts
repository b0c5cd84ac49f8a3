import type { Command } from 'commander';
import { type Context, openContext } from '../../context.ts';
import type { EstateChange } from '../../estate/change.ts';
import { ESTATE_KINDS } from '../../estate/kinds.ts';
import { type EstateFile, loadEstate } from '../../estate/load-estate.ts';
import { EstateFaults } from '../../estate/model/faults.ts';
import { retryingClient, Site } from '../../estate/model/site.ts';
import { type OwnedObjects, readOwned } from '../../estate/owned.ts';
import { planChanges } from '../../estate/plan-changes.ts';
import { readSite } from '../../estate/read-site.ts';
import { openSecrets } from '../../estate/secrets.ts';
import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';

/** A folder that was compared with the server. */
export type ComparedEstate = { context: Context; files: EstateFile[]; site: Site; owned: OwnedObjects; changes: EstateChange[] };

/** Opens the context and the client of a command about an estate. */
export async function openSite(
  command: Command,
  shell: Shell,
  environments?: ReadonlySet<string>,
): Promise<{ context: Context; site: Site }> {
  const context = await openContext(command, shell);
  return { context, site: new Site(retryingClient(context.client, shell.signal), environments) };
}

/** Reads the folder and the server, and compares them. Prints the faults of files. */
export async function compareEstate(folder: string, options: ComparisonOptions, command: Command, shell: Shell): Promise<ComparedEstate> {
  const { prune = false, secretsFile, sendSecrets = false } = options;
  const context = await openContext(command, shell);
  return withFaults(context.output, async () => {
    const fullPath = absolutePath(folder, shell);
    const [files, owned, lookup] = [await loadEstate(fullPath), await readOwned(fullPath), await openSecrets(secretsFile, shell)];
    // Without this check, a wrong folder would look like files that match the server.
    if (files.length === 0 && owned.isEmpty)
      throw new Failure('usage', `${folder} has no file of an estate: ${ESTATE_KINDS.map(({ path }) => path).join(', ')}.`);
    const environments = new Set(
      files.flatMap(({ kind, address }) => (kind.path.startsWith('environments/') ? (address.names[0] ?? '') : [])),
    );
    // Objects to delete may be in an environment that no file names any more.
    const site = new Site(retryingClient(context.client, shell.signal), prune ? undefined : environments);
    const content = await readSite(site);
    printNotes(site, context.output);
    const changes = await planChanges({ files, site, content, owned, lookup, sendSecrets, prune });
    printNotes(site, context.output);
    return { context, files, site, owned, changes };
  });
}

/** Runs a step. Faults of files are printed one by one. */
export async function withFaults<T>(output: Output, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof EstateFaults)) throw error;
    for (const { position, message } of error.faults) output.note(oneLine(`${position}: ${message}`));
    throw new Failure('usage', `${error.message}. Nothing was changed.`);
  }
}

/** Prints the remarks about objects that the estate leaves out, each once. */
export function printNotes(site: Site, output: Output): void {
  for (const note of site.notes.splice(0)) output.note(oneLine(note));
}

/** Options of the commands that compare a folder with the server. */
export type ComparisonOptions = { prune?: boolean; secretsFile?: string; sendSecrets?: boolean };

/** Adds the options of `ComparisonOptions`. */
export const addComparisonOptions = (command: Command): Command =>
  command
    .option('--prune', 'also delete the objects that belong to this estate and have no file any more')
    .option('--secrets-file <file>', 'YAML or JSON with secrets by the names of their variables; the environment has the others')
    .option('--send-secrets', 'send all secrets again: the server does not show whether they have changed');
