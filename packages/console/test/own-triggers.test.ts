// run: own process, waiting, browser, in test:all because it starts a browser
/** A person sets the automatic start of a task and of a plan: own times, a webhook, and a schedule. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer, WIDE } from './support/console-site.ts';
import { choose, closes, dialog, fill, HOSTILE_NAME, marksEntry, press, pressInDialog, shows, tick } from './support/journey.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;
const PAYLOAD = { name: 'resource_webhook_payload', value: '', type: 'id_String', required: false };

describe('automatic starts in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let task = '';
  let plan = '';
  let schedule = '';

  before(async () => {
    const created = await make.task({ name: 'Load airports', artifactParameters: [PAYLOAD] });
    // Webhooks need a name of letters and digits.
    await platform.db.writer.rows(sql`update environment set name = 'Office' where id = ${created.environment}`);
    task = created.id;
    ({ id: plan } = await make.plan({ workspace: created.workspace, name: HOSTILE_NAME, steps: [[task]] }));
    const triggers = [{ name: 'mornings', type: 'CRON', cronExpression: '30 2 ? * *', timeZone: 'Europe/Berlin' }];
    schedule = (await make.schedule({ environment: created.environment, description: `Before the office opens ${HOSTILE_NAME}`, triggers }))
      .id;
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [created.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    page = await openConsole(server, person, `/plans/${plan}`);
  });
  after(closeBrowser);

  const triggerOfTask = async () =>
    (await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task } })).body.trigger;
  const triggerOfPlan = async () =>
    (await call('GET /orchestration/executables/plans/{planId}/run-config', { path: { planId: plan } })).body.trigger;
  async function save(): Promise<void> {
    await pressInDialog(page, 'Save');
    await closes(page);
  }
  async function stopStarts(): Promise<void> {
    await press(page, 'Stop automatic starts');
    await pressInDialog(page, 'Stop automatic starts');
    await closes(page);
    await shows(page, 'Set an automatic start');
  }

  it('of a plan are times of its own, after a refusal', async () => {
    // The graph changes the height of the page when it appears.
    await page.locator('.react-flow__node').first().waitFor();
    await press(page, 'Set an automatic start');
    await fill(page, 'Every … weeks', '0');
    await pressInDialog(page, 'Save');
    await dialog(page).getByRole('alert').waitFor();
    await checkPage(page, 'plan-start-refused');
    await fill(page, 'Every … weeks', '1');
    await save();
    await shows(page, 'every weekday at 06:30');
    assert.equal((await triggerOfPlan()).type, 'WEEKLY');
    await checkPage(page, 'plan-start');
  });

  it('of a plan are changed, and removed', async () => {
    await press(page, 'Change the start');
    await choose(page, 'Repeats', 'By days');
    await save();
    await shows(page, 'every day at 06:30');
    assert.equal((await triggerOfPlan()).type, 'DAILY');
    await stopStarts();
    assert.equal((await triggerOfPlan()).type, 'MANUAL');
  });

  it('of a task are calls of a URL, which can be replaced by a new URL', async () => {
    await page.goto(`/tasks/${task}`);
    await press(page, 'Set an automatic start');
    await choose(page, 'Started by', 'A call of a URL');
    await fill(page, 'Name of the webhook', 'orders here');
    await pressInDialog(page, 'Save');
    await dialog(page).getByRole('alert').waitFor();
    await fill(page, 'Name of the webhook', 'orders');
    await checkPage(page, 'task-webhook-edit');
    await pressInDialog(page, 'Save');
    await shows(page, '/webhooks/triggers/');
    const before: string = (await triggerOfTask()).webhook.url;
    await checkPage(page, 'task-webhook');
    await press(page, 'Change the start');
    await tick(page, 'input[type=checkbox]');
    await save();
    const after: string = (await triggerOfTask()).webhook.url;
    assert.notEqual(after, before);
    await shows(page, after);
    await stopStarts();
  });

  it('of a task come from a schedule, and end when the schedule is removed', async () => {
    await press(page, 'Use a schedule');
    await shows(page, 'Before the office opens');
    await checkPage(page, 'task-schedule-choose');
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await shows(page, 'Schedule Before the office opens');
    assert.equal((await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: schedule } })).body.executableId, task);
    await checkPage(page, 'task-scheduled');
    await stopStarts();
    assert.equal((await triggerOfTask()).type, 'MANUAL');
  });

  it('come from any schedule, also in an environment that has very many', async () => {
    const { environmentId: environment } = (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: schedule } }))
      .body;
    for (let index = 0; index < 100; index += 1) await make.schedule({ environment, description: `Filler ${index}` });
    const last = (await make.schedule({ environment, description: 'Beyond (the first) hundred' })).id;
    await page.goto(`/tasks/${task}`);
    await press(page, 'Use a schedule');
    await shows(page, 'Filler 7');
    await page.keyboard.type('beyond (the');
    await shows(page, 'Beyond (the first) hundred');
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await shows(page, 'Schedule Beyond (the first) hundred');
    assert.equal((await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: last } })).body.executableId, task);
    await stopStarts();
  });

  it('are confirmed by notices that move nothing, and that a pointer goes through', async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task }, body: { pause: true } });
      await page.goto(`/tasks/${task}`);
      await press(page, 'Resume');
      await shows(page, 'The task can start again.');
      const covered = await page.evaluate<string[]>(`(() => {
        const controls = [...document.querySelectorAll('a, button, input')].filter((node) => node.checkVisibility());
        return controls
          .filter((control) => {
            const { x, y, width, height } = control.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.toast');
          })
          .map((node) => node.outerHTML);
      })()`);
      assert.deepEqual(covered, [], `at ${width} pixels`);
      assert.ok(
        await page.evaluate(
          `document.querySelector('main').getBoundingClientRect().bottom >= document.querySelector('.toast').getBoundingClientRect().bottom`,
        ),
        'the notice floats above the content',
      );
    }
    await page.setViewportSize(WIDE);
  });
});
