// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { nodeBundle, shellBundle, zipOf } from '../../test/zips.ts';

/** The engine of all tests that need no settings. */
const shared = await engineFor({ after });

test('bundles.run.folder: runs a bundle, reports start, log lines and outcome, and removes the folder of the run', async () => {
  const { plane, folder } = shared;
  const execution = plane.add(await shellBundle('echo one; echo two >&2; echo three; printf four'));
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS');
  assert.equal(typeof execution.startedAt, 'number');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['one', 'three', 'four']);
  assert.deepEqual(messages(execution.lines, 'STDERR'), ['two']);
  assert.equal(execution.lines[0]?.message, 'Engine engine-of-the-test starts sample 1.0.0');
  const inContext = plane.add(await shellBundle('true'), { contextName: 'PROD' });
  await plane.ended(inContext);
  assert.equal(inContext.lines[0]?.message, 'Engine engine-of-the-test starts sample 1.0.0 with the context PROD');
  assert.match(execution.lines.at(-1)?.message ?? '', /^Ended: EXECUTION_SUCCESS, exit code 0, \d+\.\d s$/);
  await plane.until(() => readdirSync(join(folder, 'runs')).length === 0, 'the removal of the folder');
  assert.deepEqual(plane.faults, []);
});

test('bundles.run.folder: a run finds no files of earlier runs, even in a reused folder', async () => {
  const { plane, folder } = shared;
  const dirty = 'touch x $HOME/x $TMPDIR/x; echo >> task.sh';
  const zip = await shellBundle(`stat -c %i .; find .. | sort; cat $MILLRACE_CONTEXT; [ -z "$dirty" ] || { ${dirty}; }`);
  const run = async (more: Record<string, string>) => {
    const parameters = { who: 'world', ...more };
    const execution = plane.add(zip, { parameters });
    assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
    const [inode, ...tree] = messages(execution.lines, 'STDOUT');
    const { resource_flow_temp_folder: flow, ...context } = JSON.parse(tree.pop() ?? '') as Record<string, string>;
    assert.deepEqual(context, parameters);
    assert.ok(flow?.includes(execution.claim.executionId));
    await plane.until(() => readdirSync(join(folder, 'runs')).length === 0, 'the end of the run');
    return { inode, tree };
  };
  const first = await run({ more: 'than the next one' });
  // A folder is reused when all processes of its run have certainly ended.
  let reused = await run({});
  for (const deadline = performance.now() + 60_000; process.platform === 'linux' && reused.inode !== first.inode;) {
    assert.ok(performance.now() < deadline, 'no folder was reused');
    await new Promise((resolve) => setTimeout(resolve, 100));
    reused = await run({});
  }
  assert.deepEqual(reused.tree, first.tree);
  await run({ dirty: 'yes' });
  assert.deepEqual((await run({})).tree, first.tree);
});

test('bundles.outcome.failed: reports the exit code and the last error line of a task that fails', async () => {
  const { plane } = shared;
  const finish = await plane.ended(plane.add(await nodeBundle('throw new TypeError("it broke");')));
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'EXIT_CODE']);
  assert.equal(finish.errorMessage, 'The task ended with exit code 1. Last error: TypeError: it broke');
});

test('reports the signal that killed a task', async () => {
  const { plane } = shared;
  const finish = await plane.ended(plane.add(await shellBundle('kill -SEGV $$')));
  assert.deepEqual(
    [finish.outcome, finish.errorType, finish.errorMessage],
    ['EXECUTION_FAILED', 'SIGNAL', 'The task was killed by SIGSEGV'],
  );
});

