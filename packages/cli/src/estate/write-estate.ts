import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { stringify } from 'yaml';
import { estateFilePaths } from './file-names.ts';
import { ESTATE_KINDS, estateKindOf, fileSchema } from './kinds.ts';
import { type EstateFile, loadEstate } from './load-estate.ts';
import { addressKey } from './model/address.ts';
import type { EstateFields, EstateKind, EstateObject } from './model/kind.ts';
import { HiddenValue, mapLeaves, nameVariables, Placeholder, placeholdersIn, printPlaceholders } from './model/places.ts';
import type { SiteContent } from './read-site.ts';

/** The result of an export. `stale` has the files whose objects the server does not have. */
type ExportResult = { files: number; written: number; stale: string[]; withoutContent: number };

/** Writes a file unless nothing has to change, and returns whether it did. */
export type WriteFile = (path: string, text: string) => Promise<boolean>;

/**
 * Writes a file for each object, and the schemas of the files. Files that exist keep their path and the names of their variables. With `prune`, stale
 * files are removed.
 */
export async function writeEstate(
  folder: string,
  { objects, unreadable }: SiteContent,
  { prune, environments, write = writeChanged }: { prune: boolean; environments: ReadonlySet<string> | undefined; write?: WriteFile },
): Promise<ExportResult> {
  await mkdir(folder, { recursive: true });
  const before = new Map((await loadEstate(folder)).map((file) => [addressKey(file.address), file]));
  const paths = estateFilePaths(
    objects.map(({ address }) => address),
    new Map([...before].map(([key, { path }]) => [key, path])),
  );
  const withPlaceholders = withVariables(objects, before);
  let written = 0;
  let withoutContent = 0;
  for (const { address, fields } of withPlaceholders) {
    const kind = estateKindOf(address.noun);
    const path = paths.get(addressKey(address)) ?? '';
    if (await write(join(folder, path), fileText(kind, path, fields))) written += 1;
    const { contentExtension: extension } = kind;
    if (extension !== undefined && !(await exists(join(folder, path.replace(/\.yaml$/, extension))))) withoutContent += 1;
  }
  for (const kind of ESTATE_KINDS) await write(join(folder, schemaPath(kind)), `${JSON.stringify(fileSchema(kind), null, 2)}\n`);
  const isRead = ({ kind, address }: EstateFile): boolean =>
    !unreadable.has(kind.noun) &&
    (environments === undefined || !kind.path.startsWith('environments/') || environments.has(address.names[0] ?? ''));
  const stale = [...before].filter(([key, file]) => !paths.has(key) && isRead(file)).map(([, file]) => file);
  if (prune)
    for (const { path, content } of stale) {
      await rm(join(folder, path));
      if (content !== undefined) await rm(content);
    }
  return { files: withPlaceholders.length, written, stale: stale.map(({ path }) => path), withoutContent };
}

/** The text of a file: the line by which editors find its schema, then the fields. */
function fileText(kind: EstateKind, path: string, fields: EstateFields): string {
  const schema = posix.relative(posix.dirname(path), schemaPath(kind));
  return `# yaml-language-server: $schema=${schema}\n${stringify(printPlaceholders(fields), { lineWidth: 0 })}`;
}

const schemaPath = ({ noun }: EstateKind): string => `schemas/${noun.replaceAll(' ', '-')}.json`;

/** Puts placeholders in the place of secrets: those of the file that exists, or new ones. */
function withVariables(objects: readonly EstateObject[], before: ReadonlyMap<string, EstateFile>): EstateObject[] {
  const kept = objects.map((object) => ({
    ...object,
    fields: withFormerPlaceholders(object.fields, before.get(addressKey(object.address))),
  }));
  const secrets = kept.flatMap(({ address, fields }) => hiddenIn(fields).map(({ label }) => ({ names: address.names, label })));
  const variables = nameVariables(secrets);
  return kept.map((object) => ({
    ...object,
    fields: mapLeaves(object.fields, (leaf) =>
      leaf instanceof HiddenValue ? new Placeholder(variables.shift() ?? '') : leaf,
    ) as EstateFields,
  }));
}

function hiddenIn(fields: EstateFields): HiddenValue[] {
  const found: HiddenValue[] = [];
  mapLeaves(fields, (leaf) => {
    if (leaf instanceof HiddenValue) found.push(leaf);
    return leaf;
  });
  return found;
}

function withFormerPlaceholders(fields: EstateFields, file: EstateFile | undefined): EstateFields {
  if (!file) return fields;
  const former = new Map(placeholdersIn(file.fields).map(({ placeholder, path }) => [JSON.stringify(path), placeholder]));
  return mapLeaves(fields, (leaf, path) => former.get(JSON.stringify(path)) ?? leaf) as EstateFields;
}

/** Writes a file unless it has this text already. */
async function writeChanged(path: string, text: string): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return true;
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;
