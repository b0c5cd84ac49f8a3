/** Chromium without a window, driven by Playwright: keys, clicks and texts go through the browser as those of a person do. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type LaunchOptions } from 'playwright-core';

export type { BrowserContextOptions, CDPSession, Locator, Page, Request } from 'playwright-core';

/** The address of the browser of this run of the tests, which serves all its processes. */
const ENDPOINT = process.env['MILLRACE_TEST_BROWSER'];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of the program; undefined if the machine has none. */
export const findChromium = (): string | undefined =>
  NAMES.flatMap((name) => (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, name))).find(
    (path) => spawnSync(path, ['--version']).status === 0,
  );

/** The reason why tests in a browser are skipped on this machine; false if they are not. */
export const skipsBrowserTests = ENDPOINT === undefined && findChromium() === undefined && 'no Chromium on this machine';

/**
 * The reason why tests leave out the sweep: each page in the dark theme, in German, and at 360 pixels. It takes longer than the tests themselves, so
 * a quick run leaves it out. False if everything runs.
 */
export const skipsSweep = process.env['MILLRACE_TEST_PART'] === 'quick' && 'only in npm run test:all';

const optionsOf = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Pages must also fit beside their scrollbar.
  ignoreDefaultArgs: ['--hide-scrollbars'],
});

/** Starts a browser that the processes of a test run share, by its address in MILLRACE_TEST_BROWSER; undefined if the machine has no Chromium. */
export async function startBrowserServer(): Promise<{ endpoint: string; stop(): Promise<void> } | undefined> {
  const program = findChromium();
  if (program === undefined) return undefined;
  // The runner of the tests handles the signals itself.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const server = await chromium.launchServer({ ...optionsOf(program), ...signals, host: '127.0.0.1' });
  return { endpoint: server.wsEndpoint(), stop: () => server.close() };
}

/** Starts a browser for this process alone. */
export async function launchBrowser(): Promise<Browser> {
  const program = findChromium();
  if (program === undefined) throw new Error('There is no Chromium on this machine: install it, so that `chromium --version` answers.');
  return chromium.launch(optionsOf(program));
}

let browser: Promise<Browser> | undefined;

/** Opens a context, which has cookies and pages of its own, in the browser of the test run, or in one that this call starts. `closeBrowser` closes it. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= ENDPOINT === undefined ? launchBrowser() : chromium.connect(ENDPOINT);
  return (await browser).newContext(options);
}

/** Closes all contexts of this process: call it after the last test of a file, because an open connection keeps the process alive. */
export async function closeBrowser(): Promise<void> {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
}
