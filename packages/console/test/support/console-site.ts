/** A real server with the built console, and a browser that uses it. */
import { mkdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { buildConsole } from '../../../../scripts/launch/console.mjs';
import { root } from '../../../../scripts/house/source-files.ts';
import { findChromium, startChromium } from '../../../server/test/support/chromium.ts';
import { startTestServer, type TestServer } from '../../../server/test/support/server.ts';
import { ConsoleTab } from './console-tab.ts';

const built = join(root, 'packages/console/build');

/** The reason why tests in a browser are skipped on this machine; false if they are not. */
export const skipsJourneys = findChromium() === undefined && 'no Chromium on this machine';

/** Builds the console, or reuses the build of an earlier test of the same sources. */
export async function builtConsole(): Promise<string> {
  mkdirSync(built, { recursive: true });
  const folder = await buildConsole({ root, home: built, node: process.execPath });
  if (folder === undefined) throw new Error(`The console could not be built: see ${join(built, 'logs/console.log')}`);
  return folder;
}

/** A server that serves the console. */
export const startConsoleServer = async (environment: Record<string, string> = {}): Promise<TestServer> =>
  // Engines of these tests send no heartbeats.
  startTestServer({ MILLRACE_CONSOLE_FOLDER: await builtConsole(), MILLRACE_LEASE_SECONDS: '3600', ...environment });

/** A browser. */
export type ConsoleBrowser = { tab: ConsoleTab; stop(): Promise<void> };

/** Starts a browser with a page of the server. It runs scripts, and violations of the content security policy are recorded. */
export async function startConsoleBrowser({ url }: Pick<TestServer, 'url'>): Promise<ConsoleBrowser> {
  const chromium = await startChromium(findChromium() ?? '', { hasScripts: true });
  const tab = new ConsoleTab(chromium, url);
  await tab.recordReports();
  return { tab, stop: () => chromium.stop() };
}

/** WCAG violations of the page, with their elements. Announcements of buttons are ignored, because they outlive their button by some seconds. */
export async function violationsIn(tab: ConsoleTab): Promise<unknown[]> {
  await tab.evaluate(`if (window.axe === undefined) { ${axe.source} }`);
  const found = await tab.evaluateLater<string>(
    `axe.run({ exclude: ['[data-live-announcer]'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary)])))`,
  );
  return JSON.parse(found) as unknown[];
}

/** Saves a screenshot of the page under `build/`, for people. */
export async function savePicture(tab: ConsoleTab, name: string): Promise<void> {
  const folder = join(built, 'pictures');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), await tab.picture());
}
