// run: own process, waiting, browser, in test:all because it starts a browser
/** A person creates a schedule, reads its triggers as sentences and its instants in a calendar, and gets a refusal for a conflict. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, skipsSweep, type Page } from '../../server/test/support/chromium.ts';
import { pastExecution } from '../../server/test/support/past-executions.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, confirm, counts, fill, hides, press, pressInDialog, shows } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(90)}`.slice(0, 500);

const server = await startConsoleServer();

describe('schedules in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let used = '';
  let environment = '';
  let workspace = '';
  let taskId = '';
  let failed = '';
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);

  before(async () => {
    const { make, call } = server;
    const task = await make.task({ name: 'Load airports' });
    ({ environment, workspace, id: taskId } = task);
    const at = (hour: number): Date => new Date(`${day}T${hour}:00:00Z`);
    await pastExecution(server, task, { triggeredAt: at(10) });
    failed = await pastExecution(server, task, { triggeredAt: at(11), status: 'EXECUTION_FAILED' });
    const missed = await pastExecution(server, task, { triggeredAt: at(12), status: 'DEPLOY_FAILED' });
    const running = await pastExecution(server, task, { triggeredAt: at(13), status: 'EXECUTION_EVENT_RECEIVED' });
    const { writer } = server.platform.db;
    await writer.rows(sql`update task_execution set misfired_reason = 'TASK_IS_PAUSED' where id = ${missed}`);
    const engine = (await make.engine({ environment })).id;
    await writer.rows(sql`
      update live_execution
      set status = 'STARTING_FLOW_EXECUTION', engine_id = ${engine}, lease_expires_at = now() + interval '1 day'
      where execution_id = ${running}`);
    const triggers = [
      { name: 'mornings', type: 'CRON', cronExpression: '30 2 ? * *', timeZone: 'Europe/Berlin' },
      { name: 'evenings', type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '18:00', timeZone: 'Europe/Berlin' },
    ];
    used = (await make.schedule({ environment, description: 'Loads before the office opens', triggers })).id;
    await writer.rows(sql`update schedule set created_at = now() - interval '10 days' where id = ${used}`);
    await make.schedule({ environment, description: HOSTILE });
    await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
      path: { taskId: task.id },
      body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } },
    });
    const bound = await call('PUT /orchestration/executables/tasks/{taskId}/schedule', {
      path: { taskId: task.id },
      body: { scheduleId: used },
    });
    assert.equal(bound.status, 200, JSON.stringify(bound.body));
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    page = await openConsole(server, person, '/schedules', { timezoneId: 'Europe/Berlin' });
  });
  after(closeBrowser);

  it('are listed with their triggers as sentences, and filtered by description', async () => {
    await shows(page, '2 entries');
    await shows(page, 'every day at 02:30, Berlin and 1 other');
    await shows(page, 'Load airports');
    await checkPage(page, 'schedules');
    await page.locator('input[type=search]').focus();
    await page.keyboard.type('OFFICE (');
    await shows(page, 'No schedule matches these filters');
    await page.goto(`/schedules?environment=${environment}&text=office`);
    await shows(page, '1 entry');
  });

  it('show their instants by week, day and year, with notes at clock changes', async () => {
    await page.goto(`/schedules/${used}?day=2027-03-28&view=week`);
    await shows(page, 'every day at 18:00, Berlin');
    await counts(page, '[data-start]', 14);
    await shows(page, 'the clocks in Berlin go from 02:00 to 03:00. A start between these times happens at 03:00.');
    const sunday = await page.locator('main section section').first().innerText();
    assert.match(sunday.replaceAll(/\s+/g, ' '), /3:00 AM mornings 6:00 PM evenings/);
    await checkPage(page, 'schedule-week');
    await press(page, 'Sun');
    await page.waitForURL(/[?&]view=day/);
    await counts(page, '[data-start]', 2);
    await page.goto(`/schedules/${used}?day=2027-03-28&view=year`);
    await counts(page, '[data-day][data-level="2"]', 365);
    await checkPage(page, 'schedule-year');
    // Weeks begin as in the week view: in the region of this browser on Sundays.
    const march = page.locator('section', { has: page.locator('h3', { hasText: 'March' }) }).last();
    assert.deepEqual(await march.locator('.hint').allInnerTexts(), ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']);
    const [head, date] = [march.locator('.hint').first(), march.locator('[data-day="2027-03-28"]')];
    assert.equal((await date.boundingBox())?.x, (await head.boundingBox())?.x);
    await page.locator('[data-day][tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-day="2027-04-04"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(({ search }) => search.includes('day=2027-04-04') && search.includes('view=day'));
  });

  it('show twelve starts of a day in a week, and all of them behind the number of the others', async () => {
    const trigger = { name: 'hourly', type: 'CRON', cronExpression: '0 * ? * *', timeZone: 'Europe/Berlin' };
    const { id } = await server.make.schedule({ environment, description: 'Each hour', triggers: [trigger] });
    await page.goto(`/schedules/${id}?day=2027-06-09&view=week`);
    await counts(page, '[data-start]', 7 * 12);
    await press(page, '+ 12 more');
    await page.waitForURL(/[?&]view=day/);
    await counts(page, '[data-start]', 24);
    await server.call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } });
  });

  it('show what became of each past start, and none before a trigger started anything', async () => {
    await page.goto(`/schedules/${used}?day=2026-06-10&view=week`);
    await counts(page, 'main section section', 7);
    await shows(page, 'No start');
    await counts(page, '[data-start]', 0);
    await page.goto(`/schedules/${used}?day=${day}&view=day`);
    await counts(page, '[data-start]', 4);
    const states = await page.locator('[data-start]').evaluateAll((items) => items.map((item) => item.getAttribute('data-start')));
    assert.deepEqual(states, ['succeeded', 'failed', 'missed', 'running']);
    for (const word of ['Succeeded', 'Failed', 'Did not start', 'Running']) await shows(page, word);
    await checkPage(page, 'schedule-past');
    await page.goto(`/schedules/calendar?environment=${environment}&day=${day}&view=week`);
    await counts(page, '[data-start]:not([data-start=next])', 4);
    await checkPage(page, 'calendar-past');
    await page.locator('[data-start=failed] a').click();
    await page.waitForURL(new RegExp(`/runs/${failed}`));
  });

  it('are switched off and on in the list, with their last outcomes', async () => {
    const isPaused = async () =>
      (await server.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body.taskPauseDetails?.pause === true;
    await page.goto('/schedules?text=office');
    const marks = page.getByRole('img', { name: 'The last 4 starts, the newest last: Succeeded, Failed, Did not start, Running' });
    await marks.waitFor();
    const starts = page.getByRole('switch', { name: 'Starts of Load airports' });
    await starts.press('Space');
    await shows(page, 'Load airports is paused.');
    assert.equal(await isPaused(), true);
    await checkPage(page, 'schedules-paused');
    await page.getByRole('switch', { name: 'Starts of Load airports', checked: false }).press('Space');
    await shows(page, 'Load airports can start again.');
    assert.equal(await isPaused(), false);
    const viewer = await server.make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW'] } });
    const other = await openConsole(server, viewer, `/schedules?environment=${environment}&text=office`);
    await other.getByRole('img', { name: /^The last 4 starts/ }).waitFor();
    assert.equal(await other.getByRole('switch').count(), 0, 'a person who may not change starts sees no switch');
  });

  it('show their next dates while a person types, in both zones, and what happens when the clocks change', async () => {
    await page.goto('/schedules/new');
    await choose(page, 'Repeats', 'By a cron expression');
    await fill(page, 'Cron expression', '30 2 29 3 ?');
    await counts(page, '[role=status] ol > li', 5);
    await fill(page, 'Cron expression', '30 2 * * ?');
    await fill(page, 'Time zone', 'America/New_York');
    await shows(page, 'in your time');
    await shows(page, 'The time is skipped, so the start happens at 03:00.');
    await checkPage(page, 'schedule-preview');
    await fill(page, 'Time zone', 'UTC');
    await hides(page, 'The time is skipped');
    await fill(page, 'Cron expression', '30 2 * *');
    await shows(page, 'cronExpression is malformed at position');
    await counts(page, '[role=status] ol > li', 0);
  });

  it('show a refusal with both triggers and both instants', async () => {
    await page.goto(`/schedules/${used}`);
    await press(page, 'Add a trigger');
    await shows(page, 'Name of the trigger');
    await fill(page, 'Name of the trigger', 'too close');
    await press(page, 'By weeks');
    await press(page, 'By a cron expression');
    await shows(page, 'Minute, hour, day of the month');
    await fill(page, 'Cron expression', '2 18 ? * *');
    await shows(page, 'This trigger starts every day at 18:02');
    await confirm(page);
    await shows(page, `Triggers 'evenings' and 'too close' fire less than 5 minutes apart`);
    await shows(page, 'Copy details');
    await shows(page, 'Both instants, in your time:');
    await checkPage(page, 'schedule-conflict');
    await page.keyboard.press('Escape');
    await pressInDialog(page, 'Discard changes');
    await hides(page, 'Both instants');
  });

  it('are created by keyboard alone: description, trigger, and the task that they start', async () => {
    await page.goto('/schedules/new');
    await shows(page, 'Every … weeks');
    await page.locator('main input').first().focus();
    await page.keyboard.type('Made by keys');
    await page.keyboard.press('Tab');
    await page.keyboard.type('first');
    await page.locator('main button').last().press('Enter');
    await page.waitForURL(/\/schedules\/[0-9a-f-]{36}/);
    await shows(page, 'every weekday at 06:30');
    await shows(page, 'The schedule has no task or plan, so it starts nothing.');
    assert.equal(await page.title(), 'Made by keys · Millrace');
  });

  it('are shown in one calendar for the environment', async () => {
    await page.goto(`/schedules/calendar?environment=${environment}&day=2027-06-09`);
    await counts(page, '[data-start=next] a', 14);
    await shows(page, 'Load airports');
    await checkPage(page, 'calendar');
  });

  it('are shown in German, and at 360 pixels', { skip: skipsSweep }, async () => {
    await checkOtherForms(page, `/schedules?environment=${environment}`, 'schedules', 'täglich um 02:30, Berlin und 1 weiterer');
    await checkOtherForms(page, `/schedules/${used}?day=2027-10-31`, 'schedule', 'In Berlin springt die Uhr von 03:00 zurück auf 02:00.');
    await checkOtherForms(page, '/schedules/new', 'schedule-new', 'Dieser Auslöser startet werktags um 06:30');
  });
});
