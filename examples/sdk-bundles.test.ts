// run: own process, in test:all because its engine runs the bundles of the SDKs
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { engineFor, messages } from '../packages/engine/test/engine.ts';
import { zipOf } from '../packages/engine/test/zips.ts';
import { buildSdkPython } from './sdk-python/build.ts';
import { buildSdkTypescript } from './sdk-typescript/build.ts';
import { filesUnder, Unavailable } from './pack.ts';
import { inFolder, unpack } from './test-support.ts';

const paths: Record<string, string> = {};
const zips: Record<string, { zip?: Buffer; skip: string | false }> = {};
for (const [name, build] of Object.entries({ TypeScript: buildSdkTypescript, Python: buildSdkPython }))
  zips[name] = await build(() => {}).then(
    async (path) => {
      paths[name] = path;
      return { zip: await readFile(path), skip: false };
    },
    (error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
      return { skip: error.message };
    },
  );

const INPUTS = {
  connection_shop_host: 'db.example',
  connection_shop_port: '5432',
  resource_file_rows: '/rows.csv',
  large: '9007199254740993',
  half: '0.5',
  huge: '1e20',
  yes: 'TRUE',
  plain: 'text',
  maybe: 'maybe',
  broken: '1.5',
  empty: '',
};
const TRUE: Record<string, string> = { TypeScript: 'true', Python: 'True' };
const PARAMETERS = [
  { name: 'large', type: 'long' },
  { name: 'half', type: 'id_Double' },
  { name: 'huge', type: 'double' },
  { name: 'yes', type: 'Boolean' },
  { name: 'maybe', type: 'boolean' },
  { name: 'broken', type: 'int' },
  { name: 'empty', type: 'int' },
];

const PROGRAMS: Record<string, { file: string; command: string; text: string }> = {
  TypeScript: {
    file: 'main.mjs',
    command: 'node',
    text: `
import { openRun, ParameterError } from 'millrace-sdk';
const run = openRun();
const shop = run.connection('shop');
console.log(shop.host, shop.port);
console.log(run.resource('resource_file_rows'));
let refused = 0;
for (const ask of [() => run.text('absent'), () => run.text('empty'), () => run.connection('other'), () => run.parameter('maybe'), () => run.parameter('broken')])
  try { ask(); } catch (error) { if (error instanceof ParameterError) refused += 1; }
if (run.parameter('empty') !== undefined) throw new Error('an empty parameter has a value');
try { run.parameter('large'); throw new Error('a number that is too large was read'); } catch (error) { if (!(error instanceof ParameterError)) throw error; }
console.log('refused', refused, 'times');
console.log(run.text('large'), run.parameter('half') * 1, run.parameter('yes') === true, run.parameter('plain'));
if (run.parameter('huge') !== 1e20) throw new Error('a large double was not read');
const step = run.component('step', 'csv');
step.end();
step.end();
`,
  },
  Python: {
    file: 'main.py',
    command: 'python3',
    text: `
from millrace_sdk import ParameterError, open_run
with open_run() as run:
    shop = run.connection("shop")
    print(shop["host"], shop["port"])
    print(run.resource("resource_file_rows"))
    refused = 0
    for ask in (lambda: run.text("absent"), lambda: run.text("empty"), lambda: run.connection("other"), lambda: run.parameter("maybe"), lambda: run.parameter("broken")):
        try:
            ask()
        except ParameterError:
            refused += 1
    assert run.parameter("empty") is None and run.parameter("empty", 7) == 7
    print("refused", refused, "times")
    print(run.parameter("large") + 0, run.parameter("half") * 1, run.parameter("yes") is True, run.parameter("plain"))
    assert run.parameter("huge") == 1e20
    with run.component("step", "csv") as step:
        step.end()
`,
  },
};