test('bundles.outcome.rejected: a run with rejected rows in its report file is rejected; a failed run stays failed', async () => {
  const { plane } = shared;
  const script = (rejected: number, code: number) =>
    shellBundle(`echo '{"processed":10,"rejected":${rejected}}' >> "$MILLRACE_REPORT"; exit ${code}`);
  const [good, rejected, failed] = [await script(0, 0), await script(2, 0), await script(2, 1)].map((zip) => plane.add(zip));
  assert.ok(good && rejected && failed);
  const ends = await Promise.all([good, rejected, failed].map((execution) => plane.ended(execution)));
  assert.deepEqual(
    ends.map((end) => end.outcome),
    ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED', 'EXECUTION_FAILED'],
  );
  assert.deepEqual(
    ends.map((end) => [end.processedRows, end.rejectedRows]),
    [
      [10, 0],
      [10, 2],
      [10, 2],
    ],
  );
  assert.match(rejected.lines.at(-1)?.message ?? '', /10 rows processed, 2 rows rejected/);
});

test('bundles.report.components: reports components with the end, and warns when there are too many', async () => {
  const { plane } = shared;
  const component = { connector_type: 'csv', connector_label: 'in', connector_id: 'in', component_start_time_seconds: 1 };
  const line = JSON.stringify({ component });
  const [few, many] = [2, 2003].map(
    (count) =>
      `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.MILLRACE_REPORT, ${JSON.stringify(`${line}\n`)}.repeat(${count}));`,
  );
  const [quiet, loud] = [plane.add(await nodeBundle(few ?? '')), plane.add(await nodeBundle(many ?? ''))];
  assert.deepEqual((await plane.ended(quiet)).components, [component, component]);
  assert.equal((await plane.ended(loud)).components?.length, 2000);
  assert.equal(quiet.lines.filter(({ severity }) => severity === 'WARN').length, 0);
  assert.ok(
    loud.lines.some(({ severity, message }) => severity === 'WARN' && message.includes('2000 components') && message.includes('3 more')),
  );
});

test('runs a job archive in its folder with its parameters, and counts rows by its log', async () => {
  const { plane } = shared;
  const read = 'for word; do case $word in --context_file=*) echo "${word#*=}" | base64 -d | xargs cat;; esac; done';
  const script = `#!/bin/sh\npwd\nprintf "<%s>" "$@"; echo\n${read}\necho "[INFO ] 1:2:3 Load - Load: 12 processed, 3 rejected"\n`;
  const jar = await zipOf({ 'p/load_0_1/Load.class': 'xx--context_filexx' });
  const contexts = { 'Load/p/load_0_1/contexts/Default.properties': 'resource_flow_temp_folder=' };
  const zip = await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': script, 'Load/load_0_1.jar': jar, ...contexts });
  const bundle = { hash: '', size: 0, layout: 'job-archive', name: 'Load', version: '0.1' } as const;
  const execution = plane.add(zip, { parameters: { city: 'New York' } });
  execution.claim.bundle = { ...bundle, hash: execution.claim.bundle.hash };
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_REJECTED');
  assert.deepEqual([finish.processedRows, finish.rejectedRows], [12, 3]);
  const [folder, words, ...context] = messages(execution.lines, 'STDOUT');
  assert.match(folder ?? '', /bundle\/Load$/);
  const run = (folder ?? '').replace(/\/bundle\/Load$/, '');
  const file = Buffer.from(`${run}/context-parameters`).toString('base64');
  assert.equal(words, `<--context_file=${file}><--log4jLevel=INFO>`);
  assert.deepEqual(context.slice(0, 2), ['--context_param city=New York', `--context_param resource_flow_temp_folder=${run}/tmp`]);
});

test('bundles.millrace.environment: a payload that is too large for a variable reaches the task in its context file, and the log says so', async () => {
  const { plane } = shared;
  const program = `
    import { readFileSync } from 'node:fs';
    const { resource_webhook_payload: [...items] } = Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(process.env.MILLRACE_CONTEXT))).map(([name, text]) => [name, name.endsWith('payload') ? JSON.parse(text) : text]));
    console.log(items.length, items[0].data.length, process.env.resource_webhook_payload, process.env.who);`;
  const payload = JSON.stringify([{ type: 'text/plain', data: 'x'.repeat(2 ** 20) }]);
  const execution = plane.add(await nodeBundle(program, {}, ['resource_webhook_payload', 'who']), {
    parameters: { resource_webhook_payload: payload, who: 'world' },
  });
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
  assert.deepEqual(messages(execution.lines, 'STDOUT'), [`1 ${2 ** 20} undefined world`]);
  const notes = messages(execution.lines, 'SYSTEM').filter((message) => /resource_webhook_payload/.test(message));
  assert.deepEqual(notes.length, 1);
  assert.match(notes[0] ?? '', /only in the file of MILLRACE_CONTEXT/);
});

