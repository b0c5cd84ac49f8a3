/** A tab of Chromium with the console of a measured server, in which the administrator is signed in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildConsole } from '../scripts/launch/console.mjs';
import { findChromium, startChromium, type Tab } from '../packages/server/test/support/chromium.ts';
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

/** Opens a tab of 1280 by 900 pixels without a page. */
export async function openTab(stage: Stage): Promise<Tab & { stop(): Promise<void> }> {
  const tab = await startChromium(chromium ?? '', { hasScripts: true });
  stage.onEnd(() => tab.stop());
  await tab.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false });
  return tab;
}

/** A server, and a tab in which its administrator is signed in. */
export type Site = { server: Millrace; tab: Tab };

/** Opens a tab and signs the administrator in. The first start of a server writes a link by which the administrator sets a password. */
export async function signedInTab(stage: Stage, { url, home }: Millrace): Promise<Tab> {
  const tab = await openTab(stage);
  await tab.open((await readFile(join(home, 'admin.link'), 'utf8')).trim());
  await tab.fill('repeated', PASSWORD);
  await tab.fill('password', PASSWORD);
  await tab.enter();
  await tab.open(`${url}/login`);
  await tab.fill('login', 'admin');
  await tab.fill('password', PASSWORD);
  await tab.enter();
  return tab;
}

/** The memory of the process that has the page, in megabytes. */
export const megabytesOfTab = (): number =>
  Math.max(
    ...processTreeOf(process.pid)
      .filter(({ command }) => command.includes('--type=renderer'))
      .map(({ pid }) => megabytesOf(pid)),
  );
