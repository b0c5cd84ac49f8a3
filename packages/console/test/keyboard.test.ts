// run: own process, waiting, browser, in test:all because it starts a browser
/** Three tasks of a person by keyboard alone, in Chromium: publish and run; find a failed run and its first error; invite a user. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { shellBundle } from '../../server/test/support/bundles.ts';
import { standInEngine } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { closes, shows } from './support/journey.ts';

/** More than the number of controls on any page. */
const MAX_STEPS = 120;

const server = await startConsoleServer();

describe('the console by the keyboard alone', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;

  before(async () => {
    const { call, make } = server;
    const task = await make.task({ name: 'Load airports' });
    const engine = await standInEngine(server, task.environment);
    for (const outcome of ['EXECUTION_FAILED', 'EXECUTION_SUCCESS'] as const) {
      await call('POST /processing/executions', { body: { executable: task.id } });
      const lease = await engine.claimOne();
      await engine.start(lease, Date.now());
      const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
      await engine.log(lease, [...lines, { at: Date.now(), severity: 'ERROR', type: 'STDERR', message: 'it broke' }]);
      await engine.finish(lease, { outcome, finishedAt: Date.now() });
    }
    const person = await make.user({
      permissions: ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT'],
      rights: { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] },
    });
    page = await openConsole(server, person, '/');
    await shows(page, 'Needs attention');
  });
  after(closeBrowser);

  /** The name of the focused element. */
  const focused = (): Promise<string> =>
    page.evaluate(
      `(() => { const node = document.activeElement; return (node.getAttribute('aria-label') ?? node.labels?.[0]?.innerText ?? node.innerText ?? '').trim() })()`,
    );
  /** Presses Tab until an element with this name has the focus. */
  async function tabTo(name: string): Promise<void> {
    const seen: string[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await page.keyboard.press('Tab');
      const focusedName = await focused();
      if (focusedName.startsWith(name)) return;
      seen.push(focusedName);
    }
    throw new Error(`The Tab key does not lead to ${name}, but to ${seen.join(' | ')}`);
  }
  async function openByPalette(name: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(name);
    await page.getByRole('menuitem', { name, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  it('publishes a zip, makes a task of it and runs it', async () => {
    const file = join(server.home, 'orders.zip');
    await writeFile(file, await shellBundle('echo hello', { name: 'orders' }));
    await openByPalette('Artifacts');
    await tabTo('Publish');
    await page.keyboard.press('Enter');
    await shows(page, 'Drop a zip here');
    const chooser = page.waitForEvent('filechooser');
    await tabTo('Choose a file');
    await page.keyboard.press('Enter');
    // The test cannot use the file dialog of the browser, which is not part of the page, so it sets the file directly.
    await (await chooser).setFiles(file);
    await shows(page, 'orders.zip');
    await tabTo('Publish');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/tasks/new');
    await tabTo('Create and run');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/./);
    await shows(page, 'orders');
  });

  it('finds a failed run and its first error', async () => {
    await openByPalette('Runs');
    await tabTo('All failures');
    await page.keyboard.press('Space');
    await page.waitForURL(/[?&]status=EXECUTION_FAILED/);
    await shows(page, '1 entry');
    await tabTo('Load airports');
    await page.keyboard.press('Enter');
    await page.locator('[data-count="501"]').waitFor();
    await tabTo('Line 501 of the log');
    await page.keyboard.press('Enter');
    await page.locator('[data-marked]', { hasText: /it broke/ }).waitFor();
  });

  it('invites a user', async () => {
    await openByPalette('Users');
    await tabTo('Add a colleague');
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog]').waitFor();
    if (!(await focused()).startsWith('Email addresses')) await tabTo('Email addresses');
    await page.keyboard.type('ada@example.com');
    await tabTo('Add 1 person');
    await page.keyboard.press('Enter');
    await shows(page, 'Link for ada@example.com');
    await tabTo('Done');
    await page.keyboard.press('Enter');
    await closes(page);
    await shows(page, 'ada@example.com');
  });
});
