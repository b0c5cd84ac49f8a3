// run: own process, in test:all because it builds the manual
/** The files of the built site: links, anchors, navigation, search, and what a browser would load. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { MARK_ADDRESS } from '@millrace/contract/design-tokens';
import MiniSearch from 'minisearch';
import { findPaths, readText, root } from '../../../scripts/house/source-files.ts';
import { pagesOfManual } from '../../../scripts/launch/manual.mjs';
import { INDEX_OPTIONS, SEARCH_OPTIONS } from '../src/search-options.ts';
import { fileOfLink, readKinds, readManualPages, readNavigation, siteAddress, START_PAGE } from '../src/site-pages.ts';
import { builtManual } from './support/built-manual.ts';

const folder = await builtManual();
const { pages, assets } = JSON.parse(readFileSync(join(folder, 'manual.json'), 'utf8')) as {
  pages: Record<string, string>;
  assets: string[];
};
const html = new Map(Object.keys(pages).map((address) => [address, readFileSync(join(folder, address), 'utf8')]));
/** The page at a clean address. */
const textAt = (address: string): string | undefined => html.get(`${address.replace(/^\.?\/?$/, 'index')}.html`);
const sources = readManualPages(root);
const anchorsOf = (text: string): Set<string> => new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

describe('the pages of the manual', () => {
  it('are all pages of docs/, and the navigation has each that is no decision', () => {
    const written = findPaths('docs/**/*.md');
    assert.ok(written.length > 80, 'the search found too few pages');
    assert.deepEqual(
      written.filter((file) => !sources.pages.has(file)),
      [],
      'link the page in docs/README.md',
    );
    const shown = new Set(readNavigation(readText(START_PAGE)).flatMap(({ entries }) => entries.map(({ file }) => file)));
    assert.deepEqual(
      written.filter((file) => file !== START_PAGE && !file.startsWith('docs/adr/') && !shown.has(file)),
      [],
      'list the page in docs/README.md: its lists are the navigation',
    );
  });

  it('are in the navigation, which leaves out links to other places', () => {
    const lists = '## Tutorials\n- [First run](tutorials/first-run.md)\n- [Elsewhere](https://example.com/)\n';
    assert.deepEqual(readNavigation(lists), [
      { level: 2, title: 'Tutorials', entries: [{ file: 'docs/tutorials/first-run.md', title: 'First run' }] },
    ]);
  });

  it('are built again when one of them changes', () => {
    const watched = new Set(pagesOfManual(root).map((file) => file.replaceAll('\\', '/')));
    assert.deepEqual(
      [...sources.pages.keys(), ...sources.pictures].filter((file) => existsSync(join(root, file)) && !watched.has(file)),
      [],
      'add the page to pagesOfManual in scripts/launch/manual.mjs',
    );
  });

  it('have a title, a heading of the first level, and the navigation with their own entry', () => {
    for (const [address, text] of html) {
      assert.match(text, /<title>[^<]+ · Millrace manual<\/title>/, address);
      assert.equal(text.match(/<h1/g)?.length, 1, `${address}: use one heading of the first level`);
      assert.match(text, /<nav id="pages"/, address);
    }
    assert.match(html.get('tutorials/first-run.html') ?? '', /<a href="first-run" aria-current="page">/);
  });

  it('link only to pages and anchors that exist', () => {
    const broken: string[] = [];
    let checked = 0;
    for (const [address, text] of html)
      for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(href) || href.startsWith('/')) continue;
        checked += 1;
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? address.replace(/\.html$/, '') : posix.join(posix.dirname(address), path);
        assert.doesNotMatch(path, /\.html$/, `${address}: ${href} is no clean address`);
        const targetText = textAt(target);
        if (targetText === undefined || (anchor !== undefined && !anchorsOf(targetText).has(decodeURIComponent(anchor))))
          broken.push(`${address}: ${href}`);
      }
    assert.ok(checked > 1000, 'the search found too few links');
    assert.deepEqual(broken, []);
  });

  it('name only files that are in the repository', () => {
    const missing = [...sources.pages].flatMap(([file, text]) =>
      [...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
        const named = fileOfLink(file, href);
        return named === undefined || existsSync(join(root, named)) ? [] : [`${file}: ${href}`];
      }),
    );
    assert.deepEqual(missing, []);
  });

  it('load nothing from another place, and have no inline script or style', () => {
    for (const [address, text] of html) {
      // Code of pages is escaped, so each tag here is one of the site.
      assert.doesNotMatch(text, /<style| style=|<script(?![^>]*\ssrc=)| on\w+="/, address);
      for (const [, name = '', value = ''] of text.matchAll(/<(script|link|img)[^>]* (?:src|href)="([^"]*)"/g)) {
        if (value === MARK_ADDRESS) continue;
        assert.match(posix.join(posix.dirname(address), value), /^assets\/[\w.-]+$/, `${address}: ${name} ${value}`);
        assert.ok(assets.includes(posix.basename(value)), `${address}: ${value}`);
      }
    }
    const style = readFileSync(join(folder, 'assets', assets.find((name) => name.endsWith('.css')) ?? ''), 'utf8');
    assert.doesNotMatch(style, /@import/);
    const loaded = [...style.matchAll(/url\(['"]?([^'")]*)/g)].map(([, value = '']) => value);
    assert.equal(loaded.length, 1, 'the font');
    for (const value of loaded) assert.ok(assets.includes(value), value);
  });

  it('are there in compressed forms, and their assets carry the hash of their content', () => {
    for (const address of html.keys()) for (const end of ['br', 'gz']) assert.ok(existsSync(join(folder, `${address}.${end}`)), address);
    for (const name of assets) assert.match(name, /\.[\w]{12}\.(?:css|js|png|woff2)$/);
    assert.deepEqual(
      readdirSync(join(folder, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name) && !assets.includes(name)),
      [],
    );
  });
});

describe('the search of the manual', () => {
  const scope: { millraceSearch?: string } = {};
  runInNewContext(readFileSync(join(folder, 'assets', assets.find((name) => name.startsWith('search.')) ?? ''), 'utf8'), scope);
  const index = MiniSearch.loadJSON(scope.millraceSearch ?? '', INDEX_OPTIONS);
  const search = (words: string): string[] => index.search(words, SEARCH_OPTIONS).map((result) => String(result['href']));

  it('finds sections by words, settings and commands', () => {
    assert.ok(search('night plan alert').slice(0, 8).includes('tutorials/night-plan#an-alert'));
    assert.ok(search('MILLRACE_SMTP_URL').includes('settings'));
    assert.ok(search('schedule bind').slice(0, 3).includes('cli#millrace-schedule-bind'));
    assert.ok(search('fenc tok').length > 0, 'words may be unfinished');
    assert.deepEqual(search('nosuchwordanywhere'), []);
  });

  it('ranks how-to guides first, and pages about the project last', () => {
    const kindOf = readKinds(readNavigation(readText(START_PAGE)));
    assert.deepEqual(
      [
        'docs/how-to/failed-run.md',
        'docs/tutorials/first-run.md',
        'docs/security.md',
        'docs/cli.md',
        'docs/rules.md',
        'docs/adr/0001-node-24-without-a-build.md',
      ].map(kindOf),
      ['how-to', 'tutorial', 'explanation', 'reference', 'project', 'project'],
    );
    for (const [words, first] of [
      ['run failed', 'how-to/failed-run'],
      ['give rights', 'how-to/give-rights'],
      ['rotate secret', 'how-to/rotate-secrets'],
      ['new version', 'how-to/new-version'],
      ['pause a task', 'how-to/limit-and-retry#pause-a-task'],
    ] as const)
      assert.ok(search(words)[0]?.startsWith(first), `${words}: ${search(words).slice(0, 3).join()}`);
    const places = index.search('engine', SEARCH_OPTIONS).map((result) => String(result['kind']));
    assert.ok(places.indexOf('project') > places.indexOf('reference') && places.indexOf('project') > places.indexOf('how-to'));
  });

  it('has every page, and leads only to pages and anchors that exist', () => {
    const found = index.search(MiniSearch.wildcard).map((result) => String(result['href']));
    const addresses = new Set(found.map((href) => href.split('#')[0] ?? ''));
    assert.deepEqual(
      [...sources.pages.keys()].map((file) => siteAddress(file, true)).filter((address) => !addresses.has(address)),
      [],
    );
    const broken = found.filter((href) => {
      const [address = '', anchor] = href.split('#');
      return textAt(address) === undefined || (anchor !== undefined && !anchorsOf(textAt(address) ?? '').has(anchor));
    });
    assert.deepEqual(broken, []);
  });
});
