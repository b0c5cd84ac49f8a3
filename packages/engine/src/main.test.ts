// run: waiting, in test:all because it starts the program of the engine
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { messages, temporaryFolder } from '../test/engine.ts';
import { openControlPlane, startProgram } from '../test/program.ts';
import { taskGate } from '../test/task-gate.ts';
import { shellBundle } from '../test/zips.ts';

test('pairs once, stores the credential in a private file, and runs with it until it is stopped', async (t) => {
  const plane = await openControlPlane(t);
  const folder = join(await temporaryFolder(), 'engine');
  const words = ['pair', '--url', plane.url, '--folder', folder];
  assert.equal(await startProgram(t, words, { environment: { MILLRACE_ENGINE_KEY: 'wrong' } }).ended, 1);
  const paired = startProgram(t, words, { environment: { MILLRACE_ENGINE_KEY: plane.pairingKey } });
  assert.equal(await paired.ended, 0, paired.output());
  assert.equal((await stat(join(folder, 'credential.json'))).mode & 0o777, 0o600);
  const again = startProgram(t, words, { environment: { MILLRACE_ENGINE_KEY: plane.pairingKey } });
  assert.equal(await again.ended, 1);
  assert.match(again.output(), /already holds the credential of the engine paired engine/);

  const running = startProgram(t, ['run', '--folder', folder]);
  const execution = plane.add(await shellBundle('echo hello'));
  await plane.ended(execution);
  assert.equal(execution.lines[0]?.message, 'Engine paired engine starts sample 1.0.0');
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  assert.ok(!(paired.output() + again.output() + running.output()).includes(plane.credential));
  for (const line of running.output().trim().split('\n')) assert.ok(Object.hasOwn(JSON.parse(line) as object, 'time'), line);
});

test('reads the pairing key from a file', async (t) => {
  const plane = await openControlPlane(t);
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'key'), `${plane.pairingKey}\n`);
  const paired = startProgram(t, ['pair', '--url', plane.url, '--folder', join(folder, 'engine'), '--key-file', join(folder, 'key')]);
  assert.equal(await paired.ended, 0, paired.output());
});

test('reports what is wrong with its command line and its folder', async (t) => {
  const folder = await temporaryFolder();
  const cases = [
    [[], 2, /Name a command/],
    [['walk', '--folder', folder], 2, /no command/],
    [['run', '--folder', folder, '--no-such'], 2, /--no-such/],
    [['run', '--folder', folder, '--capacity', '0'], 2, /whole number of at least 1/],
    [['run', '--folder', folder, 'more'], 2, /takes no/],
    [['run', '--folder', folder], 1, /pair the engine first/],
    [['unpair', '--folder', folder], 1, /nothing to unpair/],
    // tries `millrace-engine status`
    [['status', '--folder', folder], 1, /not paired/],
    [['pair', '--folder', folder], 2, /address of the control plane/],
    [['pair', 'localhost:1', '--folder', folder], 2, /not the address/],
    [['pair', 'http://127.0.0.1:1', '--folder', folder], 1, /No answer from/],
  ] as const;
  const check = async ([words, code, reason]: (typeof cases)[number]): Promise<void> => {
    const failed = startProgram(t, [...words], { environment: { MILLRACE_ENGINE_KEY: 'x' } });
    assert.equal(await failed.ended, code, failed.output());
    assert.match(failed.output(), reason);
  };
  await Promise.all(cases.map(check));
});

test('refuses a key on the command line, where every user of the machine can read it', async (t) => {
  const plane = await openControlPlane(t);
  const folder = join(await temporaryFolder(), 'engine');
  for (const words of [
    ['pair', plane.url, plane.pairingKey],
    ['pair', plane.url, '--key', plane.pairingKey],
    ['pair', plane.url],
  ]) {
    const refused = startProgram(t, [...words, '--folder', folder]);
    assert.equal(await refused.ended, 2);
    assert.match(refused.output(), words.length > 2 ? /read by every user/ : /Give the pairing key/);
    assert.ok(!refused.output().includes(plane.pairingKey));
  }
  assert.equal(plane.calls.size, 0);
});

test('reads the pairing key from standard input, reports its status, and is unpaired', async (t) => {
  const plane = await openControlPlane(t);
  const folder = join(await temporaryFolder(), 'engine');
  // tries `millrace-engine pair https://millrace.example.com`, `millrace-engine pair https://millrace.example.com < key.txt`
  // tries `millrace-engine pair https://millrace.example.com --folder /var/lib/millrace-engine`, `millrace-engine …`
  const paired = startProgram(t, ['pair', plane.url, '--folder', folder], { input: true });
  paired.child.stdin?.end(`${plane.pairingKey}\n`);
  assert.equal(await paired.ended, 0, paired.output());

  const idle = startProgram(t, ['status', '--folder', folder]);
  assert.equal(await idle.ended, 3, idle.output());
  assert.match(idle.output(), /paired engine[^]*, ready\n[^]*valid until[^]*none runs/);
  const running = startProgram(t, ['run'], { environment: { MILLRACE_ENGINE_FOLDER: folder } });
  await plane.until(() => plane.claims.length > 0, 'a claim');
  // Runs that the engine starts for itself are none of its executions.
  await mkdir(join(folder, 'runs', `class-archive-${crypto.randomUUID()}`), { recursive: true });
  const busy = startProgram(t, ['status', '--folder', folder]);
  assert.equal(await busy.ended, 0, busy.output());
  assert.match(busy.output(), new RegExp(`process ${running.child.pid}[^]*health +well\\nruns +0 unfinished`));
  const refused = startProgram(t, ['unpair', '--folder', folder]);
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /stop it first/);
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);

  const unpaired = startProgram(t, ['unpair', '--folder', folder]);
  assert.equal(await unpaired.ended, 0, unpaired.output());
  assert.equal(plane.calls.get('DELETE /engine/v1/credential'), 1);
  assert.ok(!(await readdir(folder)).includes('credential.json'));
  for (const started of [paired, idle, busy, unpaired]) assert.ok(!started.output().includes(plane.credential));
});

