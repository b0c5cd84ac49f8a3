// run: own process because it builds the console
/** Limits for the size of the files that a browser loads. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { builtConsole } from './support/console-site.ts';

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; isEntry?: boolean };

const KILOBYTE = 1000;
const FIRST_LOAD = 200 * KILOBYTE;
const FURTHER_PAGE = 60 * KILOBYTE;

const folder = await builtConsole();
const chunks = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The files of a chunk and of all that it imports. */
function filesOf(key: string, found: Set<string> = new Set(), seen: Set<string> = new Set()): Set<string> {
  const chunk = chunks[key];
  if (!chunk || seen.has(key)) return found;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found, seen);
  return found;
}
const compressed = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0);

const entry = Object.keys(chunks).find((key) => chunks[key]?.isEntry) ?? '';
const home = 'src/features/home/home-page.tsx';
const first = new Set([...filesOf(entry), ...filesOf(home)]);

describe('the console', () => {
  it(`loads less than 200 kB for its start page`, () => {
    assert.ok(chunks[home], 'the start page has no chunk of its own');
    const bytes = compressed(first) + statSync(join(folder, 'index.html.br')).size;
    console.log(`first load: ${(bytes / KILOBYTE).toFixed(1)} kB`);
    assert.ok(bytes < FIRST_LOAD, `${bytes} bytes`);
  });

  it('loads less than 60 kB for each further page', () => {
    const pages = Object.keys(chunks).filter((key) => key.endsWith('-page.tsx') && key !== home);
    assert.ok(pages.length >= 2, 'the search found too few pages');
    const sizes = pages.map((page) => [page, compressed([...filesOf(page)].filter((file) => !first.has(file)))] as const);
    for (const [page, bytes] of sizes) console.log(`${page}: ${(bytes / KILOBYTE).toFixed(1)} kB`);
    assert.deepEqual(
      sizes.filter(([, bytes]) => bytes >= FURTHER_PAGE),
      [],
    );
  });

  it('has no inline script or style in its page', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    assert.doesNotMatch(page, /<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/);
  });
});
