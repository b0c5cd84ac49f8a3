// run: own process, waiting, in test:all because it starts a browser and an engine
/**
 * The steps of a first-time user with a real engine: publish examples/shell, create a task, run it, read its log, set an automatic start, and remove it.
 * Each step presses a button or a link that the page shows. `build/pictures` gets a screenshot of each step, in order.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { buildShell } from '../../../examples/shell/build.ts';
import { eventually } from '../../server/test/support/install.ts';
import { engineFolder, startEngine } from '../../server/test/support/real-engine.ts';
import { savePicture, skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkNarrow, checkOtherForms, checkPage, dropFile, fill, pressInDialog } from './support/journey.ts';

// The engine of this test sends heartbeats. With a short lease it sends them more often.
const server = await startConsoleServer({ MILLRACE_LEASE_SECONDS: '30' });
const workspace = await server.make.workspace();
const { credential } = await server.make.engine({ environment: workspace.environment });
if (skipsJourneys === false) startEngine({ url: server.url, credential, folder: await engineFolder() });

describe('a first-time user', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let zip = '';
  let number = 0;

  /** Saves a screenshot of the next step. */
  const step = (name: string): Promise<void> => savePicture(tab, `first-${String((number += 1)).padStart(2, '0')}-${name}`);
  /** Presses a button or link that is already visible, without opening a menu first. */
  const go = (name: string): Promise<void> => tab.press(name);

  before(async () => {
    zip = await buildShell(() => undefined);
    const person = await server.make.person({
      permissions: ['SVC_OPERATOR'],
      rights: { [workspace.id]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] },
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/');
  });
  after(() => browser?.stop());

  it('finds on the start page how to begin', async () => {
    await tab.shows('Publish a zip');
    await checkPage(tab, 'home-first');
    await checkNarrow(tab, 'home-first');
    await step('start');
    await checkOtherForms(tab, '/', 'home-first', 'Zip veröffentlichen');
    await tab.open('/');
    await go('Publish a zip');
  });

  it('publishes the zip, and makes a task of it that runs', async () => {
    await tab.shows('Drop a zip here');
    await step('publish');
    await dropFile(tab, zip);
    await tab.shows('shell.zip');
    await step('chosen');
    await tab.evaluate(`document.querySelector('form [type=submit]').scrollIntoView()`);
    await go('Publish');
    await tab.until(`location.pathname === '/tasks/new'`);
    await tab.until(`document.querySelector('form [type=submit]')`);
    await fill(tab, 'who', 'newcomer');
    await step('task');
    await go('Create and run');
    await tab.until(`location.pathname.startsWith('/runs/')`);
  });

  it('reads the log of the run', async () => {
    await tab.shows('Hello, newcomer.');
    await tab.shows('Succeeded');
    await step('log');
    await checkPage(tab, 'first-run');
  });

  it('runs it once more with the values of that run, although the task has others by now', async () => {
    const first = await tab.path();
    await tab.shows('Values of this run');
    await server.platform.db.writer.rows(sql`update task set parameters = '{"who": "colleague"}'`);
    await tab.press('Run again with these values');
    await tab.until(`location.pathname !== '${first.split('?')[0]}' && location.pathname.startsWith('/runs/')`);
    await tab.shows('Hello, newcomer.');
    await go('The task');
    await tab.until(`location.pathname.startsWith('/tasks/')`);
  });

  it('sets an automatic start of the task', async () => {
    await tab.shows('Automatic start');
    await step('task-page');
    await go('Set an automatic start');
    await tab.shows('This trigger starts every weekday at 06:30');
    await step('times');
    await pressInDialog(tab, 'Save');
    await tab.shows('The automatic start is saved.');
    await tab.shows('Every weekday at 06:30');
    await tab.shows('Next');
    await step('scheduled');
  });

  it('removes the automatic start', async () => {
    await go('Stop automatic starts');
    await tab.shows('Stop the automatic starts?');
    await step('question');
    await pressInDialog(tab, 'Stop automatic starts');
    await tab.shows('The task or plan starts only by hand now.');
    await step('stopped');
    await checkPage(tab, 'first-stopped');
    const taskId = (await tab.path()).split(/[/?]/)[2] ?? '';
    const { body } = await eventually('the run configuration', () =>
      server.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } }),
    );
    assert.equal(body.trigger.type, 'MANUAL');
  });
});
