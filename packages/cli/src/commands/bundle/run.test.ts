// run: waiting, in test:all because it starts programs
/** The command line runs bundles with the engine of this repository, without a server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CommandResult, runCommand } from '../../run-program.fixture.ts';

const program = fileURLToPath(new URL('../../main.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
const temporary = join(folder, 'tmp');
await mkdir(temporary);
// The user accounts of runs must be able to enter these folders.
for (const path of [folder, temporary]) await chmod(path, 0o755);
after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: temporary };

async function run(
  args: readonly string[],
  { env = {}, stdin = '', workingFolder = folder }: { env?: Record<string, string>; stdin?: string; workingFolder?: string } = {},
): Promise<CommandResult> {
  // tries `millrace bundle run`, `millrace bundle run <zip or folder>`
  const result = await runCommand(['bundle', 'run', ...args], { env: { ...environment, ...env }, stdin, workingFolder });
  assert.deepEqual(await readdir(temporary), [], 'nothing is left behind');
  return result;
}

async function bundle(name: string, script: string, manifest: object = {}): Promise<string> {
  const bundleFolder = join(folder, name);
  await mkdir(bundleFolder);
  await writeFile(join(bundleFolder, 'millrace.json'), JSON.stringify({ name, version: '1.0.0', run: ['sh', 'run.sh'], ...manifest }));
  await writeFile(join(bundleFolder, 'run.sh'), script);
  return bundleFolder;
}

it('runs the bundle in the current folder and ends with the exit code of the outcome', async () => {
  const parameters = [
    { name: 'who', value: 'world' },
    { name: 'end', type: 'int', value: '0' },
  ];
  const script = 'echo "hello $who"; echo "{\\"processed\\": 2, \\"rejected\\": $rejected}" >> "$MILLRACE_REPORT"; exit "$end"\n';
  const workingFolder = await bundle('hello', script, {
    parameters: [...parameters, { name: 'rejected', value: '0' }],
    environment: ['who', 'end', 'rejected'],
  });
  const fine = await run(['.'], { workingFolder });
  assert.equal(fine.code, 0, fine.err);
  assert.match(fine.out, /hello world\n[^]*\n✓ Succeeded: 2 rows processed, 0 rejected, \d+\.\d s\n$/);
  const named = await run(['.', '--parameter', 'who=Ada', '--parameter', 'rejected=1'], { workingFolder });
  assert.equal(named.code, 11, named.err);
  assert.match(named.out, /hello Ada/);
  assert.match(named.out, /▲ Succeeded, rows rejected: 2 rows processed, 1 rejected/);
  const failed = await run([workingFolder, '--parameters-file', '-'], { stdin: '{"end": 7}' });
  assert.equal(failed.code, 10);
  assert.match(failed.out, /exit code 7\)\n$/);
  const asJson = (await run([workingFolder, '--json'])).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(asJson.some((entry) => entry.logMessage === 'hello world' && entry.logType === 'STDOUT'));
  assert.deepEqual([asJson.at(-1).status, asJson.at(-1).numberOfProcessedRows], ['execution_successful', 2]);
});

it('warns of a name that the bundle does not declare, and refuses a value that does not fit', async () => {
  const bundleFolder = await bundle('typed', 'cat "$MILLRACE_CONTEXT"\n', { parameters: [{ name: 'limit', type: 'int' }] });
  const mistyped = await run([bundleFolder, '--parameter', 'limt=3']);
  assert.equal(mistyped.code, 0);
  assert.match(
    mistyped.err,
    /^Warning: the bundle declares no parameter "limt"; it is passed on as a custom one\. Did you mean "limit"\?\n$/,
  );
  assert.match(mistyped.out, /"limt":"3"/);
  const unfit = await run([bundleFolder, '--parameter', 'limit=many']);
  assert.equal(unfit.code, 1);
  assert.equal(unfit.err, 'millrace: Parameters do not fit what the bundle declares: limit (int) must be a whole number such as 42.\n');
});

it('passes connections and resources of a file to the bundle, with secrets from the environment', async () => {
  const script = 'cat "$MILLRACE_CONTEXT"; echo; cat "$resource_file_codes"; ls "$resource_directory_maps"\n';
  const bundleFolder = await bundle('connected', script);
  await mkdir(join(folder, 'maps'));
  await writeFile(join(folder, 'maps', 'north.txt'), '');
  await writeFile(join(folder, 'codes.csv'), 'AT,CH\n');
  const inputs = join(folder, 'inputs.json');
  const password = { name: 'password', variable: 'DB_PASSWORD', encrypted: true };
  await writeFile(
    inputs,
    JSON.stringify({
      connections: { postgresql: [{ name: 'host', value: 'db.example' }, password] },
      resources: { resource_file_codes: 'codes.csv', resource_directory_maps: 'maps' },
    }),
  );
  const args = [bundleFolder, '--inputs-file', inputs];
  const { code, out, err } = await run(args, { env: { DB_PASSWORD: 'hidden-4711' } });
  assert.equal(code, 0, err);
  assert.match(out, /"connection_postgresql_host":"db\.example","connection_postgresql_password":"\*\*\*"/);
  assert.match(out, /AT,CH\n/);
  assert.match(out, /north\.txt\n/);
  const unset = await run(args);
  assert.deepEqual(
    [unset.code, unset.err],
    [2, `millrace: ${inputs}: the environment has no variable DB_PASSWORD for the parameter password.\n`],
  );
  for (const text of [
    's3cret',
    '[]',
    '{"secrets": {}}',
    '{"connections": {"db": "s3cret"}}',
    '{"resources": {"a": 1}}',
    '{"connections": {"db": [{"name": "s"}]}}',
    '{"connections": {"db": [{"name": "s", "value": {"s3cret": 1}}]}}',
  ]) {
    await writeFile(inputs, text);
    const wrong = await run(args);
    assert.equal(wrong.code, 2, `${text}: ${wrong.err}`);
    assert.ok(!wrong.err.includes('s3cret'), text);
  }
});

it('reports a path that is not a bundle in one line, and prints the reason of a bundle that cannot be deployed', async () => {
  for (const [args, code, message] of [
    [['nowhere'], 2, /^millrace: nowhere does not exist/],
    [[temporary], 2, /is not a bundle/],
    [['--inputs-file', 'none.json', '.'], 2, /none\.json cannot be read/],
  ] as const) {
    const result = await run(args);
    assert.deepEqual([result.code, message.test(result.err)], [code, true], result.err);
    assert.match(result.err, /^[^\n]+\n$/);
  }
  const missing = await run([await bundle('missing', '', { run: ['no-such-program'] })]);
  assert.equal(missing.code, 13, missing.err);
  assert.match(missing.out, /"no-such-program" of the bundle is not on this engine/);
});

it('as a process, on Ctrl-C gives the task time to stop, prints the outcome and ends as interrupted', async () => {
  const bundleFolder = await bundle('endless', 'trap "echo tidied up; exit 0" TERM; echo up; while :; do sleep 0.1; done\n');
  const child = spawn(process.execPath, [program, 'bundle', 'run', bundleFolder], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  while (!/ up\n/.test(out)) await once(child.stdout, 'data');
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 130);
  assert.match(out, /tidied up\n[^]*\n■ Stopped: /);
  assert.deepEqual(await readdir(temporary), []);
});
