// run: waiting because its engine starts processes
/** Exit codes, values and outputs of tasks that programs elsewhere have got wrong. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { nodeBundle, shellBundle, zipOf } from '../../test/zips.ts';

/** The engine of all tests. */
const shared = await engineFor({ after });

test(
  'bundles.outcome.failed: of an exit code over 255, Linux passes on the last eight bits',
  { skip: process.platform === 'win32' && 'Windows passes on all of them' },
  async () => {
    const { plane } = shared;
    const codes = [255, 300, 511, 256];
    const runs = await Promise.all(codes.map(async (code) => plane.add(await nodeBundle(`process.exit(${code});`))));
    const ends = await Promise.all(runs.map((run) => plane.ended(run)));
    assert.deepEqual(
      ends.map(({ outcome, exitCode }) => [outcome, exitCode]),
      [
        ['EXECUTION_FAILED', 255],
        ['EXECUTION_FAILED', 44],
        ['EXECUTION_FAILED', 255],
        ['EXECUTION_SUCCESS', 0],
      ],
    );
  },
);

test('bundles.run.environment: a task reads each value as it was set, in its variables and in its context', async () => {
  const { plane } = shared;
  const parameters = {
    shell: '$HOME ${HOME} $(id) `id` !! %PATH% ~ * ?',
    slashes: 'C:\\new\\table \\n \\\\server\\share /',
    quotes: `it's "quoted" \\" ''`,
    umlauts: 'Zürich Straße ÄÖÜ e\u0301 日本 😀',
    lines: 'one\ntwo\r\nthree\n',
    spaces: '  a\tb  ',
  };
  const program = `
    import { readFileSync } from 'node:fs';
    const { resource_flow_temp_folder: folder, ...context } = JSON.parse(readFileSync(process.env.MILLRACE_CONTEXT, 'utf8'));
    const named = (start) => Object.fromEntries(Object.keys(context).map((name) => [name, process.env[start + name]]));
    console.log(JSON.stringify([context, named(''), named('MILLRACE_PARAMETER_')]));`;
  const names = Object.keys(parameters);
  const declared = names.map((name) => ({ name, type: 'string' }));
  const manifest = { name: 'sample', run: ['node', 'main.mjs'], environment: names, parameters: declared };
  const bundle = await zipOf({ 'millrace.json': JSON.stringify(manifest), 'main.mjs': program });
  const byNode = plane.add(bundle, { parameters });
  const byShell = plane.add(await shellBundle('printf "%s\\n" "$shell" "$slashes" "$quotes" "$umlauts"', {}, names), { parameters });
  await Promise.all([plane.ended(byNode), plane.ended(byShell)]);
  assert.deepEqual(JSON.parse(messages(byNode.lines, 'STDOUT')[0] ?? ''), [parameters, parameters, parameters]);
  const { shell, slashes, quotes, umlauts } = parameters;
  assert.deepEqual(messages(byShell.lines, 'STDOUT'), [shell, slashes, quotes, umlauts]);
});

test('every one of 20,000 lines arrives in order, and the last one, which has no line end', async () => {
  const { plane } = shared;
  const execution = plane.add(await shellBundle('seq -f "line %.0f" 1 20000; printf "the end"'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  const expected = [...Array.from({ length: 20_000 }, (_one, index) => `line ${index + 1}`), 'the end'];
  assert.deepEqual(messages(execution.lines, 'STDOUT'), expected);
  assert.deepEqual(plane.faults, []);
});
