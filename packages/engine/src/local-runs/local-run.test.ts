// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { LocalEvent, LocalInput } from '@millrace/wire/local-runs';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { startProgram } from '../../test/program.ts';
import { nodeBundle, shellBundle, zipOf, type ZipEntries } from '../../test/zips.ts';
import { readLocalInputs } from './claim.ts';
import { runLocally } from './local-run.ts';

/** A task that prints its variables, parameters and resources. */
const PRINT_INPUTS = `
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
const { MILLRACE_CONTEXT, MILLRACE_REPORT, resource_file_codes: file, resource_directory_maps: folder } = process.env;
// A local run has no control plane, so it gets no address of one.
const names = Object.keys(process.env).filter((name) => name !== 'MILLRACE_URL').sort().join(' ');
const context = JSON.parse(readFileSync(MILLRACE_CONTEXT, 'utf8'));
console.log(JSON.stringify({ names, parameters: Object.keys(context).sort(), own: process.env.MILLRACE_PARAMETER_limit, who: process.env.who }));
console.log(context.connection_db_user + ' ' + context.connection_db_password + ' ' + context.pin + ' ' + context.custom);
if (file) console.log(readFileSync(file, 'utf8') + ' ' + readdirSync(folder).join());
console.error('WARN one is bad');
appendFileSync(MILLRACE_REPORT, '{"processed":3,"rejected":1}\\n');
`;
const MANIFEST = {
  name: 'print-inputs',
  version: '1.2.3',
  run: ['node', 'main.mjs'],
  parameters: [
    { name: 'limit', type: 'int', value: '5' },
    { name: 'pin', type: 'password' },
    { name: 'who', required: true },
  ],
  environment: ['who'],
};
const printInputs = (): Promise<Buffer> => zipOf({ 'millrace.json': JSON.stringify(MANIFEST), 'main.mjs': PRINT_INPUTS });

type Run = { events: LocalEvent[]; code: number | null; output: string; left: string[] };

/** Runs a bundle with the program of the engine, with a new folder for temporary files. */
async function run(t: TestContext, zip: Buffer, input: LocalInput = {}, files: ZipEntries = {}): Promise<Run> {
  const folder = await temporaryFolder();
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  await writeFile(join(folder, 'bundle.zip'), zip);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content as string | Buffer);
  const resources = Object.entries(input.resources ?? {}).map(([name, file]) => [name, { ...file, path: join(folder, file.path) }]);
  const inputs = JSON.stringify({ ...input, ...(input.resources && { resources: Object.fromEntries(resources) }) });
  const started = startProgram(t, ['try', join(folder, 'bundle.zip')], { input: true, environment: { TMPDIR: temporary } });
  started.child.stdin?.end(inputs);
  const code = await started.ended;
  return { events: eventsIn(started.output()), code, output: started.output(), left: await readdir(temporary) };
}

