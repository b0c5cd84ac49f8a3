import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { stringify } from 'yaml';
import { ESTATE_KINDS, estateKindOf, fileSchema } from './kinds.ts';
import { type EstateFile, loadEstate } from './load-estate.ts';
import { addressKey, type EstateAddress, type EstateFields, type EstateKind, type EstateObject } from './model/kind.ts';
import { HiddenValue, mapLeaves, nameVariables, Placeholder, placeholdersIn, printPlaceholders, shortDigest } from './model/places.ts';
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
    if (kind.content !== undefined && !(await exists(join(folder, path.replace(/\.yaml$/, kind.content))))) withoutContent += 1;
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

/** Bytes of a name that are kept, so that a digest and an extension fit into the 255 bytes of a file name. */
const MAX_BYTES = 120;
// Windows refuses these names with any extension.
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i;
// Characters that file systems, shells and terminals cannot store or show: separators, wildcards, control characters and marks of the reading direction.
// oxlint-disable-next-line no-control-regex -- these are the characters to replace
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff<>:"/\\|?*~]/gu;

/**
 * Names of the files of siblings. A name that a file system cannot store, or that differs from another one in letter case only, ends in a digest of the
 * identity.
 */
export function fileNamesOf(siblings: readonly { name: string; identity: string }[]): string[] {
  const shown = siblings.map(({ name }) => readableName(name));
  const byFoldedName = Map.groupBy(shown, folded);
  return siblings.map(({ name, identity }, index) => {
    const text = shown[index] ?? '';
    const isUnique = (byFoldedName.get(folded(text))?.length ?? 0) < 2;
    return isUnique && text === name ? text : `${text}~${shortDigest(identity)}`;
  });
}

/** The form in which file systems compare names. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

function readableName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(UNSAFE, '-')
    .replace(/^[.\s-]+/, '')
    .replace(/[.\s]+$/, '');
  const cut = cutBytes(clean, MAX_BYTES).replace(/[.\s]+$/, '');
  if (cut === '') return '-';
  return RESERVED.test(cut) ? `-${cut}` : cut;
}

function cutBytes(text: string, bytes: number): string {
  let cut = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) break;
    cut += segment;
  }
  return cut;
}

type PathSegment = { form: string; group: string; name: string; identity: string };

/**
 * The paths of files, by the keys of their addresses. `existing` has the paths of existing files. These stay the same, and so do the folders of their
 * environments and workspaces.
 */
function estateFilePaths(addresses: readonly EstateAddress[], existing: ReadonlyMap<string, string>): Map<string, string> {
  const groups = new Map<string, Map<string, PathSegment>>();
  const located = addresses.map((address) => ({ address, segments: segmentsOf(estateKindOf(address.noun), address.names) }));
  for (const { segments } of located)
    for (const segment of segments) {
      const group = groups.get(segment.group) ?? new Map<string, PathSegment>();
      groups.set(segment.group, group.set(segment.identity, segment));
    }
  const chosen = new Map<string, string>();
  for (const [group, segments] of groups) {
    const siblings = [...segments.values()].toSorted((first, second) => (first.identity < second.identity ? -1 : 1));
    const names = fileNamesOf(siblings);
    for (const [index, { identity }] of siblings.entries()) chosen.set(`${group} ${identity}`, names[index] ?? '');
  }
  for (const [key, path] of existing) keepFolders(key, path, chosen);
  return new Map(
    located.map(({ address, segments }) => {
      const names = segments.map(({ group, identity }) => chosen.get(`${group} ${identity}`) ?? '');
      const path = estateKindOf(address.noun)
        .path.split('/')
        .map((form) => (form.startsWith('*') ? `${names.shift()}${form.slice(1)}` : form))
        .join('/');
      return [addressKey(address), existing.get(addressKey(address)) ?? path];
    }),
  );
}

/** The names in the path of a file, from left to right. Names of the same group are in the same folder. */
function segmentsOf(kind: EstateKind, names: readonly string[]): PathSegment[] {
  const inPath = kind.pathNames?.(names) ?? names;
  const forms = kind.path.split('/');
  let index = 0;
  return forms.flatMap((form, depth): PathSegment[] => {
    if (!form.startsWith('*')) return [];
    const parents = inPath.slice(0, index);
    const name = inPath[index] ?? '';
    index += 1;
    const isLast = index === inPath.length;
    const group = JSON.stringify([forms.slice(0, depth).filter((part) => !part.startsWith('*')), parents]);
    // The last name stands for the whole object: a task and a plan of the same name may both have a schedule.
    return [{ form, group, name, identity: JSON.stringify(isLast && kind.pathNames ? names : [...parents, name]) }];
  });
}

/** Keeps the folder of an environment or a workspace that has a file already. */
function keepFolders(key: string, path: string, chosen: Map<string, string>): void {
  const [noun, ...names] = JSON.parse(key) as string[];
  if (noun !== 'environment' && noun !== 'workspace') return;
  const [segment] = segmentsOf(estateKindOf(noun), names).slice(-1);
  if (segment) chosen.set(`${segment.group} ${segment.identity}`, path.split('/').at(-2) ?? '');
}
