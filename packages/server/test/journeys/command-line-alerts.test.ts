/** The commands about alerts and notifications, on the machine of an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, folder, millrace } = await startCommandLine();
await publishTask(await install.client(), await shellBundle('exit 1'), { name: 'load-airports' });
const file = join(folder, 'slack');
await writeFile(file, 'https://hooks.example.com/services/secret\n');

/** Runs a command and returns its JSON. */
async function json(...words: string[]) {
  const { code, out, err } = await millrace([...words, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

describe('the command line for alerts and notifications', () => {
  it('creates, changes, silences and deletes a rule', async () => {
    assert.match(
      (await millrace(['alert', 'create', 'Nightly load', '--task', 'load-airports'])).out,
      /^Created alert Nightly load\. Its id is /,
    );
    const [made] = await json('alert', 'list');
    assert.equal(made.recipients.users.length, 1, 'the caller');
    const change = [
      'alert',
      'change',
      'Nightly load',
      '--quiet',
      '22:00-06:00',
      '--zone',
      'Europe/Berlin',
      '--slack-file',
      file,
      '--repeat',
      '30',
    ];
    assert.match((await millrace(change)).out, /Changed alert/);
    const shown = await json('alert', 'show', 'Nightly load');
    assert.deepEqual(shown.quietHours, { from: '22:00', to: '06:00', zone: 'Europe/Berlin' });
    assert.deepEqual([shown.repeatMinutes, shown.recipients.transports[0].host], [30, 'hooks.example.com']);
    assert.match((await millrace(['alert', 'show', 'Nightly load'])).out, /condition +run_failed/);
    assert.match((await millrace(['alert', 'snooze', 'Nightly load', '--minutes', '5'])).out, /is silent until/);
    assert.match((await millrace(['alert', 'list'])).out, /snoozed until/);
    assert.equal((await json('alert', 'change', 'Nightly load', '--disable')).enabled, false);
    assert.ok(!('quietHours' in (await json('alert', 'change', 'Nightly load', '--remove', 'quiet'))));
    assert.deepEqual(await json('alert', 'incidents', '--open'), []);
    assert.match((await millrace(['alert', 'delete', 'Nightly load', '--yes'])).out, /^Deleted alert/);
    assert.equal((await millrace(['alert', 'show', 'Nightly load'])).code, 4);
    assert.equal((await millrace(['alert', 'create', 'Long', '--when', 'run_long', '--task', 'load-airports'])).code, 1);
  });

  it('subscribes to notifications and shows the inbox', async () => {
    assert.match((await millrace(['notification', 'subscribe', 'task.run.failed'])).out, /from now on/);
    assert.match((await millrace(['notification', 'subscribe', 'engine.lost'])).out, /from now on/);
    assert.match((await millrace(['notification', 'list'])).out, /task\.run\.failed +A task has failed +web/);
    assert.equal((await json('notification', 'unsubscribe', 'task.run.failed')).length, 1);
    assert.deepEqual(await json('notification', 'inbox', '--unread', '--mark-read'), []);
    assert.equal((await millrace(['notification', 'subscribe', 'nothing'])).code, 1);
  });
});
