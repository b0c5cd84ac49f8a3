// run: waiting, in test:all because it starts an engine
/** The commands about plans and their executions, on the machine of an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandChecks } from '../support/command-checks.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, folder, millrace } = await startCommandLine({ engine: true });
const client = await install.client();
const script = 'echo "ends with $code"; exit $code';
const bundle = (name: string) => shellBundle(script, { name, parameters: [{ name: 'code' }], environment: ['code'] });
for (const [name, code] of [
  ['orders', '0'],
  ['rates', '0'],
  ['invoices', '3'],
  ['mail', '0'],
] as const)
  // prettier-ignore
  await publishTask(client, await bundle(name), { name, parameters: { code } });
await publishTask(client, await shellBundle('sleep 600', { name: 'sleeper' }), { name: 'sleeper' });

const plan = (...words: string[]) => millrace(['plan', ...words]);
const { succeeds, json, refuses } = commandChecks((words) => plan(...words));

const STEPS = ['--step', 'Load=orders,rates', '--step', 'Write=invoices'];
const started = (out: string): string => /Started plan execution ([0-9a-f-]{36})\./.exec(out)?.[1] ?? '';

describe('the command line for plans', () => {
  it('creates a plan from names, shows its steps as a list, and changes only the fields that the options name', async () => {
    assert.match(
      await succeeds('create', 'monthly', ...STEPS, '--description', 'Invoices'),
      /Created plan monthly \(.*\) with 2 steps in /,
    );
    const shown = await succeeds('show', 'monthly');
    assert.match(shown, /Paused +no\nTrigger +none/);
    assert.match(shown, /1 +Load +orders, rates +ALL_SUCCEEDED\n +2 +Write +invoices +ALL_SUCCEEDED/);
    assert.match(await succeeds('list', '--task', 'rates'), /monthly +Shared +\S+ +2 /);
    assert.match((await plan('list', '--task', 'mail')).err, /No plans/);

    const steps = JSON.parse(await succeeds('show', 'monthly', '--steps'));
    assert.deepEqual(
      steps.map((one: { name: string }) => one.name),
      ['Load', 'Write'],
    );
    steps[1] = {
      ...steps[1],
      condition: 'AT_LEAST_ONE_SUCCEEDED',
      taskIds: ['invoices'],
      handlerOnFailure: { taskIds: ['mail'] },
      note: 'x',
    };
    const file = join(folder, 'steps.json');
    await writeFile(file, JSON.stringify(steps));
    await succeeds('change', 'monthly', '--name', 'invoices of a month', '--steps-file', file);
    const changed = await json('show', 'invoices of a month');
    assert.deepEqual([changed.description, changed.chart.id, changed.chart.nextStep.id], ['Invoices', steps[0].id, steps[1].id]);
    assert.match(await succeeds('show', 'invoices of a month'), /2 +Write +invoices +AT_LEAST_ONE_SUCCEEDED +mail +x/);
    await succeeds('change', 'invoices of a month', '--step', 'Write=invoices', '--step', 'Load=orders');
    const swapped = JSON.parse(await succeeds('show', 'invoices of a month', '--steps'));
    assert.deepEqual([swapped[0].id, swapped[1].id], [steps[1].id, steps[0].id], 'a step keeps its id by its name');
    await succeeds('change', 'invoices of a month', '--name', 'monthly', '--steps-file', file);
  });

  it('refuses wrong arguments with a remedy, and changes nothing', async () => {
    const before = await json('list');
    await refuses([
      [['create', 'other'], 2, /Name the steps with --step or --steps-file/],
      [['create', 'other', '--step', 'Load'], 2, /--step takes name=task,task/],
      [['create', 'other', ...STEPS, '--steps-file', 'x'], 2, /either --step or --steps-file/],
      [['create', 'other', '--steps-file', join(folder, 'none')], 2, /cannot be read/],
      [['create', 'other', '--step', 'Load=ordres'], 4, /There is no task "ordres"\. Known: .*orders/],
      [['create', 'monthly', ...STEPS], 1, /has a plan of that name/],
      [['change', 'monthly'], 2, /at least one option/],
      [['show', 'monthy'], 4, /There is no plan "monthy"\. Known: monthly/],
      [['run', 'nothing'], 4, /There is no plan/],
      [['steps', crypto.randomUUID()], 4, /Plan execution .* was not found/],
      [['executions', 'monthly', '--workspace', 'Shared'], 2, /A plan has one workspace/],
      [['executions', '--status', 'ended'], 2, /Allowed choices are running/],
      [['executions', '--from', 'yesterday'], 2, /Give a time such as/],
    ]);
    assert.deepEqual(await json('list'), before);
  });

  it('follows each step to the outcome, and runs the plan again from the failed step', async () => {
    const failed = await plan('run', 'monthly', '--follow');
    assert.equal(failed.code, 10, failed.err);
    const id = started(failed.out);
    assert.match(failed.out, /Step Load started\.\n.*Step Load: ✓ Succeeded, 2 of 2 executions/);
    assert.match(failed.out, /Step Write started\.\n.*Step Write: ✗ Failed, 1 of 1 executions/);
    assert.match(failed.out, /Task invoices: ✗ Failed.*Its log: millrace execution logs [0-9a-f-]{36}\n/);
    assert.match(failed.out, /Error handler of step Write: ✓ Succeeded, 1 of 1 executions[^]*\n✗ Failed: 3 of 3 tasks/);
    assert.match(await succeeds('steps', id), /State +✗ Failed[^]*Load +✓ Succeeded[^]*Write +✗ Failed/);

    for (const words of [['explain'], ['execution', 'show'], ['execution', 'logs'], ['execution', 'logs', '-f'], ['execution', 'stop']]) {
      const { code, err } = await millrace([...words, id]);
      assert.deepEqual([code, /is an execution of a plan\. .*: millrace plan follow /.test(err)], [4, true], err);
    }

    assert.equal((await millrace(['task', 'change', 'invoices', '--parameter', 'code=0'])).code, 0);
    const repaired = await plan('rerun', id, '--only-failed', '--follow');
    assert.equal(repaired.code, 0, repaired.err);
    assert.ok(!repaired.out.includes('Step Load'), repaired.out);
    assert.match(repaired.out, /Step Write: ✓ Succeeded[^]*\n✓ Succeeded: /);
    const untimely = await plan('rerun', id, '--step', 'Load');
    assert.deepEqual([untimely.code, /The step did not fail/.test(untimely.err)], [1, true], untimely.err);
    const whole = await succeeds('rerun', id, '--step', 'Write', '--follow', '--json');
    const lines = whole.trimEnd().split('\n').map((line) => JSON.parse(line)); // prettier-ignore
    assert.equal(lines.filter((line) => line.executionStatus === 'STARTED').length, 1);
    assert.equal(lines.at(-1).status, 'execution_successful');
    const again = await plan('rerun', started(repaired.out));
    assert.deepEqual([again.code, /No step of plan execution .* has failed/.test(again.err)], [1, true], again.err);

    assert.equal((await json('executions', 'monthly')).total, 3);
    assert.equal((await json('executions', '--status', 'execution_failed', '--last-days', '1')).items[0].executionId, id);
    assert.equal((await json('executions', '--workspace', 'Shared', '--from', '2020-01-01', '--to', '2020-01-02')).total, 0);
    assert.match(await succeeds('executions', '--limit', '1'), /monthly +✓ Succeeded/);
    assert.match(await succeeds('show', 'monthly'), /Last execution +✓ Succeeded/);
  });

  it('stops a plan execution, pauses, resumes and deletes the plan', async () => {
    await succeeds('create', 'endless', '--step', 'Sleep=sleeper');
    const id = started(await succeeds('run', 'endless'));
    assert.equal((await plan('delete', 'endless', '--yes')).code, 1);
    const stopped = await plan('stop', id, '--wait');
    assert.equal(stopped.code, 12, stopped.err);
    assert.match(stopped.out, /is being stopped[^]*Step Sleep: ■ Stopped[^]*\n■ Stopped: /);
    assert.match(await succeeds('stop', id), /has already ended/);
    assert.deepEqual(JSON.parse(await succeeds('stop', id, '--json')), { executionId: id });
    assert.match(await succeeds('steps', id), /\nStopped by +Millrace Administrator\n/);
    // tries `millrace plan follow`
    assert.equal((await plan('follow', id)).code, 12);

    assert.match(await succeeds('pause', 'endless', '--reason', 'maintenance'), /Paused plan/);
    assert.match(await succeeds('show', 'endless'), /Paused +yes \(by admin, .*\): maintenance/);
    const refused = await plan('run', 'endless');
    assert.deepEqual([refused.code, /paused/.test(refused.err)], [1, true], refused.err);
    assert.match(await succeeds('resume', 'endless'), /Resumed plan/);
    assert.match(await succeeds('delete', 'endless', '--yes'), /Deleted plan/);
    assert.equal((await plan('show', 'endless')).code, 4);
    assert.equal((await plan('steps', id)).code, 0, 'executions stay in the history');
  });
});
