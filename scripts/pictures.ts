/** Writes the pictures of the pages from a running demonstration, into docs/pictures or a named folder: npm run pictures [-- <folder>]. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closeBrowser, openContext, skipsBrowserTests } from '../packages/server/test/support/chromium.ts';
import { signInFirst } from '../packages/server/test/support/first-sign-in.ts';
import { root } from './house/source-files.ts';
import { startDemoSite } from './pictures/demo-site.ts';
import { PICTURES, PICTURE_WIDTH } from './pictures/picture-list.ts';

const PASSWORD = 'a passphrase of the pictures';
const TIMEOUT_MILLISECONDS = 60_000;

const [folder = join(root, 'docs/pictures')] = process.argv.slice(2);
if (skipsBrowserTests !== false) {
  console.error('The pictures need Chromium, and none is on the PATH: install the package chromium, then run npm run pictures again.');
  process.exit(1);
}
const site = await startDemoSite();
try {
  const context = await openContext({ baseURL: site.url });
  context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  const page = await context.newPage();
  await signInFirst(page, site.passwordLink, PASSWORD);
  await mkdir(folder, { recursive: true });
  await (await context.newCDPSession(page)).send('Emulation.setScrollbarsHidden', { hidden: true });
  for (const { name, path, shows, theme, height, width = PICTURE_WIDTH, act } of PICTURES) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(path(site.ids), { waitUntil: 'networkidle' });
    await page.getByText(shows).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
    await act?.(page);
    const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`${name}.png has ${Math.round(picture.length / 1000)} kB`);
  }
} finally {
  await closeBrowser();
  await site.stop();
}
