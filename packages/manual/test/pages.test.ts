// run: own process, waiting, in test:all because it starts a browser
/** The manual as a reader sees it: served by a server, in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { skipsJourneys, startConsoleBrowser, violationsIn, type ConsoleBrowser } from '../../console/test/support/console-site.ts';
import { startTestServer } from '../../server/test/support/server.ts';
import { builtManual } from './support/built-manual.ts';

const folder = await builtManual();
const server = await startTestServer({ MILLRACE_MANUAL_FOLDER: folder });
const { assets } = JSON.parse(readFileSync(join(folder, 'manual.json'), 'utf8')) as { assets: string[] };

describe('the manual of a server', () => {
  it('needs no token, and has the headers of the console', async () => {
    const moved = await fetch(`${server.url}/manual`, { redirect: 'manual' });
    assert.equal(new URL(moved.headers.get('location') ?? '', `${server.url}/manual`).pathname, '/manual/');
    const page = await fetch(`${server.url}/manual/tutorials/first-run.html`);
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

describe('the manual in a browser', { skip: skipsJourneys }, () => {
  let browser: ConsoleBrowser;
  before(async () => {
    browser = await startConsoleBrowser(server);
  });
  after(() => browser.stop());

  const show = async (path: string, width: number, theme: 'light' | 'dark'): Promise<void> => {
    const { tab } = browser;
    await tab.send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: width < 500 });
    await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
    await tab.open(path);
    await tab.until(`document.readyState === 'complete'`);
  };

  for (const path of ['/manual/', '/manual/tutorials/night-plan.html', '/manual/settings.html', '/manual/console.html'])
    for (const [width, theme] of [
      [1280, 'light'],
      [360, 'dark'],
    ] as const)
      it(`shows ${path} at ${width} pixels, ${theme}: nothing is wider than the page, nothing is forbidden, no violation`, async () => {
        const { tab } = browser;
        await show(path, width, theme);
        assert.deepEqual(await violationsIn(tab), []);
        assert.equal(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        assert.equal(await tab.evaluate('innerWidth'), width);
        assert.deepEqual(await tab.reports(), []);
        assert.deepEqual(await tab.evaluate('window.faults'), []);
        const loaded = await tab.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)');
        assert.deepEqual([...new Set(loaded)], [new URL(server.url).origin]);
      });

  it('finds a section by the keyboard, and goes there', async () => {
    const { tab } = browser;
    await show('/manual/settings.html', 1280, 'light');
    await tab.key('/');
    await tab.send('Input.insertText', { text: 'night plan alert' });
    await tab.shows('A plan at night with an alert › An alert');
    assert.deepEqual(await violationsIn(tab), []);
    const position = await tab.evaluate<number>(
      `[...document.querySelectorAll('#found a')].findIndex(({ href }) => href.endsWith('#an-alert'))`,
    );
    for (let presses = 0; presses <= position; presses += 1) await tab.key('ArrowDown');
    await tab.key('Enter');
    await tab.until(`location.pathname === '/manual/tutorials/night-plan.html' && location.hash === '#an-alert'`);
    assert.deepEqual(await tab.reports(), []);
  });

  it('says that nothing was found, and closes the results by Escape', async () => {
    const { tab } = browser;
    await show('/manual/', 1280, 'light');
    await tab.key('/');
    await tab.send('Input.insertText', { text: 'qqxxzz' });
    await tab.shows('Nothing found');
    await tab.key('Escape');
    await tab.hides('Nothing found');
  });

  it('opens the list of pages on a narrow screen', async () => {
    const { tab } = browser;
    await show('/manual/tutorials/first-run.html', 360, 'light');
    assert.equal(await tab.evaluate(`document.querySelector('#pages').checkVisibility()`), false);
    await tab.press('Pages');
    await tab.shows('A job in Python');
    assert.equal(await tab.evaluate(`document.querySelector('.menu').getAttribute('aria-expanded')`), 'true');
    assert.deepEqual(await violationsIn(tab), []);
  });
});
