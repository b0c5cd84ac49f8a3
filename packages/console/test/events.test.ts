// run: own process, waiting, browser, in test:all because it starts a browser
/** A person makes a webhook, tests it, tries out a filter with real events, and makes an alert rule. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { newId } from '../../server/src/core/base/id.ts';
import { addWebNotifications } from '../../server/src/features/events/web-notifications/index.ts';
import { raiseEvents } from '../../server/src/features/events/outbox/index.ts';
import { EVENT_OF_SITE } from '../../server/test/support/webhook-site.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, closes, dialog, fill, find, HOSTILE_NAME, pathOf, press, pressInDialog, shows, tick } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer({ MILLRACE_WEBHOOK_NETWORKS: 'loopback' });

describe('webhooks, alerts and inbox in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;
  let task: Awaited<ReturnType<typeof server.make.task>>;

  before(async () => {
    const { make } = server;
    task = await make.task({ name: HOSTILE_NAME });
    await make.plan({ workspace: task.workspace, name: 'Month end', steps: [[task.id]] });
    const person = await make.user({
      permissions: ['SVC_OPERATOR', 'SVC_WEBHOOK_MANAGEMENT'],
      rights: { [task.workspace]: ['VIEW', 'EXECUTE'] },
    });
    const notification = { account: person.id, href: '/', action: 'run.failed', resourceType: 'task', resourceId: task.id, spaceId: null };
    await server.platform.db.transaction((tx) =>
      addWebNotifications(tx, [
        { ...notification, body: `Task ${HOSTILE_NAME} failed.` },
        { ...notification, body: 'Task Load airports failed.' },
      ]),
    );
    page = await openConsole(server, person, `/admin/webhooks?environment=${task.environment}`);
  });
  after(closeBrowser);

  it('creates a webhook after a refusal, and shows the delivery of a test', async () => {
    await shows(page, 'No webhook yet');
    await press(page, 'New webhook');
    await fill(page, 'Name', 'Night shift');
    await fill(page, 'Address', 'http://127.0.0.1:9/hook');
    await tick(page, 'input[value="com.service.v1.task.run.finished"]');
    await pressInDialog(page, 'Create');
    await dialog(page).getByRole('alert').waitFor();
    await checkPage(page, 'webhook-new');
    await fill(page, 'Address', 'https://127.0.0.1:9/hook');
    await pressInDialog(page, 'Create');
    await page.waitForURL(/\/admin\/webhooks\/./);
    await press(page, 'Send a test');
    await shows(page, 'com.service.v1.webhook.test');
    await page.locator('[data-row="0"]').press('Enter');
    await shows(page, 'Request of the last attempt');
    await page.waitForURL(/[?&]delivery=/);
    await checkPage(page, 'webhook-delivery');
    await pressInDialog(page, 'Send again');
    await shows(page, '2 entries');
    await checkPage(page, 'webhook');
    await checkOtherForms(page, pathOf(page), 'webhook', 'Zustellungen der letzten Woche');
  });

  it('tests a filter: an invalid one is refused, and a matching event appears', async () => {
    await fill(page, 'Filter', 'spaceId is wrong');
    await press(page, 'Listen');
    await shows(page, 'Copy details');
    await fill(page, 'Filter', `topLevelResourceId eq "${task.id}"`);
    await press(page, 'Listen');
    await shows(page, 'Listening.');
    await raise(task.id);
    await shows(page, '1 event');
    await checkPage(page, 'webhook-filter');
    await press(page, 'Stop');
  });

  it('saves a tested filter, and refuses an invalid one', async () => {
    await fill(page, 'Filter', 'spaceId is wrong');
    await press(page, 'Save this filter');
    await shows(page, 'Copy details');
    await fill(page, 'Filter', `topLevelResourceId eq "${task.id}"`);
    await press(page, 'Save this filter');
    await shows(page, 'The filter is saved.');
    const { body } = await server.call('GET /api/v1/webhooks', {});
    assert.equal(body.data[0].filter, `topLevelResourceId eq "${task.id}"`);
  });

  it('lists webhooks', async () => {
    await page.goto('/admin/webhooks');
    await shows(page, '1 entry');
    await checkPage(page, 'webhooks');
    await checkOtherForms(page, '/admin/webhooks?state=off', 'webhooks', 'Kein Eintrag passt');
  });

  it('creates an alert rule after a refusal, and snoozes it, by keyboard alone', async () => {
    await page.goto('/alerts');
    await shows(page, 'You have no rule.');
    await shows(page, 'No incident');
    await page.locator('.page-actions button').first().press('Enter');
    await page.locator('[role=dialog]:focus-within').waitFor();
    await page.keyboard.press('Enter');
    await shows(page, 'Give the rule a name.');
    await checkPage(page, 'alert-new');
    await fill(page, 'Name', 'A run has failed');
    await page.keyboard.press('Enter');
    await shows(page, 'Active');
    await page.getByRole('button', { name: 'Snooze' }).press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('Enter');
    await shows(page, 'Silent until');
    await checkPage(page, 'alerts');
    await checkOtherForms(page, '/alerts', 'alerts', 'Vorfälle');
  });

  it('changes an alert rule: recipients, repetition and quiet hours; values that the form does not show are kept', async () => {
    await page.goto('/alerts');
    await press(page, 'Change A run has failed');
    await fill(page, 'Quiet from', '22:00');
    await pressInDialog(page, 'Save');
    await shows(page, 'Give both times, or none.');
    await checkPage(page, 'alert-edit');
    await fill(page, 'Quiet until', '06:00');
    await fill(page, 'Name', HOSTILE_NAME);
    await choose(page, 'Notify again', 'After 1 hour');
    await pressInDialog(page, 'Save');
    await closes(page);
    const rules = await server.platform.db.reader.rows(sql`select name, condition, repeat_minutes from alert_rule`);
    assert.deepEqual(rules, [{ name: HOSTILE_NAME, condition: 'run_failed', repeat_minutes: 60 }]);
    await checkPage(page, 'alert-changed');
  });

  it('watches the same task after a change of the condition; one of engines needs another target', async () => {
    await press(page, 'New rule');
    await fill(page, 'Name', 'One task');
    await choose(page, 'Applies to', 'One task');
    await find(page, 'Task', HOSTILE_NAME.slice(0, 8), HOSTILE_NAME);
    await choose(page, 'Condition', 'A run takes too long');
    await pressInDialog(page, 'Create');
    await closes(page);
    await press(page, 'New rule');
    await fill(page, 'Name', 'All engines');
    await choose(page, 'Applies to', 'One task');
    await find(page, 'Task', HOSTILE_NAME.slice(0, 8), HOSTILE_NAME);
    await choose(page, 'Condition', 'An engine is lost');
    await shows(page, 'Everything in');
    await pressInDialog(page, 'Create');
    await closes(page);
    const rules = await server.platform.db.reader.rows(sql`
      select name, condition, task_id as task, environment_id as environment
      from alert_rule
      where name in ('One task', 'All engines')
      order by name desc`);
    assert.deepEqual(rules, [
      { name: 'One task', condition: 'run_long', task: task.id, environment: null },
      { name: 'All engines', condition: 'engine_lost', task: null, environment: task.environment },
    ]);
  });

  it('watches a plan or the tasks with a tag, and reaches every kind of channel', async () => {
    await press(page, 'New rule');
    await fill(page, 'Name', 'Nightly');
    await choose(page, 'Condition', 'A run takes too long');
    await fill(page, 'Minutes', '');
    await choose(page, 'Applies to', 'Tasks with a tag');
    await tick(page, 'input[type=checkbox]');
    await press(page, 'Add a channel');
    await pressInDialog(page, 'Create');
    for (const missing of ['Give the tag.', 'Give at least one of the bounds.', 'Give the address of the channel, or remove it.'])
      await shows(page, missing);
    await checkPage(page, 'alert-missing');
    await fill(page, 'Tag', 'nightly');
    await fill(page, 'Times the usual duration', '2');
    await choose(page, 'Channel', 'Teams channel');
    await fill(page, 'Address of the channel', 'https://hooks.example.com/teams');
    await pressInDialog(page, 'Create');
    await closes(page);
    await press(page, 'New rule');
    await fill(page, 'Name', 'Monthly');
    await choose(page, 'Applies to', 'One plan');
    await pressInDialog(page, 'Create');
    await shows(page, 'Choose what the rule watches.');
    await find(page, 'Plan', 'Month', 'Month end');
    await press(page, 'Add a channel');
    await choose(page, 'Channel', 'JSON to a URL');
    await fill(page, 'Address of the channel', 'https://hooks.example.com/json');
    await pressInDialog(page, 'Create');
    await closes(page);
    const rules = await server.platform.db.reader.rows(sql`
      select r.name, r.tag, r.usual_factor, r.plan_id is not null as "ofPlan", r.environment_id is not null as "ofEnvironment",
             cardinality(r.user_ids) as users, array(select t.type from notification_transport t where t.rule_id = r.id) as channels
      from alert_rule r
      where r.name in ('Nightly', 'Monthly')
      order by r.name desc`);
    assert.deepEqual(rules, [
      { name: 'Nightly', tag: 'nightly', usual_factor: 2, ofPlan: false, ofEnvironment: true, users: 0, channels: ['teams'] },
      { name: 'Monthly', tag: null, usual_factor: null, ofPlan: true, ofEnvironment: false, users: 1, channels: ['webhook'] },
    ]);
  });

  it('reads the inbox, and chooses notifications', async () => {
    await page.goto('/inbox');
    await shows(page, '2 unread');
    await checkPage(page, 'inbox');
    await press(page, 'Mark as read');
    await shows(page, '1 unread');
    await page.locator('main [role=group] label').first().click();
    await page.locator('main [role=group] input:checked').waitFor();
    const stored = await server.platform.db.reader.rows(sql`select kind from notification_subscription`);
    assert.equal(stored.length, 1);
    await press(page, 'Mark all as read');
    await page.locator('.page-head', { hasText: 'unread' }).waitFor({ state: 'hidden' });
    await checkOtherForms(page, '/inbox?show=unread', 'inbox', 'Alles ist gelesen');
    await page.goto('/inbox');
    await press(page, 'Delete all');
    await pressInDialog(page, 'Delete all');
    await shows(page, 'Your inbox is empty');
    await page.getByRole('button', { name: 'Delete all', disabled: true }).waitFor();
  });
});

/** Raises the event of an ended run of a task. */
async function raise(taskId: string): Promise<void> {
  const tenant = await server.make.tenant();
  const data = {
    executionId: newId(),
    taskId,
    taskName: 'load',
    environmentId: newId(),
    workspaceId: newId(),
    status: 'ok' as const,
    executionStatus: 'EXECUTION_SUCCESS',
    finishedAt: new Date().toISOString(),
    processedRows: 1,
    attempt: 1,
  };
  await server.platform.db.transaction((tx) => raiseEvents(tx, [{ type: EVENT_OF_SITE, tenant, resource: taskId, data }]));
}
