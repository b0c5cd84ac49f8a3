import { createInterface } from 'node:readline/promises';
import { LineCounter, parseDocument } from 'yaml';
import { type Context, openContext } from '../context.ts';
import { EXIT, Failure } from '../failure.ts';
import type { LocalContext } from '../command-builders.ts';
import { readUsedFile } from '../input.ts';
import { pickOne } from '../names.ts';
import type { Output } from '../output.ts';
import { absolutePath, orInterruption, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import type { FieldDifference, SecretLookup } from './compare.ts';
import { ESTATE_KINDS, estateKindOf } from './kinds.ts';
import { type EstateFile, loadEstate } from './load-estate.ts';
import { addressLabel } from './model/address.ts';
import type { EstateFields, EstateWrite } from './model/kind.ts';
import { retryingClient, Site } from './model/site.ts';
import { hasFields, mapLeaves, Placeholder } from './model/places.ts';
import { type OwnedObjects, readOwned } from './owned.ts';
import { EstateFaults } from './parse-file.ts';
import { type EstateChange, planChanges } from './plan-changes.ts';
import { readSite, type SiteContent } from './read-site.ts';
import { withIds } from './references.ts';
import { writeEstate } from './write-estate.ts';

/** Finds secrets in the file of the command, then in the environment. The file contains a text for each name, as YAML or JSON. */
async function openSecrets(file: string | undefined, shell: Pick<Shell, 'env' | 'workingFolder'>): Promise<SecretLookup> {
  const fileValues = file === undefined ? {} : parseSecrets(await readUsedFile(file, shell), file);
  // A name such as constructor must not find an inherited property.
  return (variable) => [fileValues, shell.env].find((values) => Object.hasOwn(values, variable))?.[variable];
}

/** Reads the names and texts. Error messages do not repeat the content of the file. */
function parseSecrets(text: string, file: string): Record<string, string> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new Failure('usage', `${file} is neither YAML nor JSON: see line ${line}, column ${col}.`);
  }
  const values: unknown = document.toJS();
  if (!hasFields(values)) throw new Failure('usage', `${file} must contain a text for each name, such as WAREHOUSE_PASSWORD: "…".`);
  const wrong = Object.entries(values).find(([, value]) => typeof value !== 'string');
  if (wrong) throw new Failure('usage', `${file}: ${JSON.stringify(wrong[0])} has to be a text. Put it in quotes.`);
  return values as Record<string, string>;
}

/** Throws a `Failure` that lists the environments if one of the names is unknown. */
function requireKnownEnvironments(names: readonly string[], { objects }: SiteContent): void {
  const known = objects.filter(({ address }) => address.noun === 'environment');
  for (const name of names) pickOne('environment', name, known, ({ id, address }) => ({ id, names: address.names }));
}

/** A folder that was compared with the server. */
type ComparedEstate = { context: Context; files: EstateFile[]; site: Site; owned: OwnedObjects; changes: EstateChange[] };

const openSite = ({ client, shell }: Context, environments?: ReadonlySet<string>): Site =>
  new Site(retryingClient(client, shell.signal), environments);

/** The options of the commands that compare a folder with the server. */
type ComparisonOptions = { prune?: boolean; secretsFile?: string; sendSecrets?: boolean };

/** Reads the folder and the server, and compares them. Prints the faults of files. */
async function compareEstate({ command, shell }: LocalContext, folder: string, options: ComparisonOptions): Promise<ComparedEstate> {
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
    const site = openSite(context, prune ? undefined : environments);
    const content = await readSite(site);
    printNotes(site, context.output);
    const changes = await planChanges({ files, site, content, owned, lookup, sendSecrets, prune });
    printNotes(site, context.output);
    return { context, files, site, owned, changes };
  });
}

/** Runs a step. Prints the faults of files one by one, and throws a `Failure` for all of them. */
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
function printNotes(site: Site, output: Output): void {
  for (const note of site.notes.splice(0)) output.note(oneLine(note));
}

/** The options of `millrace export`. */
type ExportOptions = { environment?: string[]; prune?: boolean };

/** `millrace export`: writes what the server has as files. With `prune` it removes the files that the server does not have. */
export async function exportEstate({ command, shell }: LocalContext, folder: string, options: ExportOptions): Promise<void> {
  const context = await openContext(command, shell);
  const site = openSite(context, options.environment && new Set(options.environment));
  const { output } = context;
  await withFaults(output, async () => {
    const content = await readSite(site);
    requireKnownEnvironments(options.environment ?? [], content);
    const result = await writeEstate(absolutePath(folder, shell), content, {
      prune: options.prune === true,
      environments: site.environments,
    });
    printNotes(site, output);
    for (const [noun, message] of content.unreadable) output.note(oneLine(`Left out: every ${noun}. ${message}`));
    if (output.wantsData) return output.printData(result);
    if (result.withoutContent > 0)
      output.note(
        `Files that have no content beside them: ${result.withoutContent}. A server that lacks their objects needs it: see docs/estate.md.`,
      );
    if (result.stale.length > 0) {
      output.note(
        options.prune ? 'Removed, because the server does not have them:' : 'The server does not have these; --prune removes them:',
      );
      for (const path of result.stale) output.note(oneLine(path));
    }
    return output.print(`${result.files} objects in ${folder}, ${result.written} files written.`);
  });
}

/** `millrace diff`: shows how a folder differs from the server. */
export async function diffEstate(local: LocalContext, folder: string, options: ComparisonOptions): Promise<void> {
  const { context, changes } = await compareEstate(local, folder, options);
  if (context.output.wantsData) context.output.printData(changesJson(changes));
  else printEstateChanges(changes, context.output);
  if (changes.length > 0) local.shell.exitCode = EXIT.different;
}

