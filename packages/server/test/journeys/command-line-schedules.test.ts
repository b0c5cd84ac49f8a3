/** The commands about schedules and their triggers, on the machine of an install. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandChecks } from '../support/command-checks.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, millrace } = await startCommandLine();
await publishTask(await install.client(), await shellBundle('exit 0', { name: 'load' }), { name: 'load' });

const schedule = (...words: string[]) => millrace(['schedule', ...words]);
const { succeeds, json, refuses } = commandChecks((words) => schedule(...words));

describe('the command line for schedules', () => {
  it('creates a schedule, lists its next times in its zone, and changes its triggers', async () => {
    const created = await succeeds('create', 'Mornings', '--cron', '30 5 ? * MON-FRI', '--zone', 'Europe/Zurich', '--timeout', '30');
    assert.match(created, /^Created schedule Mornings \([0-9a-f-]{36}\)\.\n$/);
    assert.match(await succeeds('list'), /Mornings +default +cron 30 5 \? \* MON-FRI, Europe\/Zurich/);
    const hourOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Zurich', hour: '2-digit', minute: '2-digit', weekday: 'short' });
    const next = await json('next', 'Mornings', '130');
    assert.equal(next.length, 130);
    for (const { datetime } of next) assert.match(hourOf.format(new Date(datetime)), /^(Mon|Tue|Wed|Thu|Fri) 05:30$/);
    assert.match(await succeeds('next', 'Mornings', '1'), /^TIME +TRIGGER\n\S+ \S+ \S+ +main\n$/);

    await succeeds('add-trigger', 'Mornings', 'saturday', '--weekly', 'sat', '--at', '07:00,19:00', '--start', '2031-01-04');
    await succeeds('add-trigger', 'Mornings', 'month', '--monthly', '1', '--every', '3', '--at', '12:30');
    await succeeds('replace-trigger', 'Mornings', 'saturday', '--weekly', 'sat,sun', '--between', '08:00-18:00', '--step', '60');
    const shown = await succeeds('show', 'Mornings');
    assert.match(
      shown,
      /Starts +nothing[^]*main +cron .* +30 min\n *saturday +every week on saturday, sunday at 08:00-18:00 every 60 minutes/,
    );
    assert.match(shown, /month +every 3 months on day 1 at 12:30 from \d{4}-\d{2}-\d{2}, UTC/);
    await succeeds('remove-trigger', 'Mornings', 'month');
    assert.equal((await json('show', 'Mornings')).triggers.length, 2);
    await succeeds('create', 'Move', '--once', '2031-01-31 22:00', '--zone', 'America/New_York');
    assert.deepEqual(await json('next', 'Move'), [{ datetime: '2031-02-01T03:00:00.000Z', sourceTriggerName: 'main' }]);
  });

  it('binds a schedule to a task and to a plan, copies, renames and deletes it', async () => {
    await succeeds('bind', 'Mornings', '--task', 'load');
    assert.match(await succeeds('list', '--bound'), /Mornings +default +task load/);
    assert.equal((await schedule('delete', 'Mornings', '--yes')).code, 1);
    await succeeds('copy', 'Mornings', '--description', 'Evenings');
    assert.equal((await millrace(['plan', 'create', 'nightly', '--step', 'Load=load'])).code, 0);
    await succeeds('bind', 'Evenings', '--plan', 'nightly');
    assert.match(await succeeds('show', 'Evenings'), /Starts +plan nightly/);
    await succeeds('unbind', 'Evenings');
    assert.equal((await schedule('unbind', 'Evenings')).code, 1);
    await succeeds('change', 'Evenings', '--description', 'Late');
    assert.match(await succeeds('list', '--match', '^La'), /Late/);
    await succeeds('delete', 'Late', '--yes');
    await succeeds('unbind', 'Mornings');
    assert.equal((await json('show', 'Mornings')).executableId, undefined);
  });

  it('refuses wrong arguments with a remedy, and changes nothing', async () => {
    const before = await json('list');
    await refuses([
      [['create', 'x'], 2, /Say when it fires/],
      [['create', 'x', '--daily', '--cron', '* * * * ?'], 2, /Give only one of/],
      [['create', 'x', '--cron', 'often'], 1, /./],
      [['create', 'x', '--daily', '--at', '08:00', '--zone', 'Europe/Atlantis'], 1, /Atlantis/],
      [['create', 'x', '--daily', '--between', '08:00-09:00', '--step', '1'], 1, /minutes/],
      [
        ['add-trigger', 'Mornings', 'close', '--weekly', 'mon', '--at', '05:32', '--zone', 'Europe/Zurich'],
        1,
        /'main' and 'close'|main.*close/,
      ],
      [['add-trigger', 'Mornings', 'main', '--daily', '--at', '20:00'], 1, /has a trigger named 'main'/],
      [['replace-trigger', 'Mornings', 'none', '--daily', '--at', '20:00'], 4, /none/],
      [['remove-trigger', 'Mornings', 'none'], 4, /none/],
      [['bind', 'Mornings'], 2, /either --task or --plan/],
      [['bind', 'Mornings', '--task', 'laod'], 4, /There is no task "laod"\. Known: load/],
      [['next', 'Mornings', '0'], 2, /whole number/],
      [['show', 'Mornigns'], 4, /There is no schedule "Mornigns"\. Known: .*Mornings/],
    ]);
    assert.deepEqual(await json('list'), before);
  });
});
