/** A tab of Chromium with the console of a measured server, in which the administrator is signed in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildConsole } from '../scripts/launch/console.mjs';
import { findChromium, launchBrowser, type Page } from '../packages/server/test/support/chromium.ts';
import { signInFirst } from '../packages/server/test/support/first-sign-in.ts';
import type { Stage } from './harness.ts';
import type { Millrace } from './millrace.ts';
import { processTreeOf, megabytesOf } from './process-tree.ts';

const root = join(import.meta.dirname, '..');
const PASSWORD = 'a passphrase of the benchmark';

/** The path of Chromium; undefined if it is not installed. */
export const chromium: string | undefined = findChromium();

/** Builds the console, and returns its folder. */
export async function builtConsole(stage: Stage): Promise<string> {
  const folder = await buildConsole({ root, home: stage.folder, node: process.execPath });
  if (folder === undefined) throw new Error('The console could not be built: see logs/console.log in the scratch folder.');
  return folder;
}

/** A server, and a tab in which its administrator is signed in. */
export type Site = { server: Millrace; tab: Page };

/** Opens a tab of 1280 by 900 pixels in a browser of its own, and signs the administrator in. */
export async function signedInTab(stage: Stage, { url, home }: Millrace): Promise<Page> {
  const browser = await launchBrowser();
  stage.onEnd(() => browser.close());
  const tab = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } });
  await signInFirst(tab, (await readFile(join(home, 'admin.link'), 'utf8')).trim(), PASSWORD);
  return tab;
}

/** The memory of the process that has the page, in megabytes. */
export const megabytesOfTab = (): number =>
  Math.max(
    ...processTreeOf(process.pid)
      .filter(({ command }) => command.includes('--type=renderer'))
      .map(({ pid }) => megabytesOf(pid)),
  );