/** The options of `millrace apply`. */
type ApplyOptions = ComparisonOptions & { yes?: boolean; dryRun?: boolean };

/** `millrace apply`: makes the server match the files of a folder, after a question. If a step fails, the earlier steps stay done. */
export async function applyEstate(local: LocalContext, folder: string, options: ApplyOptions): Promise<void> {
  const { context, files, site, owned, changes } = await compareEstate(local, folder, options);
  const { output } = context;
  if (output.wantsData) output.printData(changesJson(changes));
  else printEstateChanges(changes, output);
  if (options.dryRun) return;
  if (changes.length > 0 && options.yes !== true) await confirm(local.shell);
  let count = 0;
  const done = (change: EstateChange): void => {
    count += 1;
    output.note(oneLine(`${count}/${changes.length} ${DONE[change.action]} ${changeLabel(change)}`));
  };
  try {
    await applyEstateChanges(changes, { files, site, owned, done });
  } catch (error) {
    const next = changes[count];
    output.note(
      oneLine(
        `${count} of ${changes.length} steps are done${next ? `; the next one is ${changeLabel(next)}` : ''}. Repeat the command to continue.`,
      ),
    );
    throw error;
  }
}

const DONE = { create: 'created', change: 'changed', delete: 'deleted' } as const;

/** Asks on the terminal. Throws a `Failure` without a terminal, or if the answer is no. */
async function confirm(shell: Shell): Promise<void> {
  if (!shell.stdin.isTTY)
    throw new Failure('usage', 'There is no terminal to ask on. Nothing was changed. Add --yes to apply without a question.');
  const reader = createInterface({ input: shell.stdin, output: shell.stderr });
  try {
    const answer = await orInterruption(reader.question('Apply? [y/N] ', { signal: shell.signal }), shell.signal);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('refused', 'Nothing was changed.');
  } finally {
    reader.close();
  }
}

/** The input of an apply. `done` is called after each step. */
type ApplyRun = { files: readonly EstateFile[]; site: Site; owned: OwnedObjects; done: (change: EstateChange) => void };

/** Performs the steps, one after the other. If a step fails, the earlier steps stay done. */
async function applyEstateChanges(changes: readonly EstateChange[], run: ApplyRun): Promise<void> {
  const { site, owned } = run;
  try {
    for (const change of changes) {
      await applyChange(change, run);
      run.done(change);
    }
  } finally {
    for (const { address } of run.files) {
      if (!site.has(address)) continue;
      const id = site.idOf(address);
      owned.set(id, { ...owned.get(id), object: addressLabel(address) });
    }
    await owned.save();
  }
}

async function applyChange(change: EstateChange, { files, site, owned }: ApplyRun): Promise<void> {
  if (change.action === 'delete') {
    await estateKindOf(change.object.address.noun).remove(site, change.object);
    owned.delete(change.object.id);
    return;
  }
  const { file, digest, values } = change;
  const { kind, address, fields } = file;
  const withValues = mapLeaves(fields, (leaf) => (leaf instanceof Placeholder ? values.get(leaf) : leaf)) as EstateFields;
  const body = withIds(kind, withValues, address, (target) => site.idOf(target));
  const changed = new Set(change.action === 'create' ? Object.keys(fields) : change.differences.map(({ path }) => path[0] ?? ''));
  const write: EstateWrite = { address, fields, body, content: file.content, changed, allFiles: files };
  if (change.action === 'create') site.add(address, await kind.create(site, write));
  else await kind.change?.(site, change.object, write);
  if (digest !== undefined) owned.set(site.idOf(address), { object: addressLabel(address), content: digest });
}

const SIGNS = { create: '+', change: '~', delete: '-' } as const;
const TONES = { create: 'green', change: 'yellow', delete: 'red' } as const;
const LONGEST_VALUE = 80;

/** The label of the object of a change. */
const changeLabel = (change: EstateChange): string =>
  addressLabel(change.action === 'delete' ? change.object.address : change.file.address);

/** Prints what an apply does, with the fields that differ. */
function printEstateChanges(changes: readonly EstateChange[], output: Output): void {
  for (const change of changes) {
    output.print(output.paint(`${SIGNS[change.action]} ${oneLine(changeLabel(change))}`, TONES[change.action]));
    if (change.action === 'change') for (const difference of change.differences) output.print(`    ${oneLine(differenceText(difference))}`);
  }
  output.print(summary(changes));
}

/** The number of steps of each kind. */
function summary(changes: readonly EstateChange[]): string {
  const count = (action: EstateChange['action']): number => changes.filter((change) => change.action === action).length;
  if (changes.length === 0) return 'The server matches the files.';
  return `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete.`;
}

/** The changes as `--json` shows them. */
const changesJson = (changes: readonly EstateChange[]) =>
  changes.map((change) => ({
    action: change.action,
    kind: change.action === 'delete' ? change.object.address.noun : change.file.address.noun,
    names: change.action === 'delete' ? change.object.address.names : change.file.address.names,
    ...(change.action !== 'delete' && { file: change.file.path }),
    ...(change.action === 'change' && {
      differences: change.differences.map(({ path, isSecret, before, after }) => ({
        field: path.join('.'),
        ...(isSecret ? {} : { before, after }),
      })),
    }),
  }));

function differenceText({ path, isSecret, before, after }: FieldDifference): string {
  const field = path.join('.');
  return isSecret ? `${field}: changes` : `${field}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