test("bundles.run.environment: gives a task its own environment without the engine's variables", async (t) => {
  const environment = {
    PATH: '/usr/bin:/bin',
    TZ: 'Asia/Tokyo',
    CANARY: 'secret-of-the-engine',
    NODE_OPTIONS: '--no-warnings',
    MILLRACE_ENGINE_KEY: 'key',
  };
  const { plane } = await engineFor(t, { environment });
  const program = `
    import { readFileSync, statSync } from 'node:fs';
    const { env } = process;
    console.log(JSON.stringify({ env, cwd: process.cwd(), context: JSON.parse(readFileSync(env.MILLRACE_CONTEXT)), mode: statSync(env.MILLRACE_CONTEXT).mode & 0o777 }));
    console.log(process.stdin.constructor.name, readFileSync(0).length);`;
  const parameters = { who: 'world', PATH: '/evil', NODE_OPTIONS: '--evil' };
  const execution = plane.add(await nodeBundle(program, {}, ['who']), { parameters, taskName: 'Tägliche Last', logLevel: 'WARN' });
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  const seen = JSON.parse(messages(execution.lines, 'STDOUT')[0] ?? '') as {
    env: Record<string, string>;
    cwd: string;
    context: Record<string, unknown>;
    mode: number;
  };
  const { executionId, fence, taskId } = execution.claim;
  const run = seen.cwd.replace(/\/bundle$/, '');
  const path = seen.env['PATH'] ?? '';
  assert.deepEqual(seen.env, {
    PATH: path,
    LANG: 'C.UTF-8',
    TZ: 'Asia/Tokyo',
    TERM: 'dumb',
    NO_COLOR: '1',
    PAGER: 'cat',
    HOME: `${run}/home`,
    TMPDIR: `${run}/tmp`,
    resource_flow_temp_folder: `${run}/tmp`,
    ...(process.getuid?.() === 0 && { USER: 'millrace-task', LOGNAME: 'millrace-task', SHELL: '/bin/sh' }),
    MILLRACE_RUN: `${executionId}-${fence}`,
    MILLRACE_EXECUTION_ID: executionId,
    MILLRACE_TASK_ID: taskId,
    MILLRACE_TASK_NAME: 'Tägliche Last',
    MILLRACE_CONTEXT: `${run}/context.json`,
    MILLRACE_REPORT: `${run}/report.jsonl`,
    MILLRACE_LOG_LEVEL: 'WARN',
    MILLRACE_URL: plane.url,
    who: 'world',
  });
  assert.ok(!path.includes('/evil') && path.endsWith(':/usr/bin:/bin'));
  assert.deepEqual(seen.context, { ...parameters, resource_flow_temp_folder: `${run}/tmp` });
  assert.equal(seen.mode, 0o600);
  assert.equal(messages(execution.lines, 'STDOUT')[1], 'ReadStream 0');
  assert.ok(!execution.lines.some((line) => line.type === 'SYSTEM' && /world|evil/.test(line.message)));
});

test('leaves the variable SHELL to a bundle that lists a parameter of this name', async () => {
  const { plane } = shared;
  const bundle = await zipOf({ 'millrace.json': '{"run":["printenv","SHELL"],"environment":["SHELL"]}' });
  const execution = plane.add(bundle, { parameters: { SHELL: '/bin/its-own' } });
  await plane.ended(execution);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['/bin/its-own']);
});

test('bundles.run.address: gives a task the address by which the engine reaches the control plane', async () => {
  const { plane } = shared;
  const execution = plane.add(await shellBundle('echo "$MILLRACE_URL"'), { parameters: { MILLRACE_URL: 'http://evil.example' } });
  await plane.ended(execution);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), [plane.url]);
});

