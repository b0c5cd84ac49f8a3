// run: own process, waiting, browser, in test:all because it starts a browser
/** Each page of the console has its parts at their places from the first moment, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { beginSession, openConsole, openPage, startConsoleServer } from './support/console-site.ts';
import { fillInstall } from './support/filled-install.ts';
import { shows, until } from './support/journey.ts';
import { pagePaths } from './support/page-paths.ts';

/** The largest layout shift that a page may have: the sum until nothing is read any more. */
const MAX_SHIFT = 0.05;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
/** Pages that are open at the same time. */
const TABS = 3;

const server = await startConsoleServer();

describe('the pages of the console', { skip: skipsBrowserTests, timeout: 900_000 }, () => {
  let install: Awaited<ReturnType<typeof fillInstall>>;
  let administrator = '';

  before(async () => {
    install = await fillInstall(server);
    administrator = await server.make.administrator();
  });
  after(closeBrowser);

  it('all have an address in the install of this test', () => {
    const known = new Set(Object.keys(install.addresses));
    assert.ok(pagePaths.length > 50, 'the search found too few pages');
    assert.deepEqual(
      pagePaths.filter((path) => path.includes('$') && !known.has(path)),
      [],
      'add a record of the page to support/filled-install.ts',
    );
  });

  for (const size of SIZES)
    it(`have their parts at their places from the first moment, at ${size.width} pixels`, async () => {
      const addresses = pagePaths.flatMap((path) => install.addresses[path] ?? [path]);
      const moved: string[] = [];
      async function visit(page: Page): Promise<void> {
        for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
          // oxlint-disable-next-line no-await-in-loop -- a tab shows one page after the other
          const { shift, parts } = await shiftOf(page, `${address}${address.includes('?') ? '&' : '?'}environment=${install.environment}`);
          if (shift > MAX_SHIFT) moved.push(`${address} moves by ${shift}: ${parts.join('\n')}`);
        }
      }
      await Promise.all(Array.from({ length: TABS }, async () => visit(await observedPage(size, administrator))));
      assert.deepEqual(moved, []);
    });

  it('show that they are read, and are painted although a part of them is not read', async () => {
    const page = await openConsole(server, { id: administrator }, '/');
    await page.route('**/account/roles?*', () => undefined);
    await page.goto(install.addresses['/admin/groups/$groupId']?.[0] ?? '');
    const line = `getComputedStyle(document.querySelector('main[aria-busy=true]') ?? document.body, '::before')`;
    await until(page, `${line}.content === '""' && ${line}.opacity === '1'`);
    await page.locator('main[aria-busy=true]').waitFor({ state: 'detached' });
    await shows(page, 'Data team');
  });
});

/** Opens a tab that adds up the layout shifts of each page. */
async function observedPage(viewport: (typeof SIZES)[number], administrator: string): Promise<Page> {
  const page = await openPage(server, { viewport });
  await beginSession(server, page, { id: administrator });
  await page.addInitScript(`
    window.shift = 0;
    window.parts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        window.shift += value;
        window.parts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 100)));
      }
    }).observe({ type: 'layout-shift', buffered: true });`);
  return page;
}

/** The layout shift of a page until nothing is read any more, and the parts that moved. */
async function shiftOf(page: Page, address: string): Promise<{ shift: number; parts: string[] }> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('main:not([aria-busy=true]) h1').first().waitFor();
  return page.evaluate('({ shift: window.shift, parts: window.parts })');
}
