// run: own process, waiting, browser, in test:all because it starts a browser
/** The manual as a reader sees it: served by a server, in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { openPage } from '../../console/test/support/console-site.ts';
import { hides, press, shows, until } from '../../console/test/support/journey.ts';
import { faultsOf, wcagViolationsIn } from '../../console/test/support/page-checks.ts';
import { closeBrowser, skipsBrowserTests, skipsSweep, type Page } from '../../server/test/support/chromium.ts';
import { startTestServer } from '../../server/test/support/server.ts';
import { builtManual } from './support/built-manual.ts';

const folder = await builtManual();
const server = await startTestServer({ MILLRACE_MANUAL_FOLDER: folder });
const { assets } = JSON.parse(readFileSync(join(folder, 'manual.json'), 'utf8')) as { assets: string[] };

describe('the manual of a server', () => {
  it('needs no token, and has the headers of the console', async () => {
    const moved = await fetch(`${server.url}/manual`, { redirect: 'manual' });
    assert.equal(new URL(moved.headers.get('location') ?? '', `${server.url}/manual`).pathname, '/manual/');
    const page = await fetch(`${server.url}/manual/tutorials/first-run`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    for (const name of assets) {
      const asset = await fetch(`${server.url}/manual/assets/${name}`);
      assert.deepEqual([asset.status, asset.headers.get('cache-control')], [200, 'public, max-age=31536000, immutable'], name);
      await asset.body?.cancel();
    }
  });
});

describe('the manual in a browser', { skip: skipsBrowserTests }, () => {
  let page: Page;
  afterEach(() => page.context().close());
  after(closeBrowser);

  async function show(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    page = await openPage(server, { viewport: { width, height: 900 }, isMobile: width < 500, colorScheme });
    await page.goto(path);
  }

  const [wide, narrow] = [[1280, 'light'] as const, [360, 'dark'] as const];
  for (const path of ['/manual/', '/manual/tutorials/night-plan', '/manual/settings', '/manual/console'])
    for (const [width, theme] of skipsSweep === false ? [wide, narrow] : [wide])
      it(`shows ${path} at ${width} pixels, ${theme}: nothing is wider than the page, nothing is forbidden, no violation`, async () => {
        await show(path, width, theme);
        assert.deepEqual(await wcagViolationsIn(page), []);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        assert.equal(await page.evaluate('innerWidth'), width);
        assert.deepEqual(await faultsOf(page), []);
        const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)');
        assert.deepEqual([...new Set(loaded)], [new URL(server.url).origin]);
      });

  for (const [path, content] of [
    ['/manual/', 'main h1'],
    ['/docs', 'header .home'],
    ['/login', 'input[type=password]'],
  ] as const)
    it(`moves nothing of ${path} when its font arrives late`, async () => {
      page = await openPage(server, { viewport: { width: 1280, height: 900 } });
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.addInitScript(`
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shift += value;
        }).observe({ type: 'layout-shift', buffered: true });`);
      // The event of the load waits for the font.
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator(content).first().waitFor();
      const isLoaded = `[...document.fonts].some(({ family, status }) => family.includes('Inter Variable') && status === 'loaded')`;
      assert.equal(await page.evaluate(isLoaded), false);
      await page.evaluate('window.shift = 0');
      release();
      await until(page, isLoaded);
      // Two frames: the layout with the font, and the report of the shift.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))');
      const shift = await page.evaluate<number>('window.shift');
      assert.ok(shift <= 0.05, `the layout shift is ${shift}`);
      assert.deepEqual(await faultsOf(page), []);
    });

  it('finds a section by the keyboard, and goes there', async () => {
    await show('/manual/settings', 1280, 'light');
    await page.keyboard.press('/');
    await page.keyboard.type('night plan alert');
    await shows(page, 'A plan at night with an alert › An alert');
    assert.deepEqual(await wcagViolationsIn(page), []);
    const position = await page.evaluate<number>(
      `[...document.querySelectorAll('#found a')].findIndex(({ href }) => href.endsWith('#an-alert'))`,
    );
    for (let presses = 0; presses <= position; presses += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('/manual/tutorials/night-plan#an-alert');
    assert.deepEqual(await faultsOf(page), []);
  });

  it('says that nothing was found, and closes the results by Escape', async () => {
    await show('/manual/', 1280, 'light');
    await page.keyboard.press('/');
    await page.keyboard.type('qqxxzz');
    await shows(page, 'Nothing found');
    await page.keyboard.press('Escape');
    await hides(page, 'Nothing found');
  });

  it('opens the list of pages on a narrow screen', async () => {
    await show('/manual/tutorials/first-run', 360, 'light');
    assert.equal(await page.locator('#pages').isVisible(), false);
    await press(page, 'Pages');
    await shows(page, 'A job in Python');
    await page.locator('.menu[aria-expanded=true]').waitFor();
    assert.deepEqual(await wcagViolationsIn(page), []);
  });
});
