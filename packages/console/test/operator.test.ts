// run: own process, waiting, browser, in test:all because it starts a browser
/** An operator who has only the right Run on a workspace starts tasks with any values, and changes how they run. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { REPORTED_AT, standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { fill, has, hides, press, pressInDialog, shows } from './support/journey.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;

describe('an operator with only the right Run', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let page: Page;
  let engine: StandInEngine;
  let task: Awaited<ReturnType<typeof make.task>>;
  let failedId = '';

  before(async () => {
    const declared = [{ name: 'country', type: 'string', required: false, value: '' }];
    task = await make.task({ name: 'Load airports', artifactParameters: declared, parameters: { country: 'Japan' } });
    engine = await standInEngine(server, task.environment);
    const started = await call('POST /processing/executions', { body: { executable: task.id, parameters: { country: 'France' } } });
    failedId = started.body.executionId;
    const lease = await engine.claimOne();
    await engine.start(lease, REPORTED_AT);
    await engine.finish(lease, {
      outcome: 'EXECUTION_FAILED',
      exitCode: 1,
      errorType: 'EXIT_CODE',
      errorMessage: 'java.lang.OutOfMemoryError: Java heap space',
      finishedAt: REPORTED_AT,
    });
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['EXECUTE'] } });
    page = await openConsole(server, person, `/runs/${failedId}`);
  });
  after(closeBrowser);

  /** Opens the page of the failed run, does a step there, and returns the values of the run that it starts. */
  async function valuesOfNextRun(step: () => Promise<void>): Promise<unknown> {
    await page.goto(`/runs/${failedId}`);
    await page.getByRole('button', { name: 'Run again' }).first().waitFor();
    await step();
    await page.waitForURL((url) => /\/runs\/./.test(url.pathname) && !url.pathname.includes(failedId));
    await page.getByRole('button', { name: 'Stop run' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { parameters } = await platform.db.reader.only<{ parameters: unknown }>(
      sql`select parameters from task_execution where id = ${id}`,
    );
    return parameters;
  }

  it('runs the task again with its values, with those of the run, and with others', async () => {
    assert.deepEqual(
      await valuesOfNextRun(async () => {
        await press(page, 'Run again');
        await press(page, 'With the task’s values');
      }),
      { country: 'Japan' },
    );
    assert.deepEqual(
      await valuesOfNextRun(async () => {
        await press(page, 'Run again');
        await press(page, 'With the values of this run');
      }),
      { country: 'France' },
    );
    assert.deepEqual(
      await valuesOfNextRun(async () => {
        await press(page, 'Run again');
        await press(page, 'Edit values first');
        await has(page, 'country', 'France');
        await checkPage(page, 'operator-values');
        await fill(page, 'country', 'Peru');
        await pressInDialog(page, 'Run now');
      }),
      { country: 'Peru' },
    );
  });

  it('follows the next step of a failed run to the run settings, and saves them', async () => {
    await page.goto(`/runs/${failedId}`);
    await press(page, 'Open the memory settings of the task');
    await page.waitForURL(/\/edit/);
    await shows(page, 'Run settings');
    await shows(page, 'You need the right “Change” on the workspace');
    await checkPage(page, 'operator-settings');
    await fill(page, 'Time limit in minutes', '7');
    await press(page, 'Save');
    await shows(page, 'Saved.');
    const stored = await platform.db.reader.only(sql`select timeout_minutes from task_run_config where task_id = ${task.id}`);
    assert.deepEqual(stored, { timeout_minutes: 7 });
  });

  it('finds the run settings on the page of the task, and nothing that it may not do', async () => {
    await page.goto(`/tasks/${task.id}`);
    await page.getByRole('button', { name: 'Run now' }).waitFor();
    await hides(page, 'You need');
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
    await press(page, 'Run settings');
    await has(page, 'Time limit in minutes', '7');
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 1, 'only the form of the run settings');
  });
});