for (const [title, bundle, errorType, reason] of [
  [
    'whose command does not exist',
    () => zipOf({ 'millrace.json': '{"run":["no-such-program"]}' }),
    'COMMAND_NOT_FOUND',
    /"no-such-program"/,
  ],
  [
    'whose script names a missing interpreter',
    () => zipOf({ 'millrace.json': '{"run":["./x"]}', x: '#!/no/such/shell\n' }),
    'COMMAND_NOT_EXECUTABLE',
    /interpreter/,
  ],
  ['without a manifest', () => zipOf({ x: '' }), 'BUNDLE_UNUSABLE', /no millrace\.json/],
  ['that is not a zip', () => Promise.resolve(Buffer.from('hello')), 'BUNDLE_UNUSABLE', /cannot be unpacked/],
] as const) {
  test(`ends an execution of a bundle ${title} as DEPLOY_FAILED and says why`, async () => {
    const { plane } = shared;
    const execution = plane.add(await bundle());
    const finish = await plane.ended(execution);
    assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', errorType]);
    assert.match(finish.errorMessage ?? '', reason);
    assert.equal(execution.startedAt, undefined);
    assert.ok(execution.lines.some((line) => line.type === 'SYSTEM' && line.severity === 'ERROR' && line.message === finish.errorMessage));
    assert.deepEqual(plane.faults, []);
  });
}

test('task-executions.status.deploy: ends an execution as DEPLOY_FAILED when its bundle is missing or has other content', async () => {
  const { plane } = shared;
  const gone = plane.add(await shellBundle('echo gone'));
  plane.bundles.delete(gone.claim.bundle.hash);
  assert.equal((await plane.ended(gone)).errorType, 'BUNDLE_UNAVAILABLE');
  const swapped = await shellBundle('echo swapped');
  const other = plane.add(await shellBundle('echo other'));
  plane.bundles.set(other.claim.bundle.hash, swapped); // before the engine can fetch it
  assert.equal((await plane.ended(other)).errorType, 'BUNDLE_UNUSABLE');
});

test('runs at most as many tasks as its capacity, and starts the next one when a task ends', async (t) => {
  const { plane } = await engineFor(t, { capacity: 2, waitMilliseconds: 15_000 });
  const gate = await taskGate();
  const zip = await shellBundle(gate.pass);
  const all = Array.from({ length: 6 }, () => plane.add(zip));
  await plane.until(() => plane.claims.at(-1)?.free === 0, 'an engine whose capacity is used');
  await plane.until(() => all.filter(({ startedAt }) => startedAt !== undefined).length === 2, 'the start of two tasks');
  await gate.open();
  const ends = await Promise.all(all.map((execution) => plane.ended(execution)));
  const moments = all.flatMap((execution, index) => [[execution.startedAt ?? 0, 1] as const, [ends[index]?.finishedAt ?? 0, -1] as const]);
  let [running, most] = [0, 0];
  for (const [, change] of moments.sort(([time, change], [otherTime, otherChange]) => time - otherTime || change - otherChange)) {
    running += change;
    most = Math.max(most, running);
  }
  assert.equal(most, 2);
  assert.equal(plane.calls.get(`GET /engine/v1/bundles/${all[0]?.claim.bundle.hash}`), 1);
});

test('ends inline executions immediately, and reports them in batches', async (t) => {
  const { plane } = await engineFor(t, { capacity: 100 });
  const all = Array.from({ length: 1000 }, () => plane.add(undefined));
  await Promise.all(all.map((execution) => plane.ended(execution)));
  assert.ok(
    all.every(({ finish, lines }) => finish?.outcome === 'EXECUTION_SUCCESS' && typeof finish.startedAt === 'number' && lines.length === 0),
  );
  assert.ok((plane.calls.get('POST /engine/v1/reports') ?? 0) < 100);
  assert.deepEqual(plane.faults, []);
});
