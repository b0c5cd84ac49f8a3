import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { Failure } from '../failure.ts';
import { EstateFaults, type EstateFault, parseFile, type ParsedFile } from './parse-file.ts';
import { addressKey, addressLabel, type EstateAddress } from './model/address.ts';
import type { EstateFields, EstateKind } from './model/kind.ts';
import { ESTATE_KINDS, fileSchema } from './kinds.ts';
import { normalFields } from './normalize.ts';
import { parsePlaceholders } from './model/places.ts';

/** A file of an estate. `content` is the path of the file with its content, if there is one. */
export type EstateFile = {
  kind: EstateKind;
  address: EstateAddress;
  fields: EstateFields;
  /** The path within the folder, with forward slashes. */
  path: string;
  content: string | undefined;
  positionOf: ParsedFile['positionOf'];
};

/** The folders of the estate. Other files and folders next to them are ignored. */
const ROOTS = new Set(ESTATE_KINDS.map(({ path }) => path.split('/')[0]));

/** Reads and checks all files of an estate. Throws `EstateFaults` that lists everything that is wrong. */
export async function loadEstate(folder: string): Promise<EstateFile[]> {
  const paths = await estatePaths(folder);
  const faults: EstateFault[] = [];
  const parsed: { kind: EstateKind; path: string; file: ParsedFile }[] = [];
  for (const path of paths.filter((name) => /\.ya?ml$/i.test(name))) {
    const kind = ESTATE_KINDS.find(({ path: pattern }) => matches(pattern, path));
    if (!kind) {
      faults.push({
        position: path,
        message: `No kind of object has its files there. Known: ${ESTATE_KINDS.map(({ path: pattern }) => pattern).join(', ')}.`,
      });
      continue;
    }
    const file = parseFile(kind, path, await readFile(join(folder, path), 'utf8'));
    if (Array.isArray(file)) faults.push(...file);
    else parsed.push({ kind, path, file });
  }
  const containers = new Map(
    parsed
      .filter(({ kind }) => isContainer(kind))
      .map(({ path, file }) => [path.slice(0, path.lastIndexOf('/')), String(file.fields['name'])]),
  );
  const known = new Set(paths);
  const files = parsed.map(({ kind, path, file }): EstateFile => {
    const content = kind.contentExtension === undefined ? undefined : path.replace(/\.yaml$/, kind.contentExtension);
    return {
      kind,
      address: { noun: kind.noun, names: [...parentNames(kind, path, containers), ...ownNames(kind, file.fields)] },
      fields: normalFields(kind, fileSchema(kind), parsePlaceholders(file.fields)),
      path,
      content: content !== undefined && known.has(content) ? join(folder, content) : undefined,
      positionOf: file.positionOf,
    };
  });
  for (const [first, second] of sameAddressPairs(files))
    faults.push({
      position: second.positionOf(['name']),
      message: `${addressLabel(second.address)} has another file: ${first.path}. Remove one of them.`,
    });
  if (faults.length > 0) throw new EstateFaults(faults);
  return files;
}

/** All files below the folders of the estate, in the order of their names. Throws a `Failure` if there is no folder. */
async function estatePaths(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Failure('usage', `${folder} is not a folder.`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, '/'))
    .filter((path) => ROOTS.has(path.split('/')[0]) && path.includes('/'))
    .toSorted();
}

/** Whether a path has the form of the files of a kind. */
function matches(pattern: string, path: string): boolean {
  const [patternParts, parts] = [pattern.split('/'), path.split('/')];
  return patternParts.length === parts.length && patternParts.every((patternPart, index) => fits(patternPart, parts[index] ?? ''));
}

const fits = (form: string, part: string): boolean =>
  form.startsWith('*') ? part.endsWith(form.slice(1)) && part.length >= form.length : form === part;

/** Whether the files of a kind name their folder. */
const isContainer = (kind: EstateKind): boolean => kind.noun === 'environment' || kind.noun === 'workspace';

const ownNames = (kind: EstateKind, fields: EstateFields): string[] => kind.ownNames?.(fields) ?? [String(fields['name'])];

/** The names of the environment and the workspace of a file. A folder without a file of its own has the name of the object. */
function parentNames(kind: EstateKind, path: string, containers: ReadonlyMap<string, string>): string[] {
  const parts = path.split('/');
  const depths = [
    kind.noun !== 'environment' && parts[0] === 'environments' ? 2 : 0,
    kind.noun !== 'workspace' && parts[2] === 'workspaces' ? 4 : 0,
  ];
  return depths.filter((depth) => depth > 0).map((depth) => containers.get(parts.slice(0, depth).join('/')) ?? parts[depth - 1] ?? '');
}

function sameAddressPairs(files: readonly EstateFile[]): [EstateFile, EstateFile][] {
  const seen = new Map<string, EstateFile>();
  return files.flatMap((file): [EstateFile, EstateFile][] => {
    const first = seen.get(addressKey(file.address));
    seen.set(addressKey(file.address), first ?? file);
    return first ? [[first, file]] : [];
  });
}
