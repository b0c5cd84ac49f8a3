/** A real server with the built console, and pages of it in a browser. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../../../../scripts/launch/console.mjs';
import { root } from '../../../../scripts/house/source-files.ts';
import { openContext, type BrowserContextOptions, type Page } from '../../../server/test/support/chromium.ts';
import { startTestServer, type TestServer } from '../../../server/test/support/server.ts';

/** The folder of the build and of the pictures. */
export const built = join(root, 'packages/console/build');

/** The size of a page in pixels, where a test does not choose another one. */
export const WIDE = { width: 1280, height: 900 };
/** The size of a page on a telephone. */
export const NARROW = { width: 360, height: 740 };

/** Builds the console, or reuses the build of an earlier test of the same sources. */
export async function builtConsole(): Promise<string> {
  mkdirSync(built, { recursive: true });
  const folder = await buildConsole({ root, home: built, node: process.execPath });
  if (folder === undefined) throw new Error(`The console could not be built: see ${join(built, 'logs/console.log')}`);
  return folder;
}

/** Starts a server that serves the console. */
export const startConsoleServer = async (environment: Record<string, string> = {}): Promise<TestServer> =>
  // Engines of these tests send no heartbeats.
  startTestServer({ MILLRACE_CONSOLE_FOLDER: await builtConsole(), MILLRACE_LEASE_SECONDS: '3600', ...environment });

/** Opens an empty page in a context of its own, whose addresses are relative to the server. */
export async function openPage({ url }: Pick<TestServer, 'url'>, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext({ baseURL: url, viewport: WIDE, ...options });
  return context.newPage();
}

/** Opens a path of the console for an account that is signed in. */
export async function openConsole(
  server: TestServer,
  account: { id: string },
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(server, options);
  await beginSession(server, page, account);
  await page.goto(path);
  return page;
}

/** Begins a session of an account in the context of a page, without the forms of the sign-in. */
export async function beginSession(
  { platform, url }: TestServer,
  page: Page,
  account: { id: string },
  userAgent = 'Chromium',
): Promise<void> {
  const {
    identity: { sessions },
    db,
  } = platform;
  const secret = await sessions.begin(db.writer, { account: account.id, address: '127.0.0.1', userAgent });
  const [name = '', value = ''] = sessions.cookieFor(secret).split(/[=;]/);
  await page.context().addCookies([{ name, value, url, httpOnly: true }]);
}