const eventsIn = (output: string): LocalEvent[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{"event"'))
    .map((line) => JSON.parse(line) as LocalEvent);

const linesOf = (events: readonly LocalEvent[], type: string): string[] =>
  events.flatMap((event) => (event.event === 'line' && event.type === type ? [event.message] : []));

const refusalOf = ({ events }: Run): string | undefined => {
  const [first] = events;
  return events.length === 1 && first?.event === 'refused' ? first.message : undefined;
};

test('a local run has the same input, row counts and outcome as a run for a control plane', async (t) => {
  const parameters = { who: 'Ada', custom: 'x', limit: '5', pin: 'pin-4711-9' };
  const connection = [
    { name: 'user', value: 'me' },
    { name: 'password', value: 'pass-0815-7', encrypted: true },
  ];
  const { limit: _default, ...withoutDefault } = parameters;
  const local = await run(t, await printInputs(), { parameters: withoutDefault, connections: { db: connection } });
  // The same environment as the local run: TZ and LANG of this process would reach only this engine.
  const { plane } = await engineFor(t, { environment: { PATH: process.env['PATH'] } });
  const execution = plane.add(await printInputs(), {
    parameters: { ...parameters, connection_db_user: 'me', connection_db_password: 'pass-0815-7' },
    secretParameters: ['connection_db_password', 'pin'],
  });
  const finish = await plane.ended(execution);
  for (const type of ['STDOUT', 'STDERR']) assert.deepEqual(linesOf(local.events, type), messages(execution.lines, type), type);
  const printed = linesOf(local.events, 'STDOUT');
  assert.equal(printed[1], 'me *** *** x');
  assert.equal(JSON.parse(printed[0] ?? '').own, '5');
  const last = local.events.at(-1);
  assert.ok(last?.event === 'ended');
  assert.deepEqual(
    [last.outcome, last.exitCode, last.processedRows, last.rejectedRows],
    [finish.outcome, finish.exitCode, finish.processedRows, finish.rejectedRows],
  );
  assert.deepEqual([last.outcome, last.processedRows, last.rejectedRows], ['EXECUTION_REJECTED', 3, 1]);
  assert.deepEqual([local.code, local.left], [0, []]);
  assert.deepEqual(local.events[0], { event: 'begins', name: 'print-inputs', version: '1.2.3', declared: ['limit', 'pin', 'who'] });
});

test('provides files and directories at the paths in their parameters', async (t) => {
  const resources = {
    resource_file_codes: { path: 'codes.csv', name: 'codes.csv' },
    resource_directory_maps: { path: 'maps.zip', name: 'maps', directory: true },
  };
  const maps = await zipOf({ 'a.txt': 'a', 'b.txt': 'b' });
  const { events } = await run(t, await printInputs(), { parameters: { who: 'x' }, resources }, { 'codes.csv': 'AT,CH', 'maps.zip': maps });
  assert.equal(linesOf(events, 'STDOUT')[2], 'AT,CH a.txt,b.txt');
});

test('refuses the same bundles and inputs as a control plane, before the task starts', async (t) => {
  const cases: [Promise<Buffer>, LocalInput, RegExp][] = [
    [Promise.resolve(Buffer.from('no zip')), {}, /^The bundle is refused: it is not a readable zip/],
    [zipOf({ 'main.mjs': '' }), {}, /^The bundle is refused: neither millrace\.json nor jobInfo\.properties is at its root/],
    [zipOf({ 'jobInfo.properties': 'job=Load' }), {}, /there is no folder Load/],
    [printInputs(), {}, /^The bundle needs a value for who\.$/],
    [printInputs(), { parameters: { who: 'x', limit: 's3cret' } }, /limit \(int\) must be a whole number such as 42\.$/],
    [
      printInputs(),
      { parameters: { who: 'x' }, resources: { resource_file_codes: { path: 'none', name: 'none' } } },
      /none cannot be read/,
    ],
  ];
  for (const [zip, input, message] of cases) {
    const result = await run(t, await zip, input);
    assert.match(refusalOf(result) ?? result.output, message);
    assert.ok(!result.output.includes('s3cret'));
    assert.deepEqual([result.code, result.left], [1, []]);
  }
});

test('reports a failed deployment, a failed task and a timeout', async (t) => {
  const missing = await run(t, await zipOf({ 'millrace.json': '{"run": ["no-such-program"]}' }));
  const ended = missing.events.at(-1);
  assert.ok(ended?.event === 'ended');
  assert.deepEqual([ended.outcome, ended.errorType, missing.left], ['DEPLOY_FAILED', 'COMMAND_NOT_FOUND', []]);
  const failed = (await run(t, await shellBundle('echo no disk >&2; exit 3'))).events.at(-1);
  assert.ok(failed?.event === 'ended');
  assert.deepEqual([failed.outcome, failed.exitCode], ['EXECUTION_FAILED', 3]);
  assert.match(failed.errorMessage ?? '', /no disk/);

  const folder = await temporaryFolder();
  const zip = join(folder, 'endless.zip');
  await writeFile(zip, await shellBundle('while :; do sleep 0.1; done'));
  const events: LocalEvent[] = [];
  await runLocally({
    zip,
    inputs: { ...readLocalInputs(''), timeoutMinutes: 1 },
    environment: process.env,
    isolation: {},
    limits: {},
    log: () => {},
    emit: (event) => void events.push(event),
    stop: new AbortController().signal,
    abandon: new AbortController().signal,
    graceMilliseconds: 300,
    timeoutUnitMilliseconds: 500,
  });
  const last = events.at(-1);
  assert.ok(last?.event === 'ended');
  assert.equal(last.outcome, 'EXECUTION_TERMINATED_TIMEOUT');
});

test('the first signal lets the task clean up; a second signal or the death of the parent kills it', async (t) => {
  const folder = await temporaryFolder();
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const zip = join(folder, 'bundle.zip');
  const environment = { TMPDIR: temporary };
  const waiting = 'process.on("SIGTERM", () => { console.log("tidied up"); SECOND });\nconsole.log("up");\nsetInterval(() => {}, 1000);\n';
  const begin = async (second: string, channel = false) => {
    await writeFile(zip, await nodeBundle(waiting.replace('SECOND', second)));
    const started = startProgram(t, ['try', zip], { input: true, environment, channel });
    started.child.stdin?.end();
    while (!started.output().includes('"up"')) await once(started.child.stdout ?? assert.fail(), 'data');
    return started;
  };
  const cleaned = await begin('process.exit(0)');
  cleaned.child.kill('SIGINT');
  assert.equal(await cleaned.ended, 0);
  const events = eventsIn(cleaned.output());
  assert.ok(linesOf(events, 'STDOUT').includes('tidied up'));
  const last = events.at(-1);
  assert.ok(last?.event === 'ended');
  assert.equal(last.outcome, 'EXECUTION_TERMINATED');

  const killed = await begin('');
  killed.child.kill('SIGTERM');
  while (!killed.output().includes('tidied up')) await once(killed.child.stdout ?? assert.fail(), 'data');
  killed.child.kill('SIGTERM');
  assert.equal(await killed.ended, 1);

  const orphan = await begin('', true);
  orphan.child.disconnect();
  assert.equal(await orphan.ended, 1);
  assert.ok(eventsIn(orphan.output()).every(({ event }) => event !== 'ended'));
  assert.deepEqual(await readdir(temporary), []);
});

test('the error says what is wrong with the input and repeats no value', () => {
  for (const [text, message] of [
    ['s3cret', /not JSON/],
    ['["s3cret"]', /must be a JSON object/],
    ['{"s3cre": 1}', /holds "s3cre"/],
    ['{"parameters": {"a": {"b": "s3cret"}}}', /parameter "a" must be a text/],
    ['{"connections": {"db": {"host": "s3cret"}}}', /connection "db" must be a list/],
    ['{"connections": {"db": [{"name": "host", "value": 5}]}}', /connection "db" must be a list/],
    ['{"resources": {"resource_file_a": "s3cret"}}', /resource "resource_file_a" must be an object such as/],
    ['{"timeoutMinutes": 0}', /whole number of at least 1/],
    ['{"logLevel": "LOUD"}', /must be one of OFF/],
  ] as const) {
    assert.throws(
      () => readLocalInputs(text),
      (error: Error) => {
        assert.match(error.message, message);
        return !error.message.includes('s3cret');
      },
    );
  }
  assert.deepEqual(readLocalInputs('{"parameters": {"a": 1, "b": null, "c": true}}').parameters, { a: '1', c: 'true' });
});
