// run: own process, waiting, in test:all because it starts a browser
/** A person lists, runs, pauses, changes and deletes tasks, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { eventually } from '../../server/test/support/install.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { fill, checkPage, checkNarrow } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);
const PARAMETERS = [
  { name: 'country', value: 'CH', type: 'id_String', required: true, comment: `Whose airports: ${HOSTILE}` },
  { name: 'limit', value: '1000', type: 'id_Integer', required: false, comment: 'Most rows of a run' },
  { name: 'token', value: 'hidden', type: 'id_Password', required: false },
];

const server = await startConsoleServer();

describe('tasks in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let engine: StandInEngine;
  let id = '';

  before(async () => {
    const { call, make } = server;
    const task = await make.task({
      name: 'Load airports',
      artifactParameters: PARAMETERS,
      parameters: { limit: '500', other: '7' },
      tags: ['nightly', HOSTILE.slice(0, 90)],
    });
    ({ id } = task);
    await make.task({ workspace: task.workspace, name: HOSTILE });
    engine = await standInEngine(server, task.environment);
    const rights = { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } as const;
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights });
    const trigger = { type: 'DAILY', startDate: '2026-01-01', startTime: '06:30', timeZone: 'Europe/Berlin', interval: 1 };
    const body = { trigger, runtime: { type: 'CLOUD' }, logLevel: 'INFO' };
    assert.equal((await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: id }, body })).status, 200);
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/tasks');
  });
  after(() => browser?.stop());

  const submit = async (): Promise<void> => {
    await tab.enterOn(`[...document.querySelectorAll('[type=submit]')].find((node) => node.checkVisibility())`);
  };
  const inMenu = async (action: string): Promise<void> => {
    await tab.press('More actions');
    await tab.press(action);
  };

  it('are listed, and filtered by the URL', async () => {
    await tab.shows('2 entries');
    await checkPage(tab, 'tasks');
    await checkNarrow(tab, 'tasks');
    await tab.open('/tasks?name=airp');
    await tab.shows('1 entry');
    await tab.open('/tasks?name=nothing');
    await tab.shows('No task matches these filters');
    await checkPage(tab, 'tasks-none');
  });

  it('show their artifact, their values, and their automatic starts', async () => {
    await tab.open(`/tasks/${id}`);
    for (const words of ['Every day at 06:30, Berlin', '500', 'default of the artifact', '••••••', 'Any engine']) await tab.shows(words);
    assert.doesNotMatch(await tab.text(), /hidden/);
    await checkPage(tab, 'task');
    await checkNarrow(tab, 'task');
  });

  it('show the error of a name that is empty or too long', async () => {
    await tab.open(`/tasks/${id}/edit`);
    await fill(tab, 'Name', '');
    await submit();
    await tab.until(`document.querySelector('.field-error')?.innerText.length > 0`, 'the error of an empty name');
    await fill(tab, 'Name', 'x'.repeat(500));
    await submit();
    await tab.shows('name must have at most 255 characters.');
    assert.doesNotMatch(await tab.text(), /body\.name/);
    await tab.open(`/tasks/${id}`);
  });

  it('run now, by keyboard alone', async () => {
    await tab.until(
      `[...document.querySelectorAll('main button')].some(({ innerText }) => innerText === 'Run now')`,
      'the page of the task',
    );
    await tab.evaluate(`document.querySelector('main').focus()`);
    await tab.until(`document.activeElement.tagName === 'MAIN'`);
    for (let presses = 0; presses < 5; presses += 1) {
      await tab.key('Tab');
      if (await tab.evaluate(`document.activeElement.innerText === 'Run now'`)) break;
    }
    await tab.key('Enter');
    await tab.until(`location.pathname.startsWith('/runs/')`);
    const claim = await engine.claimOne();
    await engine.start(claim, Date.now());
    await engine.finish(claim, { finishedAt: Date.now() });
    await tab.open(`/tasks/${id}`);
    await tab.shows('Succeeded');
  });

  it('run with other values; the server refuses invalid ones', async () => {
    await inMenu('Run with other values');
    await tab.shows('The values hold for this run only.');
    await fill(tab, 'limit', 'many');
    await submit();
    await tab.shows('400');
    await checkPage(tab, 'task-run-refused');
    await fill(tab, 'limit', '5');
    await submit();
    await tab.until(`location.pathname.startsWith('/runs/')`);
    const claim = await engine.claimOne();
    assert.equal(claim.parameters['limit'], '5');
    await engine.start(claim, Date.now());
    await engine.finish(claim, { finishedAt: Date.now() });
  });

  it('are paused with a reason, and resumed', async () => {
    await tab.open(`/tasks/${id}`);
    await tab.shows('Last runs');
    await inMenu('Pause');
    await tab.shows('A paused task does not start');
    await fill(tab, 'Reason', 'The warehouse moves');
    await submit();
    await tab.shows('Paused by');
    await tab.shows('The warehouse moves');
    await checkPage(tab, 'task-paused');
    await tab.press('Run now');
    await tab.until(`document.querySelector('[role=alert]')`);
    await checkPage(tab, 'task-paused-refused');
    await tab.press('Resume');
    await tab.hides('Paused by');
  });

  it('are changed, with their settings', async () => {
    await tab.open(`/tasks/${id}/edit`);
    await tab.shows('Whose airports');
    await checkPage(tab, 'task-edit');
    await checkNarrow(tab, 'task-edit');
    await fill(tab, 'Name', 'Load all airports');
    await submit();
    await tab.shows('Saved.');
    await tab.shows('Edit Load all airports');
    await fill(tab, 'Time limit', '30');
    await tab.enterOn(`[...document.querySelectorAll('[type=submit]')].at(-1)`);
    // Opening the next page would abort a call that is still running.
    await eventually('the time limit is stored', async () => {
      const { body } = await server.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: id } });
      return body.timeout === 30 || undefined;
    });
    await tab.open(`/tasks/${id}`);
    await tab.shows('30 minutes');
    await tab.shows('Every day at 06:30, Berlin');
  });

  it('are shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open('/tasks');
    await tab.shows('2 Einträge');
    await checkPage(tab, 'tasks-de');
    await tab.open(`/tasks/${id}`);
    await tab.shows('Täglich um 06:30, Berlin');
    await checkPage(tab, 'task-de');
    await tab.open(`/tasks/${id}/edit`);
    await tab.shows('Vorgabe: CH');
    await checkPage(tab, 'task-edit-de');
    await tab.setLanguage('en');
  });

  it('are deleted, after a question', async () => {
    await tab.open(`/tasks/${id}`);
    await tab.shows('Last runs');
    await inMenu('Delete');
    await tab.shows('Its runs stay in the history.');
    await checkPage(tab, 'task-delete');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.until(`location.pathname === '/tasks'`);
    await tab.shows('1 entry');
  });
});
