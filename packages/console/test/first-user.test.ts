// run: own process, waiting, browser, in test:all because it starts a browser and an engine
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
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { dropFile, fill, pathOf, press, pressInDialog, shows, submit } from './support/journey.ts';
import { checkOtherForms, checkPage, savePicture } from './support/page-checks.ts';

// The engine of this test sends heartbeats. With a short lease it sends them more often.
const server = await startConsoleServer({ MILLRACE_LEASE_SECONDS: '30' });
const workspace = await server.make.workspace();
const { credential } = await server.make.engine({ environment: workspace.environment });
if (skipsBrowserTests === false) startEngine({ url: server.url, credential, folder: await engineFolder() });

describe('a first-time user', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let zip = '';
  let number = 0;

  /** Saves a screenshot of the next step. */
  const step = (name: string): Promise<void> => savePicture(page, `first-${String((number += 1)).padStart(2, '0')}-${name}`);

  before(async () => {
    zip = await buildShell(() => undefined);
    const person = await server.make.user({
      permissions: ['SVC_OPERATOR'],
      rights: { [workspace.id]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] },
    });
    page = await openConsole(server, person, '/');
  });
  after(closeBrowser);

  it('finds on the start page how to begin', async () => {
    await shows(page, 'Publish a zip');
    await checkPage(page, 'home-first');
    await step('start');
    await checkOtherForms(page, '/', 'home-first', 'Zip veröffentlichen');
    await page.goto('/');
    await press(page, 'Publish a zip');
  });

  it('publishes the zip, and makes a task of it that runs', async () => {
    await shows(page, 'Drop a zip here');
    await step('publish');
    await dropFile(page, zip);
    await shows(page, 'shell.zip');
    await step('chosen');
    await submit(page);
    await page.waitForURL(({ pathname }) => pathname === '/tasks/new');
    await fill(page, 'who', 'newcomer');
    await step('task');
    await press(page, 'Create and run');
    await page.waitForURL(/\/runs\/./);
  });

  it('reads the log of the run', async () => {
    await shows(page, 'Hello, newcomer.');
    await shows(page, 'Succeeded');
    await step('log');
    await checkPage(page, 'first-run');
  });

  it('runs it once more with the values of that run, although the task has others by now', async () => {
    const first = pathOf(page);
    await shows(page, 'Values');
    await server.platform.db.writer.rows(sql`update task set parameters = '{"who": "colleague"}'`);
    await press(page, 'Run again');
    await press(page, 'With the values of this run');
    await page.waitForURL(({ pathname }) => pathname !== first.split('?')[0] && pathname.startsWith('/runs/'));
    await shows(page, 'Hello, newcomer.');
    await press(page, 'More actions');
    await press(page, 'Open the task');
    await page.waitForURL(/\/tasks\/./);
  });

  it('sets an automatic start of the task', async () => {
    await shows(page, 'Automatic start');
    await step('task-page');
    await press(page, 'Set an automatic start');
    await shows(page, 'This trigger starts every weekday at 06:30');
    await step('times');
    await pressInDialog(page, 'Save');
    await shows(page, 'The automatic start is saved.');
    await shows(page, 'every weekday at 06:30');
    await shows(page, 'Next');
    await step('scheduled');
  });

  it('removes the automatic start', async () => {
    await press(page, 'Stop automatic starts');
    await shows(page, 'Stop the automatic starts?');
    await step('question');
    await pressInDialog(page, 'Stop automatic starts');
    await shows(page, 'The task or plan starts only by hand now.');
    await step('stopped');
    await checkPage(page, 'first-stopped');
    const taskId = pathOf(page).split(/[/?]/)[2] ?? '';
    const { body } = await eventually('the run configuration', () =>
      server.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } }),
    );
    assert.equal(body.trigger.type, 'MANUAL');
  });
});
