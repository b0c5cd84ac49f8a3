// run: waiting, in test:all because it starts an engine
/** The commands that list executions, wait for them and search their logs, on the machine of an install. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, millrace } = await startCommandLine({ engine: true });
const client = await install.client();
const script = 'echo "reads orders"; echo "WARN row 7 is odd"; echo "Reads rates"; exit 3';
const load = await publishTask(client, await shellBundle(script, { name: 'load' }), { name: 'load' });
await publishTask(client, await shellBundle('sleep 600', { name: 'sleeper' }), { name: 'sleeper' });

const execution = (...words: string[]) => millrace(['execution', ...words]);

/** Runs a command of executions that succeeds, and returns its JSON. */
async function json(...words: string[]) {
  const { code, out, err } = await execution(...words, '--json');
  assert.equal(code, 0, `${words.join(' ')}: ${err} ${out}`);
  return JSON.parse(out);
}
const idsOf = (page: { items: { executionId: string }[] }): string[] => page.items.map((item) => item.executionId);

/** Starts a task or a plan, and returns the id of the execution. */
async function start(noun: 'task' | 'plan', name: string): Promise<string> {
  const { code, out, err } = await millrace([noun, 'run', name, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out).executionId;
}

describe('the command line for executions', () => {
  it('waits for the end of an execution of a task and of a plan, and returns the outcome', async () => {
    const failing = await start('task', 'load');
    const waited = await execution('wait', failing);
    assert.equal(waited.code, 10, waited.err);
    assert.match(waited.out, /^✗ Failed/);
    assert.equal((await execution('wait', failing.slice(0, -1))).code, 10);

    assert.equal((await millrace(['plan', 'create', 'nightly', '--step', 'Load=load'])).code, 0);
    const nightly = await start('plan', 'nightly');
    for (const id of [nightly, nightly.slice(0, -1)]) {
      const plan = await execution('wait', id);
      assert.deepEqual([plan.code, plan.out.startsWith('✗ Failed: 1 of 1 tasks')], [10, true], plan.err);
    }
    for (const words of [
      ['execution', 'show'],
      ['execution', 'wait'],
      ['plan', 'steps'],
      ['audit', 'show'],
    ]) {
      const vague = await millrace([...words, 'the-last']);
      assert.deepEqual([vague.code, /^millrace: There is no [a-z ]+ "the-last"\. Known: /.test(vague.err)], [4, true], vague.err);
    }

    const endless = await start('task', 'sleeper');
    const impatient = await execution('wait', endless, '--seconds', '1');
    assert.deepEqual([impatient.code, /has not ended in time; it goes on/.test(impatient.err)], [1, true], impatient.err);
    assert.equal((await execution('stop', endless)).code, 0);
    assert.equal((await execution('wait', endless)).code, 12);
    const unknown = await execution('wait', crypto.randomUUID());
    assert.deepEqual([unknown.code, /was not found/.test(unknown.err)], [4, true], unknown.err);
  });

  it('lists executions by task, workspace, environment, tag, status and period', async () => {
    const path = { taskId: load };
    const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path });
    await client.call('PUT /orchestration/executables/tasks/{taskId}', { path, body: { ...task, tags: ['invoices', 'night'] } });
    const tagged = await start('task', 'load');
    await execution('wait', tagged);
    assert.deepEqual(idsOf(await json('list', '--tag', 'invoices', 'night')), [tagged]);
    assert.deepEqual(idsOf(await json('list', '--tag', 'invoices', 'day')), []);
    assert.equal((await json('list', '--task', 'load', '--last-days', '1')).total, 3);
    assert.equal((await json('list', '--status', 'terminated', '--workspace', 'Shared')).total, 1);
    assert.equal((await json('list', '--environment', 'default')).total, 4);
    assert.equal((await json('list', '--from', '2020-01-01', '--to', '2020-01-02')).total, 0);
    assert.match((await execution('list', '--tag', 'night')).out, new RegExp(`${tagged} +load +✗ Failed`));

    const both = await execution('list', '--task', 'load', '--tag', 'night');
    assert.deepEqual([both.code, /With --task, leave out/.test(both.err)], [2, true], both.err);
    assert.equal((await execution('list', '--workspace', 'Shred')).code, 4);
    assert.equal((await execution('list', '--last-days', '61')).code, 1);
  });

  it('searches the history of tasks and plans', async () => {
    const namesOf = (found: { name: string; type: string }[]): string[] => found.map(({ name, type }) => `${type} ${name}`).toSorted();
    const failed = ['--status', 'EXECUTION_FAILED'];
    assert.deepEqual(namesOf(await json('search', ...failed)), ['PLAN nightly', 'STANDARD load', 'STANDARD load']);
    assert.deepEqual(namesOf(await json('search', ...failed, '--limit', '1')).length, 1);
    assert.deepEqual(namesOf(await json('search', '--plan', 'nightly', '--tasks-of-plans')), ['STANDARD load']);
    assert.deepEqual(namesOf(await json('search', '--task', 'load', '--tag', 'night')), ['STANDARD load']);
    assert.deepEqual(namesOf(await json('search', '--artifact', 'sleeper', '--workspace', 'Shared')), ['STANDARD sleeper']);
    assert.deepEqual(await json('search', '--longer', '3600'), []);
    assert.equal((await json('search', '--shorter', '3600', '--name', 'nigh')).length, 1);
    assert.deepEqual(await json('search', '--from', '2020-01-01', '--to', '2020-01-02'), []);
    assert.match((await execution('search', '--name', 'sleep')).out, /sleeper +STANDARD +■ Stopped/);
    assert.match((await execution('search', '--to', '2020-01-02')).err, /No executions/);
    const short = await execution('search', '--name', 'lo');
    assert.deepEqual([short.code, /3/.test(short.err)], [1, true], short.err);
  });

  it('searches a log by text and severity', async () => {
    const id = await start('task', 'load');
    await execution('wait', id);
    const textsOf = (found: { logMessage: string }[]): string[] => found.map((one) => one.logMessage);
    assert.deepEqual(textsOf(await json('logs', id, '--search', 'READS')), ['reads orders', 'Reads rates']);
    assert.deepEqual(textsOf(await json('logs', id, '--search', 'reads', '--count', '1')), ['Reads rates']);
    assert.match((await execution('logs', id, '--severity', 'WARN')).out, /WARN +WARN row 7 is odd/);
    assert.match((await execution('logs', id, '--search', 'nothing')).err, /No line of the log matches/);
    assert.equal((await execution('logs', id, '--search', 'x', '--follow')).code, 2);
  });
});
