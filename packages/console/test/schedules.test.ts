// run: own process, waiting, in test:all because it starts a browser
/** A person creates a schedule, reads its triggers as sentences and its instants in a calendar, and gets a refusal for a conflict. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { savePicture, skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkPage } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(90)}`.slice(0, 500);

const server = await startConsoleServer();

describe('schedules in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let used = '';
  let environment = '';

  before(async () => {
    const { make, call } = server;
    const task = await make.task({ name: 'Load airports' });
    ({ environment } = task);
    const triggers = [
      { name: 'mornings', type: 'CRON', cronExpression: '30 2 ? * *', timeZone: 'Europe/Berlin' },
      { name: 'evenings', type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '18:00', timeZone: 'Europe/Berlin' },
    ];
    used = (await make.schedule({ environment, description: 'Loads before the office opens', triggers })).id;
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
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
    await tab.setAppearance();
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    await tab.signIn(person, '/schedules');
  });
  after(() => browser?.stop());

  it('are listed with their triggers as sentences, and filtered by description', async () => {
    await tab.shows('2 entries');
    await tab.shows('every day at 02:30, Berlin and 1 other');
    await tab.shows('Load airports');
    await checkPage(tab, 'schedules');
    await tab.evaluate(`document.querySelector('input[type=search]').focus()`);
    await tab.type('OFFICE (');
    await tab.shows('No schedule matches these filters');
    await tab.open(`/schedules?environment=${environment}&text=office`);
    await tab.shows('1 entry');
  });

  it('show their instants by week, day and year, with notes at clock changes', async () => {
    await tab.open(`/schedules/${used}?day=2027-03-28&view=week`);
    await tab.shows('every day at 18:00, Berlin');
    await tab.until(`document.querySelectorAll('.due-item').length === 14`, '14 starts in a week');
    await tab.shows('the clocks in Berlin go from 02:00 to 03:00. A start between these times happens at 03:00.');
    const sunday = await tab.evaluate<string>(`[...document.querySelectorAll('.calendar-column')].at(-1).innerText`);
    assert.match(sunday.replaceAll(/\s+/g, ' '), /3:00 AM mornings 6:00 PM evenings/);
    await checkPage(tab, 'schedule-week');
    await tab.press('Sun');
    await tab.until(`location.search.includes('view=day')`);
    await tab.until(`document.querySelectorAll('.due-item').length === 2`, '2 starts on a day');
    await tab.open(`/schedules/${used}?day=2027-03-28&view=year`);
    await tab.until(`document.querySelectorAll('.year-day.level2').length === 365`, 'a year of days with two starts');
    await checkPage(tab, 'schedule-year');
    await tab.evaluate(`document.querySelector('.year-day[tabindex="0"]').focus()`);
    await tab.key('ArrowDown');
    assert.equal(await tab.evaluate('document.activeElement.dataset.day'), '2027-04-04');
    await tab.key('Enter');
    await tab.until(`location.search.includes('day=2027-04-04') && location.search.includes('view=day')`);
  });

  it('show a refusal with both triggers and both instants', async () => {
    await tab.open(`/schedules/${used}`);
    await tab.press('Add a trigger');
    await tab.shows('Name of the trigger');
    await tab.evaluate(`document.querySelector('[role=dialog] input').focus()`);
    await tab.type('too close');
    await tab.press('By weeks');
    await tab.press('By a cron expression');
    await tab.shows('Minute, hour, day of the month');
    await tab.evaluate(`document.querySelectorAll('[role=dialog] input:not([type=hidden])')[1].select()`);
    await tab.type('2 18 ? * *');
    await tab.shows('This trigger starts every day at 18:02');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.shows(`Triggers 'evenings' and 'too close' fire less than 5 minutes apart`);
    await tab.shows('409 triggers_too_close · Request ');
    await tab.shows('Both instants, in your time:');
    await checkPage(tab, 'schedule-conflict');
    await tab.key('Escape');
    await tab.hides('Both instants');
  });

  it('are created by keyboard alone: description, trigger, and the task that they start', async () => {
    await tab.open('/schedules/new');
    await tab.shows('Every … weeks');
    await tab.evaluate(`document.querySelector('main input').focus()`);
    await tab.type('Made by keys');
    await tab.key('Tab');
    await tab.type('first');
    await tab.enterOn(`[...document.querySelectorAll('main button')].at(-1)`);
    await tab.until(`/schedules.[0-9a-f-]{36}/.test(location.pathname)`);
    await tab.shows('every weekday at 06:30');
    await tab.shows('The schedule has no task or plan, so it starts nothing.');
    assert.equal(await tab.evaluate('document.title'), 'Made by keys · Millrace');
  });

  it('are shown in one calendar for the environment', async () => {
    await tab.open(`/schedules/calendar?environment=${environment}&day=2027-06-09`);
    await tab.until(`document.querySelectorAll('.due-item a').length === 14`, '14 starts in a week');
    await tab.shows('Load airports');
    await checkPage(tab, 'calendar');
  });

  it('are shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open(`/schedules?environment=${environment}`);
    await tab.shows('täglich um 02:30, Berlin und 1 weiterer');
    await checkPage(tab, 'schedules-de');
    await tab.open(`/schedules/${used}?day=2027-10-31`);
    await tab.shows('In Berlin springt die Uhr von 03:00 zurück auf 02:00.');
    await checkPage(tab, 'schedule-de');
    await tab.press('Auslöser hinzufügen');
    await tab.shows('Dieser Auslöser startet werktags um 06:30');
    await checkPage(tab, 'schedule-form-de');
    await tab.setLanguage('en');
  });

  it('are usable at 360 pixels', async () => {
    await tab.setAppearance({ width: 360, height: 740 });
    for (const [path, name] of [
      ['/schedules', 'schedules'],
      [`/schedules/${used}?day=2027-03-28`, 'schedule'],
      ['/schedules/new', 'schedule-new'],
    ] as const) {
      await tab.open(path);
      await tab.until(`document.querySelector('main h1')`);
      await tab.until(`!document.querySelector('[aria-busy=true]')`);
      assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), `${name} is wider than the window`);
      await savePicture(tab, `${name}-narrow`);
    }
    await tab.setAppearance();
  });
});
