// run: own process, waiting, in test:all because it starts a browser
/** A person sets the automatic start of a task and of a plan: own times, a webhook, and a schedule. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkOtherForms, checkPage, choose, fill, HOSTILE_NAME, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;
const PAYLOAD = { name: 'resource_webhook_payload', value: '', type: 'id_String', required: false };

describe('automatic starts in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
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
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [created.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/plans/${plan}`);
  });
  after(() => browser?.stop());

  const triggerOfTask = async () =>
    (await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task } })).body.trigger;
  const triggerOfPlan = async () =>
    (await call('GET /orchestration/executables/plans/{planId}/run-config', { path: { planId: plan } })).body.trigger;
  async function save(): Promise<void> {
    await pressInDialog(tab, 'Save');
    await tab.until(`!document.querySelector('[role=dialog]')`);
  }
  async function stopStarts(): Promise<void> {
    await tab.press('Stop automatic starts');
    await pressInDialog(tab, 'Stop automatic starts');
    await tab.until(`!document.querySelector('[role=dialog]')`);
    await tab.shows('Set an automatic start');
  }

  it('of a plan are times of its own, after a refusal', async () => {
    // The graph changes the height of the page when it appears.
    await tab.until(`document.querySelector('.react-flow__node')`);
    await tab.press('Set an automatic start');
    await fill(tab, 'Every … weeks', '0');
    await pressInDialog(tab, 'Save');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await checkPage(tab, 'plan-start-refused');
    await fill(tab, 'Every … weeks', '1');
    await save();
    await tab.shows('Every weekday at 06:30');
    assert.equal((await triggerOfPlan()).type, 'WEEKLY');
    await checkPage(tab, 'plan-start');
  });

  it('of a plan are changed, and removed', async () => {
    await tab.press('Change the start');
    await choose(tab, 'Repeats', 'By days');
    await save();
    await tab.shows('Every day at 06:30');
    assert.equal((await triggerOfPlan()).type, 'DAILY');
    await stopStarts();
    assert.equal((await triggerOfPlan()).type, 'MANUAL');
  });

  it('of a task are calls of a URL, which can be replaced by a new URL', async () => {
    await tab.open(`/tasks/${task}`);
    await tab.press('Set an automatic start');
    await choose(tab, 'Started by', 'A call of a URL');
    await fill(tab, 'Name of the webhook', 'orders here');
    await pressInDialog(tab, 'Save');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await fill(tab, 'Name of the webhook', 'orders');
    await checkPage(tab, 'task-webhook-edit');
    await pressInDialog(tab, 'Save');
    await tab.shows('/webhooks/triggers/');
    const before: string = (await triggerOfTask()).webhook.url;
    await checkPage(tab, 'task-webhook');
    await tab.press('Change the start');
    await tab.evaluate(`document.querySelector('[role=dialog] input[type=checkbox]').click()`);
    await save();
    const after: string = (await triggerOfTask()).webhook.url;
    assert.notEqual(after, before);
    await tab.shows(after);
    await stopStarts();
  });

  it('of a task come from a schedule, and end when the schedule is removed', async () => {
    await tab.press('Use a schedule');
    await tab.shows('Before the office opens');
    await checkPage(tab, 'task-schedule-choose');
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.getAttribute('aria-activedescendant')`, 'a chosen entry');
    await tab.key('Enter');
    await tab.shows('Schedule Before the office opens');
    assert.equal((await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: schedule } })).body.executableId, task);
    await checkPage(tab, 'task-scheduled');
    await checkOtherForms(tab, `/tasks/${task}`, 'task-scheduled', 'Nicht mehr von selbst starten');
    await tab.open(`/tasks/${task}`);
    await stopStarts();
    assert.equal((await triggerOfTask()).type, 'MANUAL');
  });

  it('are confirmed by notices that cover no control', async () => {
    for (const width of [360, 1280]) {
      await tab.setAppearance({ width, height: 740 });
      await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task }, body: { pause: true } });
      await tab.open(`/tasks/${task}`);
      await tab.press('Resume');
      await tab.shows('The task can start again.');
      const covered = await tab.evaluate<string[]>(`(() => {
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
        await tab.evaluate(
          `document.querySelector('.toast').getBoundingClientRect().top >= document.querySelector('main').getBoundingClientRect().bottom`,
        ),
        'the notice lies below the content',
      );
    }
    await tab.setAppearance();
  });
});