test('is paired through the address of two regions that answers, and takes other addresses at its start', async (t) => {
  const plane = await openControlPlane(t);
  const folder = join(await temporaryFolder(), 'engine');
  const closed = 'http://127.0.0.1:1';
  // tries `millrace-engine pair https://one.example.com,https://two.example.com`
  const paired = startProgram(t, ['pair', `${closed},${plane.url}`, '--folder', folder], { input: true });
  paired.child.stdin?.end(`${plane.pairingKey}\n`);
  assert.equal(await paired.ended, 0, paired.output());
  // tries `millrace-engine run --url https://one.example.com,https://two.example.com`
  const running = startProgram(t, ['run', '--url', `${plane.url},${closed}`, '--folder', folder]);
  await plane.until(() => plane.claims.length > 0, 'a claim');
  const standby = await openControlPlane(t);
  const body = JSON.stringify({ status: 'unavailable', version: '0.1.0', reason: 'The database is a standby.', failing: ['standby'] });
  standby.refusalOf = () => ({ status: 503, body });
  const status = startProgram(t, ['status', '--url', [plane.url, standby.url, closed].join(','), '--folder', folder]);
  assert.equal(await status.ended, 0, status.output());
  const planes = [`${plane.url}, ready`, `${standby.url}, not ready (503): The database is a standby.`, `${closed}, does not answer`];
  assert.ok(status.output().includes(planes.map((one) => `control plane  ${one}\n`).join('')), status.output());
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0, running.output());
});

test('stays paired when the control plane cannot be reached, unless --force is set', async (t) => {
  const folder = await temporaryFolder();
  const stored = { engineId: 'e', name: 'x', url: 'http://127.0.0.1:1', credential: 'mre_x' };
  await writeFile(join(folder, 'credential.json'), JSON.stringify(stored));
  const refused = startProgram(t, ['unpair', '--folder', folder]);
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /No answer from[^]*--force/);
  assert.equal(await startProgram(t, ['unpair', '--folder', folder, '--force']).ended, 0);
  assert.deepEqual(await readdir(folder), []);
});

test('ends with exit code 3 when the engine was deleted', async (t) => {
  const plane = await openControlPlane(t);
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'credential.json'), JSON.stringify({ url: plane.url, credential: 'mre_of-a-deleted-engine', name: 'x' }));
  const running = startProgram(t, ['run', '--folder', folder]);
  assert.equal(await running.ended, 3);
  assert.match(running.output(), /was deleted/);
  assert.ok(!running.output().includes('mre_of-a-deleted-engine'));
});

for (const channel of [true, false]) {
  test(`works for its parent over ${channel ? 'IPC' : 'stdin'}, and finishes its task when the parent dies`, async (t) => {
    const plane = await openControlPlane(t);
    const running = startProgram(t, ['run', '--folder', await temporaryFolder(), '--with-parent'], channel ? { channel } : { input: true });
    const handover = { url: plane.url, credential: plane.credential, name: 'built-in' };
    if (channel) running.child.send(handover);
    else running.child.stdin?.write(`${JSON.stringify(handover)}\n`);
    const gate = await taskGate();
    const execution = plane.add(await shellBundle(`echo ready; ${gate.pass}; echo late`));
    await plane.until(() => messages(execution.lines, 'STDOUT').length >= 1, 'the first line');
    if (channel) running.child.disconnect();
    else running.child.stdin?.end();
    // A dead parent does not read the output either.
    running.child.stdout?.destroy();
    await gate.open();
    assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
    assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'late']);
    assert.equal(await running.ended, 0);
  });
}

test('keeps its memory limited while a task writes much output, and loses no line', async (t) => {
  const plane = await openControlPlane(t);
  const running = startProgram(t, ['run', '--folder', await temporaryFolder(), '--with-parent'], { channel: true });
  running.child.send({ url: plane.url, credential: plane.credential });
  // The control plane cannot be reached during the output.
  const gate = await taskGate();
  const program = `
    import { writeSync } from 'node:fs';
    let text = '';
    for (let index = 0; index < 500_000; index += 1) {
      text += String(index).padEnd(99, 'x') + '\\n';
      if (text.length < 60_000 && index < 499_999) continue;
      for (let rest = Buffer.from(text); rest.length > 0; ) {
        try { rest = rest.subarray(writeSync(1, rest)); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
      }
      text = '';
    }`;
  const execution = plane.add(await shellBundle(`echo ready; ${gate.pass}; node main.mjs && ${gate.arrive}`, { 'main.mjs': program }));
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'the first line');
  await plane.close();
  await gate.open();
  await gate.arrived();
  await plane.open();
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', finish.errorMessage);
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1]);
  assert.ok(peak < 300_000, `${peak} kB`);
  const lines = messages(execution.lines, 'STDOUT').slice(1);
  assert.equal(lines.length, 500_000);
  assert.equal(
    lines.findIndex((line, index) => Number.parseInt(line, 10) !== index),
    -1,
  );
  assert.deepEqual(plane.faults, []);
  running.child.kill('SIGTERM');
  await running.ended;
});
