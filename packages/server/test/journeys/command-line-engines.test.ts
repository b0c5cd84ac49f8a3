// run: waiting, in test:all because it starts an engine
/** The commands about engines, clusters, run profiles and run configurations, on the machine of an install. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandChecks } from '../support/command-checks.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, folder, millrace } = await startCommandLine({ engine: true });
const { succeeds, json, refuses } = commandChecks((words) => millrace(words));
await publishTask(
  await install.client(),
  await shellBundle('exit 0', { name: 'load', parameters: [{ name: 'resource_webhook_payload' }] }),
  { name: 'load' },
);

describe('the command line for engines and clusters', () => {
  it('shows, unpairs and deletes engines, and stores the new key in a file', async () => {
    await succeeds('engine', 'pair', '--name', 'berlin', '--folder', join(folder, 'berlin'));
    await succeeds('engine', 'pair', '--name', 'hamburg', '--folder', join(folder, 'hamburg'));
    assert.match(
      await succeeds('engine', 'show', 'berlin'),
      /Environment +default\n[^]*Kind +remote\nPaired +no\nAvailability +○ not available/,
    );
    assert.match(await succeeds('engine', 'show', 'Built-in engine'), /Kind +built-in\nPaired +yes\n[^]*Program +\d+\.\d+\.\d+/);
    const keyOf = async (name: string): Promise<string> => readFile(join(folder, name, 'pairing.key'), 'utf8');
    const out = await succeeds('engine', 'unpair', 'berlin', '--folder', join(folder, 'again'), '--yes');
    assert.match(out, /^Unpaired engine berlin[^]*millrace-engine pair --url .* --key-file \S+\/again\/pairing\.key/);
    const [before, after] = [await keyOf('berlin'), await keyOf('again')];
    assert.match(after, /^[0-9a-f]{64}\n$/);
    assert.notEqual(before, after);
    assert.ok(!out.includes(after.trim()), 'the key is a secret');
    await refuses([
      [['engine', 'unpair', 'berlin', '--folder', join(folder, 'again'), '--yes'], 2, /already exists/],
      [['engine', 'show', 'brelin'], 4, /There is no engine "brelin"\. Known: .*berlin/],
    ]);
    assert.equal(await keyOf('again'), after);
  });

  it('creates a cluster, changes its engines, and deletes it', async () => {
    await succeeds('cluster', 'create', 'Night loads', '--engine', 'berlin', '--description', 'After midnight');
    assert.match(await succeeds('cluster', 'list'), /Night loads +○ not available +default/);
    await succeeds('cluster', 'add-engine', 'Night loads', 'hamburg');
    assert.match(
      await succeeds('cluster', 'show', 'Night loads'),
      /Description +After midnight\n[^]*Engines +(?:berlin, hamburg|hamburg, berlin)/,
    );
    await succeeds('task', 'config', 'load', '--cluster', 'Night loads');
    await refuses([
      [['cluster', 'create', 'Night loads'], 1, /Night loads|that name/],
      [['cluster', 'create', 'Other', '--engine', 'berlin'], 1, /./],
      [['cluster', 'add-engine', 'Night loads', 'berlni'], 4, /There is no engine "berlni"/],
      [['cluster', 'add-engine', 'Night loads', 'berlin', '--copy-run-profiles', '--run-profile', 'x'], 2, /either --copy-run-profiles/],
      [['cluster', 'delete', 'Night loads', '--yes'], 1, /./],
      [['engine', 'delete', 'berlin', '--yes'], 1, /./],
      [['cluster', 'show', 'Day loads'], 4, /There is no cluster "Day loads"\. Known: Night loads/],
    ]);
    await succeeds('cluster', 'remove-engine', 'Night loads', 'berlin');
    assert.equal((await json('cluster', 'show', 'Night loads')).engines.length, 1);
    await succeeds('engine', 'delete', 'berlin', '--yes');
  });

  it('creates, lists, changes and deletes run profiles', async () => {
    await succeeds(
      'run-profile',
      'create',
      'Large joins',
      '--cluster',
      'Night loads',
      '--jvm=-Xms512m',
      '--jvm=-Xmx4g',
      '--description',
      'Joins',
    );
    await succeeds('run-profile', 'create', 'Small', '--engine', 'hamburg', '--jvm=-Xmx1g');
    assert.match(await succeeds('run-profile', 'list', '--cluster', 'Night loads'), /Large joins +default +cluster/);
    assert.equal((await json('run-profile', 'list')).total, 2);
    assert.match(await succeeds('task', 'config', 'load', '--run-profile', 'Large joins'), /Run profile +[0-9a-f-]{36}/);
    await succeeds('run-profile', 'change', 'Large joins', '--jvm=-Xmx8g');
    const changed = await json('run-profile', 'show', 'Large joins');
    assert.deepEqual([changed.jvmArguments, changed.description], [['-Xmx8g'], 'Joins']);
    const shown = await succeeds('run-profile', 'show', 'Large joins');
    assert.match(shown, /Owner +cluster [0-9a-f-]{36}/);
    assert.doesNotMatch(shown, /Xmx8g/);
    await succeeds('run-profile', 'create', 'Larger', '--cluster', 'Night loads');
    await refuses([
      [['run-profile', 'create', 'Other'], 2, /Name the owner/],
      [['run-profile', 'create', 'Other', '--engine', 'hamburg', '--cluster', 'Night loads'], 2, /Give only one of --engine/],
      [['run-profile', 'create', 'Other', '--engine', 'hamburg', '--jvm=Xmx1g'], 1, /./],
      [['run-profile', 'change', 'Larger'], 2, /at least one option/],
      [['run-profile', 'delete', 'Large joins', '--yes'], 1, /./],
      [['run-profile', 'show', 'Medium'], 4, /There is no run profile "Medium"/],
    ]);
    await succeeds('run-profile', 'delete', 'Large joins', '--successor', 'Larger', '--yes');
    assert.deepEqual(
      (await json('run-profile', 'list')).items.map((one: { name: string }) => one.name),
      ['Larger', 'Small'],
    );
    await succeeds('task', 'config', 'load', '--any-engine');
    await succeeds('cluster', 'delete', 'Night loads', '--yes');
    assert.equal((await json('run-profile', 'list')).total, 1);
  });
});

describe('the command line for run configurations', () => {
  it('shows and changes when, where and how a task and a plan run', async () => {
    await succeeds('task', 'create', 'nightly', '--artifact', 'load');
    assert.match(await succeeds('task', 'config', 'nightly'), /Starts +on request only\nRuns on +any engine/);
    const times = ['--daily', '--at', '02:30', '--zone', 'Europe/Berlin', '--start', '2031-01-01'];
    await succeeds('task', 'config', 'nightly', ...times, '--timeout', '60', '--log-level', 'INFO', '--parallel');
    const retried = await succeeds('task', 'config', 'nightly', '--attempts', '3', '--wait', '60', '--retry-on', 'FAILED', 'TIMED_OUT');
    assert.match(
      retried,
      /Starts +every day at 02:30 from 2031-01-01, Europe\/Berlin\n[^]*In parallel +yes\nLog level +INFO\nTime limit +60 min/,
    );
    assert.match(retried, /Attempts +3, after FAILED, TIMED_OUT; wait 60 s, then × 2/);
    await succeeds(
      'task',
      'config',
      'nightly',
      '--manual',
      '--no-timeout',
      '--attempts',
      '1',
      '--no-parallel',
      '--engine',
      'Built-in engine',
    );
    const { trigger, timeout, retry, runtime, logLevel } = await json('task', 'config', 'nightly');
    assert.deepEqual([trigger.type, timeout, retry, runtime.type, logLevel], ['MANUAL', undefined, undefined, 'REMOTE_ENGINE', 'INFO']);
    assert.match((await json('task', 'config', 'nightly', '--webhook', 'orders')).trigger.webhook.url, /^http/);

    // The other run configuration, for dynamic engines: its run profiles are those of the environment.
    await succeeds('run-profile', 'create', 'Large', '--environment', 'default', '--cpu', '2', '--memory', '8Gi');
    const inPods = (...words: string[]) => succeeds('task', 'config', 'nightly', '--dynamic-engine', ...words);
    assert.match((await millrace(['task', 'config', 'nightly', '--dynamic-engine'])).err, /has no run configuration/);
    assert.match(
      await inPods('--run-profile', 'Large', '--timeout', '30', '--parallel'),
      /Runs on +the dynamic engine of the environment\nRun profile +[0-9a-f-]{36}\nIn parallel +yes\n/,
    );
    assert.match(await inPods('--log-level', 'INFO'), /Run profile +[0-9a-f-]{36}\nIn parallel +yes\nLog level +INFO\nTime limit +30 min/);
    assert.doesNotMatch(await inPods('--no-run-profile'), /Run profile/);
    await refuses([
      [['task', 'config', 'nightly', '--dynamic-engine', '--any-engine'], 2, /without --engine, --cluster and --any-engine/],
      [['task', 'config', 'nightly', '--dynamic-engine', '--run-profile', 'Small'], 4, /There is no run profile "Small"\. Known: Large/],
    ]);
    const ofEngines = await json('task', 'config', 'nightly');
    assert.deepEqual([ofEngines.timeout, ofEngines.trigger.type], [undefined, 'WEBHOOK'], 'only the trigger is that of both');

    await succeeds('plan', 'create', 'monthly', '--step', 'Load=nightly');
    assert.match((await millrace(['plan', 'config', 'monthly'])).err, /has no run configuration/);
    assert.match(
      await succeeds('plan', 'config', 'monthly', '--monthly', '1', '--at', '03:00', '--parallel'),
      /every month on day 1 at 03:00.*\nIn parallel +yes/,
    );
    assert.match(await succeeds('plan', 'show', 'monthly'), /Trigger +MONTHLY/);

    const before = [await json('task', 'config', 'nightly'), await json('plan', 'config', 'monthly')];
    await refuses([
      [['task', 'config', 'nightly', '--manual', '--daily'], 2, /either --manual, --webhook, or times/],
      [['task', 'config', 'nightly', '--engine', 'a', '--any-engine'], 2, /Give only one of --engine/],
      [['task', 'config', 'nightly', '--wait', '5'], 2, /need --attempts/],
      [['task', 'config', 'nightly', '--attempts', '99'], 1, /./],
      [['task', 'config', 'nightly', '--run-profile', 'none'], 4, /run profile/],
      [['plan', 'config', 'monthly', '--cron', 'often'], 1, /./],
    ]);
    assert.deepEqual([await json('task', 'config', 'nightly'), await json('plan', 'config', 'monthly')], before);
  });
});
