// run: own process, waiting, in test:all because it starts a browser
/** Three tasks of a person by keyboard alone, in Chromium: publish and run; find a failed run and its first error; invite a user. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { shellBundle } from '../../server/test/support/bundles.ts';
import { standInEngine } from '../../server/test/support/engine.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';

/** More than the number of controls on any page. */
const MAX_STEPS = 120;

const server = await startConsoleServer();

describe('the console by the keyboard alone', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;

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
    const person = await make.person({
      permissions: ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT'],
      rights: { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] },
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/');
    await tab.shows('Needs attention');
  });
  after(() => browser?.stop());

  /** The name of the focused element. */
  const focused = (): Promise<string> =>
    tab.evaluate(
      `(() => { const node = document.activeElement; return (node.getAttribute('aria-label') ?? node.labels?.[0]?.innerText ?? node.innerText ?? '').trim() })()`,
    );
  /** Presses Tab until an element with this name has the focus. */
  async function tabTo(name: string): Promise<void> {
    const seen: string[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await tab.key('Tab');
      const focusedName = await focused();
      if (focusedName.startsWith(name)) return;
      seen.push(focusedName);
    }
    throw new Error(`The Tab key does not lead to ${name}, but to ${seen.join(' | ')}`);
  }
  async function openByPalette(name: string): Promise<void> {
    await tab.key('k', { control: true });
    await tab.until(`document.activeElement.tagName === 'INPUT'`);
    await tab.type(name);
    await tab.until(`[...document.querySelectorAll('[role=menuitem]')].some((node) => node.innerText.trim() === '${name}')`);
    await tab.key('ArrowDown');
    await tab.key('Enter');
    await tab.until(`document.querySelector('h1')?.innerText === '${name}'`);
  }

  it('publishes a zip, makes a task of it and runs it', async () => {
    const file = join(server.home, 'orders.zip');
    await writeFile(file, await shellBundle('echo hello', { name: 'orders' }));
    await openByPalette('Artifacts');
    await tabTo('Publish');
    await tab.key('Enter');
    await tab.shows('Drop a zip here');
    await tab.send('Page.setInterceptFileChooserDialog', { enabled: true });
    await tabTo('Choose a file');
    await tab.key('Enter');
    // The test cannot use the file dialog of the browser, which is not part of the page, so it sets the file directly.
    const { root } = (await tab.send('DOM.getDocument')) as { root: { nodeId: number } };
    const { nodeId } = await tab.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
    await tab.send('DOM.setFileInputFiles', { nodeId, files: [file] });
    await tab.shows('orders.zip');
    await tabTo('Publish');
    await tab.key('Enter');
    await tab.until(`location.pathname === '/tasks/new'`);
    await tabTo('Create and run');
    await tab.key('Enter');
    await tab.until(`location.pathname.startsWith('/runs/')`);
    await tab.shows('orders');
  });

  it('finds a failed run and its first error', async () => {
    await openByPalette('Runs');
    await tabTo('Any');
    await tab.key('Enter');
    await tab.shows('Misfired');
    await tab.until(`document.activeElement.role === 'option' || document.activeElement.getAttribute('role') === 'option'`);
    for (let step = 0; step < MAX_STEPS && (await focused()) !== 'Failed'; step += 1) await tab.key('ArrowDown');
    await tab.key(' ');
    await tab.until(`location.search.includes('status=EXECUTION_FAILED')`);
    await tab.key('Escape');
    await tab.shows('1 entry');
    await tabTo('Load airports');
    await tab.key('Enter');
    await tab.shows('501 lines');
    await tabTo('First error');
    await tab.key('Enter');
    await tab.until(`document.querySelector('.log-line.marked')?.innerText.includes('it broke')`);
  });

  it('invites a user', async () => {
    await openByPalette('Users');
    await tabTo('Invite people');
    await tab.key('Enter');
    await tab.until(`document.querySelector('[role=dialog]')`);
    if (!(await focused()).startsWith('Email addresses')) await tabTo('Email addresses');
    await tab.type('ada@example.com');
    await tabTo('Invite');
    await tab.key('Enter');
    await tab.shows('Link for ada@example.com');
    await tabTo('Done');
    await tab.key('Enter');
    await tab.until(`!document.querySelector('[role=dialog]')`);
    await tab.shows('ada@example.com');
  });
});
