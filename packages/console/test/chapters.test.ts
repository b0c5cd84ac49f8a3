/** Each page of the console leads to a chapter of the manual that exists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { root } from '../../../scripts/house/source-files.ts';
import { renderPage } from '../../manual/src/markdown.ts';
import { readManualPages, siteAddress } from '../../manual/src/site-pages.ts';
import { CHAPTERS, chapterOf } from '../src/app/chapters.ts';
import { pagePaths as paths } from './support/page-paths.ts';

test('each chapter is a page of the manual, with its heading', () => {
  const pages = new Map([...readManualPages(root).pages].map(([file, text]) => [siteAddress(file, true), text]));
  const missing = Object.values(CHAPTERS).filter((chapter) => {
    const [address = '', anchor] = chapter.split('#');
    const text = pages.get(address);
    if (text === undefined) return true;
    return anchor !== undefined && !renderPage(text, (href) => ({ href })).sections.some(({ id }) => id === anchor);
  });
  assert.deepEqual(missing, []);
});

test('each page of the console has a chapter of its own part, and each chapter has a page', () => {
  assert.ok(paths.length > 50, 'the search found too few pages');
  const used = new Set(paths.map(chapterOf));
  assert.deepEqual(
    paths.filter((path) => path !== '/' && chapterOf(path) === chapterOf('/')),
    [],
    'add the beginning of the path to app/chapters.ts',
  );
  assert.deepEqual(
    Object.values(CHAPTERS).filter((chapter) => !used.has(`/manual/${chapter}`)),
    [],
    'no page leads to this chapter',
  );
});

test('the longest beginning of a path counts, whole parts only', () => {
  assert.equal(chapterOf('/'), '/manual/console#home');
  assert.equal(chapterOf('/runs'), '/manual/console#runs');
  assert.equal(chapterOf('/runs/7'), '/manual/console#the-page-of-a-run');
  assert.equal(chapterOf('/tasks/new'), '/manual/how-to/new-version');
  assert.equal(chapterOf('/tasks/newer'), '/manual/console#tasks');
  assert.equal(chapterOf('/nonsense'), '/manual/console#home');
});
