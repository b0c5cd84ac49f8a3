/** Builds the static site of the manual. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { themedTokens } from '@millrace/contract/design-tokens';
import MiniSearch from 'minisearch';
import { rolldown } from 'rolldown';
import { renderPage, type RenderedPage, type ResolvedLink } from './markdown.ts';
import { framePage } from './page-frame.ts';
import { INDEX_OPTIONS, type PageKind, type SearchSection } from './search-options.ts';
import { fileOfLink, pageOfFile, readKinds, readManualPages, readNavigation, siteAddress, siteFile, START_PAGE } from './site-pages.ts';

const BROWSER = join(import.meta.dirname, '..', 'browser');

/** The list by which the server finds the files of a built site: its pages, each with the hash of its content, and the names of its assets. */
type SiteList = { pages: Record<string, string>; assets: string[] };

/**
 * Writes the site of the repository `root` into `folder`. Returns the list of its files; the caller writes the list after all files are complete. A server
 * of Millrace serves clean addresses. Other web servers, and browsers that open the files, need links to files.
 */
export async function buildSite(root: string, folder: string, { hasCleanAddresses }: { hasCleanAddresses: boolean }): Promise<SiteList> {
  const { pages, pictures } = readManualPages(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  // An image is built without some folders. Their pages are then left out.
  const navigation = readNavigation(pages.get(START_PAGE) ?? '').map(({ entries, ...group }) => ({
    ...group,
    entries: entries.filter((entry) => pages.has(entry.file)),
  }));
  const list: SiteList = { pages: {}, assets: [] };
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const putAsset = (name: string, content: string | Buffer): string => {
    const ext = posix.extname(name);
    const base = posix.basename(name, ext);
    const asset = `${base}.${hashOf(content)}${ext}`;
    put(`assets/${asset}`, content);
    list.assets.push(asset);
    return `assets/${asset}`;
  };
  const pictureLinks = new Map([...pictures].map((file) => [file, putPicture(readFileSync(join(root, file)), file, putAsset)]));
  // The address of a file relative to a page. `posix.relative` would return nothing from `adr/0001-x` to `adr`; this returns `../adr`. The address of the
  // start page is empty, so a page in its folder links to it as `./`.
  const relative = (from: string, address: string): string => {
    const way = posix.relative(posix.dirname(siteFile(from)), posix.dirname(address));
    return `${way === '' ? '' : `${way}/`}${posix.basename(address)}` || './';
  };
  const addressOf = (file: string): string => siteAddress(file, hasCleanAddresses);
  const resolve =
    (from: string) =>
    (href: string): ResolvedLink => {
      const file = fileOfLink(from, href);
      if (file === undefined || href.startsWith('#')) return { href };
      const picture = pictureLinks.get(file);
      if (picture !== undefined) return { ...picture, href: relative(from, picture.href) };
      const page = pageOfFile(file);
      if (!pages.has(page)) return undefined;
      const [, anchor] = href.split('#');
      return { href: relative(from, addressOf(page)) + (anchor === undefined ? '' : `#${anchor}`) };
    };
  const rendered = new Map([...pages].map(([file, text]) => [file, renderPage(text, resolve(file))]));
  const style = putAsset('manual.css', `${themedTokens()}${readFileSync(join(BROWSER, 'manual.css'), 'utf8')}`);
  const script = putAsset('manual.js', await bundleScript());
  const search = putAsset('search.js', searchScript(rendered, addressOf, readKinds(navigation)));
  for (const [file, page] of rendered) {
    const linkTo = (other: string): string => relative(file, addressOf(other));
    const assets = { style: relative(file, style), script: relative(file, script), search: relative(file, search) };
    const html = framePage({ page, file, navigation, assets, version, linkTo });
    put(siteFile(file), html);
    list.pages[siteFile(file)] = hashOf(html);
  }
  return list;
}

/** A hash of letters and digits for the names of assets and the versions of pages. */
const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 12).replaceAll(/[-_]/g, '0');

/** Puts a PNG among the assets. Returns its link with its width and height, which a PNG has at fixed places. */
function putPicture(content: Buffer, file: string, putAsset: (name: string, content: Buffer) => string): NonNullable<ResolvedLink> {
  return { href: putAsset(file, content), width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

async function bundleScript(): Promise<string> {
  const bundle = await rolldown({ input: join(BROWSER, 'manual.ts'), platform: 'browser', logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}

/** The index as a script, so that the site also works from files, where pages cannot load data. */
function searchScript(
  pages: ReadonlyMap<string, RenderedPage>,
  addressOf: (file: string) => string,
  kindOf: (file: string) => PageKind,
): string {
  const index = new MiniSearch<SearchSection>(INDEX_OPTIONS);
  let id = 0;
  for (const [file, { title, sections }] of pages)
    for (const { level, id: anchor, text: heading, body } of sections)
      index.add({
        id: (id += 1),
        href: `${addressOf(file)}${level === 1 ? '' : `#${anchor}`}`,
        page: title,
        heading: level === 1 ? '' : heading,
        text: body,
        beginning: body.slice(0, 140),
        kind: kindOf(file),
      });
  return `globalThis.millraceSearch=${JSON.stringify(JSON.stringify(index))};\n`;
}