/** Packs a bundle with the SDK and another program. */
async function inputsBundle(name: string): Promise<Buffer> {
  const { file = '', command = '', text = '' } = PROGRAMS[name] ?? {};
  return inFolder(async (folder) => {
    await unpack(paths[name] ?? '', folder);
    const entries: Record<string, string> = { [file]: text };
    entries['millrace.json'] = JSON.stringify({ name: 'inputs', version: '1.0.0', run: [command, file], parameters: PARAMETERS });
    for (const { name: path } of await filesUnder(folder))
      if (/sdk\//.test(path)) entries[path] = await readFile(join(folder, path), 'utf8');
    return zipOf(entries);
  });
}

for (const [name, { zip, skip }] of Object.entries(zips))
  describe(`a bundle with the SDK for ${name}`, { skip }, () => {
    /** Runs the bundle; with a line, stops it when its log contains the line. */
    async function run(t: TestContext, parameters: Record<string, string>, stopAt?: string, bundle = zip) {
      const { plane } = await engineFor(t);
      const execution = plane.add(bundle, { parameters });
      if (stopAt !== undefined) {
        await plane.until(() => execution.lines.some(({ message }) => message === stopAt), stopAt);
        plane.stop(execution);
      }
      const finish = await plane.ended(execution);
      assert.deepEqual(plane.faults, []);
      return { finish, lines: execution.lines, printed: messages(execution.lines, 'STDOUT') };
    }

    const defaults = { limit: '1000', strict: 'false', pause_seconds: '0' };

    test('gets parameters by their types, and reports rows, a component and lineage', async (t) => {
      const { finish, lines, printed } = await run(t, { ...defaults, limit: '100' });
      assert.deepEqual([finish.outcome, finish.processedRows, finish.rejectedRows], ['EXECUTION_REJECTED', 2, 1]);
      assert.deepEqual(printed, ['[WARN] Order A3 is rejected: 300 is more than 100', 'The sum is 30']);
      assert.equal(lines.find(({ message }) => message.startsWith('[WARN]'))?.severity, 'WARN');
      const [component, ...others] = finish.components ?? [];
      const { component_start_time_seconds: start, component_execution_duration_milliseconds: duration, ...facts } = component ?? {};
      assert.deepEqual(others, []);
      assert.deepEqual(facts, {
        connector_type: 'csv',
        connector_id: 'read_orders',
        connector_label: 'Orders',
        component_connection_rows_total: 3,
      });
      assert.ok(Number(start) > 1_700_000_000 && Number.isInteger(duration), JSON.stringify(component));
      assert.deepEqual(finish.inputs, [{ namespace: 'file', name: 'orders.csv' }]);
      assert.deepEqual(finish.outputs, [{ namespace: 'postgres://db.example.com:5432', name: 'shop.public.sums' }]);
    });

    test('is successful without rejected rows', async (t) => {
      const { finish, printed } = await run(t, defaults);
      assert.deepEqual([finish.outcome, finish.processedRows, finish.rejectedRows ?? 0], ['EXECUTION_SUCCESS', 3, 0]);
      assert.deepEqual(printed, ['The sum is 330']);
    });

    test('fails by an error, which becomes the message, and still reports its rows', async (t) => {
      const { finish } = await run(t, { ...defaults, limit: '100', strict: 'true' });
      assert.deepEqual([finish.outcome, finish.exitCode, finish.processedRows, finish.rejectedRows], ['EXECUTION_FAILED', 1, 2, 1]);
      assert.match(finish.errorMessage ?? '', /Order A3 is more than 100, and strict is true/);
    });

    test('fails with the name of a parameter that does not fit its type, without the value', async (t) => {
      const { finish } = await run(t, { ...defaults, limit: 'many' });
      assert.equal(finish.outcome, 'EXECUTION_FAILED');
      assert.match(finish.errorMessage ?? '', /The parameter limit \(\w+\) is not a whole number/);
      assert.doesNotMatch(finish.errorMessage ?? '', /many/);
    });

    test('cleans up when it is stopped, and its rows are reported', async (t) => {
      const { finish, printed } = await run(t, { ...defaults, pause_seconds: '600' }, 'The sum is 330');
      assert.deepEqual([finish.outcome, finish.processedRows], ['EXECUTION_TERMINATED', 3]);
      assert.equal(printed.at(-1), 'Cleaned up after the stop');
    });

    test('reads connections and resources, refuses names that the task lacks, and reports a component once', async (t) => {
      const { finish, printed } = await run(t, INPUTS, undefined, await inputsBundle(name));
      assert.equal(finish.outcome, 'EXECUTION_SUCCESS', finish.errorMessage);
      assert.deepEqual(printed, [
        'db.example 5432',
        '/rows.csv',
        'refused 5 times',
        '9007199254740993 0.5 True text'.replace('True', TRUE[name] ?? ''),
      ]);
      assert.equal(finish.components?.length, 1, 'the second end of a component reports nothing');
    });
  });
