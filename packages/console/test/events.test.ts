// run: own process, waiting, in test:all because it starts a browser
/** A person makes a webhook, tests it, tries out a filter with real events, and makes an alert rule. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { newId } from '../../server/src/core/base/id.ts';
import { addWebNotifications } from '../../server/src/features/events/web-notifications/index.ts';
import { raiseEvents } from '../../server/src/features/events/outbox/index.ts';
import { EVENT_OF_SITE } from '../../server/test/support/webhook-site.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkOtherForms, checkPage, choose, fill, HOSTILE_NAME, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer({ MILLRACE_WEBHOOK_NETWORKS: 'loopback' });

describe('webhooks, alerts and inbox in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let task: Awaited<ReturnType<typeof server.make.task>>;

  before(async () => {
    const { make } = server;
    task = await make.task({ name: HOSTILE_NAME });
    const person = await make.person({
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
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/admin/webhooks?environment=${task.environment}`);
  });
  after(() => browser?.stop());

  it('creates a webhook after a refusal, and shows the delivery of a test', async () => {
    await tab.shows('No webhook yet');
    await tab.press('New webhook');
    await fill(tab, 'Name', 'Night shift');
    await fill(tab, 'Address', 'http://127.0.0.1:9/hook');
    await tab.until(`document.querySelector('[role=dialog] input[value="com.service.v1.task.run.finished"]')`);
    await tab.evaluate(`document.querySelector('[role=dialog] input[value="com.service.v1.task.run.finished"]').click()`);
    await pressInDialog(tab, 'Create');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await checkPage(tab, 'webhook-new');
    await fill(tab, 'Address', 'https://127.0.0.1:9/hook');
    await pressInDialog(tab, 'Create');
    await tab.until(`location.pathname.startsWith('/admin/webhooks/')`);
    await tab.press('Send a test');
    await tab.shows('com.service.v1.webhook.test');
    await tab.until(`document.querySelector('[data-row="0"]')`);
    await tab.enterOn(`document.querySelector('[data-row="0"]')`);
    await tab.shows('Request of the last attempt');
    await tab.until(`location.search.includes('delivery=')`);
    await checkPage(tab, 'webhook-delivery');
    await pressInDialog(tab, 'Send again');
    await tab.shows('2 entries');
    await checkPage(tab, 'webhook');
    await checkOtherForms(tab, await tab.path(), 'webhook', 'Zustellungen der letzten Woche');
  });

  it('tests a filter: an invalid one is refused, and a matching event appears', async () => {
    await tab.until(`document.querySelector('h1')`);
    await fill(tab, 'Filter', 'spaceId is wrong');
    await tab.press('Listen');
    await tab.shows('Request ');
    await fill(tab, 'Filter', `topLevelResourceId eq "${task.id}"`);
    await tab.press('Listen');
    await tab.shows('Listening.');
    await raise(task.id);
    await tab.shows('1 event');
    await checkPage(tab, 'webhook-filter');
    await tab.press('Stop');
  });

  it('saves a tested filter, and refuses an invalid one', async () => {
    await fill(tab, 'Filter', 'spaceId is wrong');
    await tab.press('Save this filter');
    await tab.shows('Request ');
    await fill(tab, 'Filter', `topLevelResourceId eq "${task.id}"`);
    await tab.press('Save this filter');
    await tab.shows('The filter is saved.');
    const { body } = await server.call('GET /api/v1/webhooks', {});
    assert.equal(body.data[0].filter, `topLevelResourceId eq "${task.id}"`);
  });

  it('lists webhooks', async () => {
    await tab.open('/admin/webhooks');
    await tab.shows('1 entry');
    await checkPage(tab, 'webhooks');
    await checkOtherForms(tab, '/admin/webhooks?state=off', 'webhooks', 'Kein Eintrag passt');
  });

  it('creates an alert rule after a refusal, and snoozes it, by keyboard alone', async () => {
    await tab.open('/alerts');
    await tab.shows('You have no rule.');
    await tab.shows('No incident');
    await tab.enterOn(`document.querySelector('.page-actions button')`);
    await tab.until(`document.activeElement.closest('[role=dialog]')`);
    await tab.key('Enter');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await checkPage(tab, 'alert-new');
    await fill(tab, 'Name', 'A run has failed');
    await tab.key('Enter');
    await tab.shows('Active');
    await tab.enterOn(`[...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Snooze')`);
    await tab.until(`document.activeElement.role === 'menuitem'`);
    await tab.key('Enter');
    await tab.shows('Silent until');
    await checkPage(tab, 'alerts');
    await checkOtherForms(tab, '/alerts', 'alerts', 'Vorfälle');
  });

  it('changes an alert rule: recipients, repetition and quiet hours; values that the form does not show are kept', async () => {
    await tab.open('/alerts');
    await tab.press('Change A run has failed');
    await fill(tab, 'Quiet from', '22:00');
    await pressInDialog(tab, 'Save');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await checkPage(tab, 'alert-edit');
    await fill(tab, 'Quiet until', '06:00');
    await fill(tab, 'Name', HOSTILE_NAME);
    await choose(tab, 'Notify again', 'After 1 hour');
    await pressInDialog(tab, 'Save');
    await tab.until(`!document.querySelector('[role=dialog]')`);
    const rules = await server.platform.db.reader.rows(sql`select name, condition, repeat_minutes from alert_rule`);
    assert.deepEqual(rules, [{ name: HOSTILE_NAME, condition: 'run_failed', repeat_minutes: 60 }]);
    await checkPage(tab, 'alert-changed');
  });

  it('reads the inbox, and chooses notifications', async () => {
    await tab.open('/inbox');
    await tab.shows('2 unread');
    await checkPage(tab, 'inbox');
    await tab.press('Mark as read');
    await tab.shows('1 unread');
    await tab.evaluate(`document.querySelector('.kinds input').click()`);
    await tab.until(`document.querySelector('.kinds input:checked')`);
    const stored = await server.platform.db.reader.rows(sql`select kind from notification_subscription`);
    assert.equal(stored.length, 1);
    await tab.press('Mark all as read');
    await tab.until(`document.querySelector('.page-head').innerText.includes('unread') === false`);
    await checkOtherForms(tab, '/inbox?show=unread', 'inbox', 'Alles ist gelesen');
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
