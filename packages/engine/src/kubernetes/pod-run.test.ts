// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Schema } from '@millrace/contract';
import { temporaryFolder } from '../../test/engine.ts';
import { orderOf, serveContent } from '../../test/pod-order.ts';
import { startProgram } from '../../test/program.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle } from '../../test/zips.ts';
import { type Frame, readFrame } from './frames.ts';
import { type PodOrder } from './pod-order.ts';
import { type PodRunOptions, runInPod } from './pod-run.ts';

const framesIn = (text: string): Frame[] => text.split('\n').flatMap((line) => readFrame(`T ${line}`).frame ?? []);
const linesOf = (frames: readonly Frame[]) => frames.filter((one) => one.frame === 'line');
const finishOf = (frames: readonly Frame[]) => frames.flatMap((one) => (one.frame === 'ended' ? [one.finish] : []))[0];

async function run(order: PodOrder, more: Partial<PodRunOptions> = {}): Promise<Frame[]> {
  let text = '';
  const folder = await temporaryFolder();
  const stop = new AbortController().signal;
  const controlGroups = join(folder, 'none');
  const environment = { PATH: process.env['PATH'], HOSTNAME: 'mr-sample-x7k2p' };
  const write = async (piece: string): Promise<void> => void (text += piece);
  await runInPod({ order, folder: join(folder, 'work'), environment, log: () => {}, write, stop, controlGroups, ...more });
  return framesIn(text);
}

async function podOf(
  t: TestContext,
  script: string,
  more: Partial<Schema<'ClaimedExecution'>> = {},
  options: Partial<PodRunOptions> = {},
): Promise<Frame[]> {
  const zip = await shellBundle(script, {}, Object.keys(more.parameters ?? {}));
  return run(orderOf(zip, await serveContent(t, [zip]), more), { graceMilliseconds: 300, ...options });
}

test('a run in a pod writes its start, its lines with numbers without gaps, and its end', async (t) => {
  const script = 'echo one; echo "$pin $MILLRACE_URL"; echo two >&2; echo \'{"processed":3,"rejected":1}\' >> "$MILLRACE_REPORT"';
  const frames = await podOf(t, script, { parameters: { pin: 'hunter22' }, secretParameters: ['pin'] });
  const lines = linesOf(frames);
  assert.deepEqual(
    lines.map(({ number }) => number),
    lines.map((_line, index) => index),
  );
  const messages = lines.map(({ type, severity, message }) => `${type} ${severity} ${message}`);
  assert.equal(messages[0], 'SYSTEM INFO Engine agent-of-the-test starts sample 1.0.0');
  assert.equal(messages[1], 'SYSTEM INFO Isolation: namespace (the pod mr-sample-x7k2p)');
  assert.ok(messages.includes('STDOUT INFO one') && messages.includes('STDERR ERROR two'), messages.join('\n'));
  assert.ok(
    messages.some((one) => /^STDOUT INFO \*+ http:\/\/control-plane\.test$/.test(one)),
    messages.join('\n'),
  );
  assert.equal(frames.filter(({ frame }) => frame === 'started').length, 1);
  const finish = finishOf(frames);
  assert.deepEqual([finish?.outcome, finish?.exitCode, finish?.processedRows, finish?.rejectedRows], ['EXECUTION_REJECTED', 0, 3, 1]);
  assert.equal(frames.at(-1)?.frame, 'ended');
});

test('the time limit of a task is enforced in its pod', async (t) => {
  const frames = await podOf(t, 'sleep 60', { timeoutMinutes: 1 }, { timeoutUnitMilliseconds: 200 });
  assert.equal(finishOf(frames)?.outcome, 'EXECUTION_TERMINATED_TIMEOUT');
});

test('a task that the kernel killed for its memory ends as OUT_OF_MEMORY, with the limit of its pod', async (t) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'memory.max'), '67108864\n');
  await writeFile(join(folder, 'memory.events'), 'low 0\noom_kill 0\n');
  const script = `echo 'oom_kill 1' > ${join(folder, 'memory.events')}; kill -9 $$`;
  const frames = await podOf(t, script, {}, { controlGroups: folder });
  assert.equal(finishOf(frames)?.errorType, 'OUT_OF_MEMORY');
  assert.match(finishOf(frames)?.errorMessage ?? '', /^The task used more memory than the 64 MiB of its pod/);
});

