// run: own process, waiting, browser, in test:all because it starts a browser
/** A person lists, runs, pauses, changes and deletes tasks, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { confirm, field, fill, hides, pasteInto, press, pressInDialog, shows, showsRefusal, submit, until } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);
const PARAMETERS = [
  { name: 'country', value: 'CH', type: 'id_String', required: true, comment: `Whose airports: ${HOSTILE}` },
  { name: 'limit', value: '1000', type: 'id_Integer', required: false, comment: 'Most rows of a run' },
  { name: 'token', value: 'hidden', type: 'id_Password', required: false },
  // Only its name says that its values are secrets.
  { name: 'api_key', type: 'id_String', required: false },
];

const server = await startConsoleServer();

describe('tasks in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
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
    const contexts = sql`contexts = '{Default,PROD}', context_name = 'Default'`;
    await server.platform.db.writer.rows(sql`update artifact_version set ${contexts} where id = ${task.artifactVersion}`);
    await make.task({ workspace: task.workspace, name: HOSTILE });
    engine = await standInEngine(server, task.environment);
    const rights = { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } as const;
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights });
    const trigger = { type: 'DAILY', startDate: '2026-01-01', startTime: '06:30', timeZone: 'Europe/Berlin', interval: 1 };
    const body = { trigger, runtime: { type: 'CLOUD' }, logLevel: 'INFO' };
    assert.equal((await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: id }, body })).status, 200);
    page = await openConsole(server, person, '/tasks');
  });
  after(closeBrowser);

  const inMenu = async (action: string): Promise<void> => {
    await press(page, 'More actions');
    await press(page, action);
  };

  it('are listed, and filtered by the URL', async () => {
    await shows(page, '2 entries');
    for (const words of ['nightly', 'Never ran', 'in ']) await shows(page, words);
    await checkPage(page, 'tasks');
    await checkOtherForms(page, '/tasks', 'tasks', '2 Einträge');
    await page.goto('/tasks?name=airp');
    await shows(page, '1 entry');
    await page.goto('/tasks?name=nothing');
    await shows(page, 'No task matches these filters');
    await checkPage(page, 'tasks-none');
  });

  it('show their artifact, their values, and their automatic starts', async () => {
    await page.goto(`/tasks/${id}`);
    for (const words of ['every day at 06:30, Berlin', '500', 'default of the artifact', '••••••', 'Any engine']) await shows(page, words);
    assert.doesNotMatch(await page.innerText('body'), /hidden/);
    await checkPage(page, 'task');
    await checkOtherForms(page, `/tasks/${id}`, 'task', 'täglich um 06:30, Berlin');
  });

  it('show the error of a name that is empty or too long', async () => {
    await page.goto(`/tasks/${id}/edit`);
    await fill(page, 'Name', '');
    await submit(page);
    await page.locator('.field-error', { hasText: /./ }).waitFor();
    await fill(page, 'Name', 'x'.repeat(500));
    await submit(page);
    await shows(page, 'name must have at most 255 characters.');
    assert.doesNotMatch(await page.innerText('body'), /body\.name/);
    await page.goto(`/tasks/${id}`);
  });

  it('run now, by keyboard alone', async () => {
    const runNow = page.getByRole('button', { name: 'Run now' });
    await runNow.waitFor();
    await page.locator('main').focus();
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      if (await runNow.evaluate((button) => button.matches(':focus'))) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/./);
    const claim = await engine.claimOne();
    await engine.start(claim, Date.now());
    await engine.finish(claim, { finishedAt: Date.now() });
    await page.goto(`/tasks/${id}`);
    await shows(page, 'Succeeded');
  });

  it('run with other values; the server refuses invalid ones', async () => {
    await inMenu('Run with other values');
    await shows(page, 'The values hold for this run only.');
    await fill(page, 'limit', 'many');
    await submit(page);
    await showsRefusal(page, 400);
    await checkPage(page, 'task-run-refused');
    await fill(page, 'limit', '5');
    await press(page, 'As the task: Default');
    await press(page, 'PROD');
    await submit(page);
    await page.waitForURL(/\/runs\/./);
    const claim = await engine.claimOne();
    assert.deepEqual([claim.parameters['limit'], claim.contextName], ['5', 'PROD']);
    await engine.start(claim, Date.now());
    await engine.finish(claim, { finishedAt: Date.now() });
  });

  it('run with values of several lines, of which the field keeps each character, also in a secret', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----';
    const text = 'C:\\new $HOME "ä" \'ü\'\nsecond line';
    await page.goto(`/tasks/${id}`);
    await shows(page, 'Last runs');
    await inMenu('Run with other values');
    await shows(page, 'The values hold for this run only.');
    await pasteInto(page, 'country (required)', `${text}\n`);
    await pasteInto(page, 'token', key.replaceAll('\n', '\r\n'));
    await page.locator('textarea.concealed').waitFor();
    await pasteInto(page, 'other', 'one line\n');
    await submit(page);
    await page.waitForURL(/\/runs\/./);
    const claim = await engine.claimOne();
    const { country, token, other } = claim.parameters;
    assert.deepEqual([country?.trimEnd(), token, other], [text, key, 'one line']);
    await engine.start(claim, Date.now());
    await engine.finish(claim, { finishedAt: Date.now() });
  });

  it('are paused with a reason, and resumed', async () => {
    await page.goto(`/tasks/${id}`);
    await shows(page, 'Last runs');
    await inMenu('Pause');
    await shows(page, 'A paused task does not start');
    await fill(page, 'Reason', 'The warehouse moves');
    await submit(page);
    await shows(page, 'Paused by');
    await shows(page, 'The warehouse moves');
    await checkPage(page, 'task-paused');
    await press(page, 'Run now');
    await page.locator('[role=alert]').first().waitFor();
    await checkPage(page, 'task-paused-refused');
    await press(page, 'Resume');
    await hides(page, 'Paused by');
  });

  it('are changed, with their settings', async () => {
    await page.goto(`/tasks/${id}/edit`);
    await shows(page, 'Whose airports');
    for (const secret of ['token', 'api_key']) assert.equal(await field(page, secret).getAttribute('type'), 'password', secret);
    assert.notEqual(await field(page, 'limit').getAttribute('type'), 'password');
    await checkPage(page, 'task-edit');
    await checkOtherForms(page, `/tasks/${id}/edit`, 'task-edit', 'Vorgabe: CH');
    await fill(page, 'Name', 'Load all airports');
    await press(page, 'Of the archive: Default');
    await press(page, 'PROD');
    await submit(page);
    await shows(page, 'Saved.');
    const saved = await server.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } });
    assert.equal(saved.body.contextName, 'PROD');
    await shows(page, 'Edit Load all airports');
    await fill(page, 'Time limit in minutes', '30');
    // Opening the next page would abort a call that is still running.
    const stored = page.waitForResponse((response) => response.url().endsWith('/run-config') && response.request().method() === 'PUT');
    await page.locator('[type=submit]').last().click();
    await stored;
    await page.goto(`/tasks/${id}`);
    await shows(page, '30 minutes');
    await shows(page, 'every day at 06:30, Berlin');
  });

  it('are paused, resumed and run together, and show their last runs', async () => {
    await page.goto('/tasks');
    await shows(page, '2 entries');
    await page.getByRole('img', { name: /^The last 3 runs, the newest Succeeded: Succeeded 3$/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all 2 entries shown' }).click();
    for (const [action, question] of [
      ['Pause', 'Pause 2 tasks?'],
      ['Resume', 'Resume 2 tasks?'],
      ['Run now', 'Run 2 tasks?'],
    ] as const) {
      if (action !== 'Pause') await page.getByRole('checkbox', { name: 'Select all 2 entries shown' }).click();
      await page.getByRole('button', { name: action, exact: true }).click();
      await shows(page, question);
      await pressInDialog(page, action);
      await shows(page, `${action}: 2 done.`);
      await until(
        page,
        `[...document.querySelectorAll('tbody tr')].every((row) => row.innerText.includes(${action === 'Pause' ? "'Paused'" : "'Ready'"}))`,
      );
    }
    await page.getByRole('img', { name: /^The last 4 runs, the newest Waiting: Waiting 1, Succeeded 3$/ }).waitFor();
    // The runs would prevent the deletion of the task.
    const { body } = await server.call('GET /processing/executables/tasks/executions', { query: { status: 'dispatching' } });
    assert.equal(body.items.length, 2);
    for (const { executionId } of body.items) await server.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
  });

  it('are deleted, after a question', async () => {
    await page.goto(`/tasks/${id}`);
    await shows(page, 'Last runs');
    await inMenu('Delete');
    await shows(page, 'Its runs stay in the history.');
    await checkPage(page, 'task-delete');
    await confirm(page);
    await page.waitForURL(({ pathname }) => pathname === '/tasks');
    await shows(page, '1 entry');
  });
});
