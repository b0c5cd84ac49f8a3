import { shortDigest } from './model/placeholders.ts';

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