test('a pod waits for an agent that starts again, and names content that the agent refuses', async (t) => {
  const zip = await shellBundle('true');
  const content = await serveContent(t, [zip], [503, 401]);
  assert.equal(finishOf(await run(orderOf(zip, content)))?.outcome, 'EXECUTION_SUCCESS');

  const unknown = await run(orderOf(await shellBundle('false'), content));
  assert.equal(finishOf(unknown)?.outcome, 'DEPLOY_FAILED');
  assert.equal(finishOf(unknown)?.errorType, 'BUNDLE_UNAVAILABLE');
  assert.match(
    finishOf(unknown)?.errorMessage ?? '',
    /could not fetch content from the agent of its environment .*: it answered 404, not here/,
  );

  const unreachable = await run(orderOf(zip, { url: 'http://127.0.0.1:1', token: 't' }), { giveUpMilliseconds: 300 });
  assert.match(finishOf(unreachable)?.errorMessage ?? '', /could not fetch content from the agent .*127\.0\.0\.1:1/);
});

test('millrace-engine pod-run: reads its order from the mounted Secret, and SIGTERM ends the task with its outcome', async (t) => {
  const zip = await shellBundle('trap "echo cleaned; exit 1" TERM; echo ready; while :; do sleep 0.1; done');
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'order'));
  await writeFile(join(folder, 'order', 'order.json'), JSON.stringify(orderOf(zip, await serveContent(t, [zip]))));
  const environment = { MILLRACE_POD_ORDER: join(folder, 'order'), MILLRACE_ENGINE_FOLDER: join(folder, 'work') };
  const program = startProgram(t, ['pod-run'], { environment });
  while (!program.output().includes('"message":"ready"')) await once(program.child.stdout ?? assert.fail(), 'data');
  program.child.kill('SIGTERM');
  assert.equal(await program.ended, 1);
  const frames = framesIn(program.output());
  assert.ok(linesOf(frames).some(({ message }) => message === 'cleaned'));
  assert.equal(finishOf(frames)?.outcome, 'EXECUTION_TERMINATED');
});

test('millrace-engine pod-run: all frames of a task that writes much leave the program before it ends', async (t) => {
  const gate = await taskGate();
  const zip = await shellBundle(`seq -f "line %.0f" 1 30000; ${gate.arrive}`);
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'order.json'), JSON.stringify(orderOf(zip, await serveContent(t, [zip]))));
  const program = startProgram(t, ['pod-run'], {
    environment: { MILLRACE_POD_ORDER: folder, MILLRACE_ENGINE_FOLDER: join(folder, 'work') },
  });
  // The reader begins when the task has ended, so that the pipe is full then.
  const closed = once(program.child, 'close');
  program.child.stdout?.pause();
  await gate.arrived();
  program.child.stdout?.resume();
  assert.equal(await program.ended, 0);
  await closed;
  const frames = framesIn(program.output());
  assert.equal(linesOf(frames).filter(({ type }) => type === 'STDOUT').length, 30_000);
  assert.equal(finishOf(frames)?.outcome, 'EXECUTION_SUCCESS');
});

test('millrace-engine pod-run: the error names the file of a missing or damaged order', async (t) => {
  const folder = await temporaryFolder();
  const environment = { MILLRACE_POD_ORDER: folder, MILLRACE_ENGINE_FOLDER: join(folder, 'work') };
  const missing = startProgram(t, ['pod-run'], { environment });
  assert.equal(await missing.ended, 1);
  assert.match(missing.output(), /order\.json/);
  await writeFile(join(folder, 'order.json'), '{"claim": "pass');
  const damaged = startProgram(t, ['pod-run'], { environment });
  assert.equal(await damaged.ended, 1);
  assert.match(damaged.output(), /order\.json is not JSON/);
  assert.doesNotMatch(damaged.output(), /pass/);
});
