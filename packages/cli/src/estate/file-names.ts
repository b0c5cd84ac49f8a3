/** The names of the files of an estate, which every file system can hold, and their paths. */
import { estateKindOf } from './kinds.ts';
import { addressKey, type EstateAddress } from './model/address.ts';
import type { EstateKind } from './model/kind.ts';
import { shortDigest } from './model/places.ts';

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
export function estateFilePaths(addresses: readonly EstateAddress[], existing: ReadonlyMap<string, string>): Map<string, string> {
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
