/** The pages of the manual: docs/README.md, all pages that links lead to from there, and the pictures that they show. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { PageKind } from './search-options.ts';

/** The page whose lists are the navigation. */
export const START_PAGE = 'docs/README.md';
/** The page that lists the decisions. It is no file of the repository: `readPage` makes it from the records in its folder. */
const DECISIONS = 'docs/adr/README.md';

/** An entry of the navigation: the file of the page, and its title in the navigation. */
export type NavigationEntry = { file: string; title: string };

/** A part of the navigation, with the level of its heading: 2, or 3 below it. */
export type NavigationGroup = { level: number; title: string; entries: NavigationEntry[] };

const LINK = /(!?)\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)\)/g;

/** The links of a page outside of its code blocks. */
const linksOf = (text: string): { href: string; isPicture: boolean }[] =>
  [...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(LINK)].map(([, mark, href = '']) => ({ href, isPicture: mark === '!' }));

/** The file of the repository that a link of a page names, without its anchor; undefined for a link to another place. */
export function fileOfLink(from: string, href: string): string | undefined {
  const [path = ''] = href.split('#');
  if (/^[a-z][a-z+.-]*:/i.test(path)) return undefined;
  return path === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path)));
}

/** Reads the pages by their file, from the start page on. */
export function readManualPages(root: string): { pages: Map<string, string>; pictures: Set<string> } {
  const pages = new Map<string, string>();
  const pictures = new Set<string>();
  const queue = [START_PAGE];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const text = pages.has(file) ? undefined : readPage(root, file);
    if (text === undefined) continue;
    pages.set(file, text);
    for (const { href, isPicture } of linksOf(text)) {
      const linked = fileOfLink(file, href);
      if (linked === undefined) continue;
      if (isPicture) pictures.add(linked);
      else queue.push(pageOfFile(linked));
    }
  }
  return { pages, pictures };
}

/** The page of a file or folder. */
export const pageOfFile = (file: string): string => (/\.\w+$/.test(file) ? file : posix.join(file, 'README.md'));

function readPage(root: string, file: string): string | undefined {
  if (!file.endsWith('.md') || file.startsWith('..')) return undefined;
  if (existsSync(join(root, file))) return readFileSync(join(root, file), 'utf8');
  if (file !== DECISIONS) return undefined;
  const folder = join(root, posix.dirname(file));
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const titles = names.sort().map((name) => `- [${/^# (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? name}](${name})`);
  return `# Decisions\n\nEach record has one decision, its reasons, and what was rejected.\n\n${titles.join('\n')}\n`;
}

/** The file of a page in the site. */
export const siteFile = (file: string): string =>
  file === START_PAGE ? 'index.html' : file.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '.html');

/** The address of a page relative to the root of the site: the name of its file, or for servers of Millrace the clean address `how-to/failed-run`. */
export const siteAddress = (file: string, hasCleanAddresses: boolean): string =>
  hasCleanAddresses ? siteFile(file).replace(/^index\.html$|\.html$/, '') : siteFile(file);

const KINDS: Readonly<Record<string, PageKind>> = {
  Tutorials: 'tutorial',
  'How-to guides': 'how-to',
  Reference: 'reference',
  Explanations: 'explanation',
};

/**
 * Reads the kinds of pages from the parts of the navigation. Pages of other parts, or of none, are about the project. The start page
 * counts as an explanation.
 */
export function readKinds(navigation: readonly NavigationGroup[]): (file: string) => PageKind {
  const kinds = new Map<string, PageKind>();
  let kind: PageKind = 'project';
  for (const { level, title, entries } of navigation) {
    if (level === 2) kind = KINDS[title] ?? 'project';
    for (const { file } of entries) kinds.set(file, kind);
  }
  return (file) => (file === START_PAGE ? 'explanation' : (kinds.get(file) ?? 'project'));
}

/** Reads the navigation from the lists of the start page: the first link of each entry. A link to another place than the repository is left out. */
export function readNavigation(text: string): NavigationGroup[] {
  const groups: NavigationGroup[] = [];
  for (const line of text.split('\n')) {
    const [, marks, title] = /^(##+) (.+)$/.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) groups.push({ level: marks.length, title, entries: [] });
    const [, name, href] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    const file = href === undefined ? undefined : fileOfLink(START_PAGE, href);
    if (name !== undefined && file !== undefined) groups.at(-1)?.entries.push({ file: pageOfFile(file), title: name });
  }
  return groups;
}
