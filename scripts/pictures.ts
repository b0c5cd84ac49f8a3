/** Writes the pictures of the pages from a running demonstration, into docs/pictures or a named folder: npm run pictures [-- <folder>]. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findChromium, startChromium, type Tab } from '../packages/server/test/support/chromium.ts';
import { root } from './house/source-files.ts';
import { startDemoSite, type DemoSite } from './pictures/demo-site.ts';
import { PICTURES, PICTURE_WIDTH } from './pictures/picture-list.ts';

const PASSWORD = 'a passphrase of the pictures';
const TIMEOUT_MILLISECONDS = 60_000;

const [folder = join(root, 'docs/pictures')] = process.argv.slice(2);
const program = findChromium();
if (program === undefined) {
  console.error('The pictures need Chromium, and none is on the PATH: install the package chromium, then run npm run pictures again.');
  process.exit(1);
}
const site = await startDemoSite();
try {
  const tab = await startChromium(program, { hasScripts: true });
  try {
    await signIn(tab, site);
    await mkdir(folder, { recursive: true });
    await tab.send('Emulation.setScrollbarsHidden', { hidden: true });
    for (const { name, path, shows, theme, height } of PICTURES) {
      await tab.send('Emulation.setDeviceMetricsOverride', { width: PICTURE_WIDTH, height, deviceScaleFactor: 1, mobile: false });
      await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
      await tab.open(site.url + path(site.ids));
      await untilShown(tab, shows);
      const { data } = (await tab.send('Page.captureScreenshot')) as { data: string };
      const picture = Buffer.from(data, 'base64');
      await writeFile(join(folder, `${name}.png`), picture);
      console.log(`${name}.png has ${Math.round(picture.length / 1000)} kB`);
    }
  } finally {
    await tab.stop();
  }
} finally {
  await site.stop();
}

/** Sets the password of the administrator by the link of the first start, and signs in. */
async function signIn(tab: Tab, { url, passwordLink }: DemoSite): Promise<void> {
  await tab.open(passwordLink);
  await tab.fill('repeated', PASSWORD);
  await tab.fill('password', PASSWORD);
  await tab.enter();
  await tab.open(`${url}/login`);
  await tab.fill('login', 'admin');
  await tab.fill('password', PASSWORD);
  await tab.enter();
}

/** Waits until the page shows a text and is not loading data, and until its visible text no longer changes. */
async function untilShown(tab: Tab, text: string): Promise<void> {
  const isComplete = `document.body.innerText.includes(${JSON.stringify(text)}) && document.querySelector('[aria-busy=true]') === null`;
  for (const end = performance.now() + TIMEOUT_MILLISECONDS; !(await tab.evaluate(isComplete)); await wait(50))
    if (performance.now() > end) throw new Error(`The page ${await tab.path()} does not show ${text}:\n${await tab.text()}`);
  let before = '';
  for (let now = await tab.text(), same = 0; same < 5; now = await tab.text()) {
    same = now === before ? same + 1 : 0;
    before = now;
    await wait(200);
  }
}
