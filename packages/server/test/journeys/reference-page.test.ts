// run: own process, waiting, browser, in test:all because it starts a browser
/** The reference page in Chromium: its colours in both themes, what axe finds, and that nothing leaves the server. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { violationsIn } from '../support/accessibility.ts';
import { closeBrowser, openContext, skipsBrowserTests, type Page } from '../support/chromium.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

describe('the reference page, in a browser', { skip: skipsBrowserTests, timeout: 120_000 }, () => {
  let page: Page;
  afterEach(() => page.context().close());
  after(closeBrowser);

  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const)
    it(`has no finding of axe at ${width} pixels, ${colorScheme}, closed and with an open operation`, async () => {
      page = await (await openContext({ baseURL: server.url, viewport: { width, height: 900 }, colorScheme })).newPage();
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await page.goto('/docs');
      await page.locator('#operations-tag-Schedules').click();
      const operation = page.locator('.opblock', { hasText: 'Create a schedule' }).first();
      await operation.locator('.opblock-summary-control').click();
      await operation.getByText('Responses', { exact: true }).waitFor();
      assert.deepEqual(faults, [], 'the policy refuses nothing, and no script fails');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      assert.deepEqual(await violationsIn(page), []);
      const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)');
      assert.deepEqual([...new Set(loaded)], [new URL(server.url).origin]);
    });

  it('offers the token dialog without a finding', async () => {
    page = await (await openContext({ baseURL: server.url })).newPage();
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByRole('button', { name: 'Close' }).first().waitFor();
    assert.deepEqual(await violationsIn(page), []);
  });
});
