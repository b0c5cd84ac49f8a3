// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { taskPath } from '../runs/environment.ts';
import { type BundleView, unpackedBundle } from './command.ts';
import { asVariables, millraceCommand } from './millrace.ts';

const NOTHING = { parameters: {}, paths: {} };
const programs = { node: process.execPath, path: taskPath(process.env, process.execPath) };

async function bundle(run: unknown, files: Record<string, string> = {}): Promise<BundleView> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'millrace.json'), JSON.stringify({ name: 'sample', run }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return unpackedBundle(folder);
}

test('runs the command node with the Node of the engine', async () => {
  const command = await millraceCommand(await bundle(['node', 'main.mjs', '--fast']), NOTHING, programs);
  assert.equal(command.command, process.execPath);
  assert.deepEqual(command.arguments, ['main.mjs', '--fast']);
});

test('runs a bundle that was published before the types of manifest fields were checked', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'millrace.json'), '{"run": ["node"], "parameters": [{"name": "a", "type": 5, "required": "yes"}]}');
  const { variables } = await millraceCommand(unpackedBundle(folder), { parameters: { a: 'x' }, paths: {} }, programs);
  assert.deepEqual(variables, { MILLRACE_PARAMETER_a: 'x' });
});

test('makes a script of the bundle executable', async () => {
  const view = await bundle(['./run.sh'], { 'run.sh': '#!/bin/sh\n' });
  const command = await millraceCommand(view, NOTHING, programs);
  assert.equal(command.command, join(view.folder, 'run.sh'));
  assert.equal((await stat(command.command)).mode & 0o100, 0o100);
});

test('finds programs of the machine in the order of the PATH and skips files that cannot be executed', async () => {
  const view = await bundle(['tool']);
  const { folder } = view;
  for (const [name, mode] of [
    ['one', 0o644],
    ['two', 0o755],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'tool'), '');
    await chmod(join(folder, name, 'tool'), mode);
  }
  const command = await millraceCommand(view, NOTHING, { ...programs, path: `${join(folder, 'one')}:${join(folder, 'two')}` });
  assert.equal(command.command, join(folder, 'two', 'tool'));
});

for (const [title, run, reason] of [
  ['a program that does not exist', ['no-such-program'], /"no-such-program".*install it/],
  ['a file that is not in the bundle', ['./none.sh'], /"\.\/none\.sh" is not in the bundle/],
  ['a file outside the bundle', ['../../bin/sh'], /is outside the bundle/],
  ['an absolute path that is not a program', ['/etc/passwd'], /not a program on the engine's machine/],
] as const) {
  test(`fails with COMMAND_NOT_FOUND for ${title}`, async () => {
    await assert.rejects(millraceCommand(await bundle(run), NOTHING, programs), { errorType: 'COMMAND_NOT_FOUND', message: reason });
  });
}

test('fails with BUNDLE_UNUSABLE for a manifest without a command and for a missing manifest', async () => {
  await assert.rejects(millraceCommand(await bundle([]), NOTHING, programs), {
    errorType: 'BUNDLE_UNUSABLE',
    message: /"run" must be a list of words/,
  });
  await assert.rejects(millraceCommand(unpackedBundle(await temporaryFolder()), NOTHING, programs), {
    errorType: 'BUNDLE_UNUSABLE',
    message: /no millrace\.json/,
  });
});

const parameter = (name: string) => ({ name, type: 'string', required: false });

test('bundles.millrace.environment', () => {
  const manifest = {
    parameters: [parameter('who'), parameter('dotted.name'), parameter('long'), parameter('nul')],
    environment: ['who', 'TARGET'],
  };
  const { variables, notes } = asVariables(
    {
      parameters: { who: 'world', 'dotted.name': 'x', TARGET: 'test', long: 'secret'.repeat(20_000), nul: 'sec\0ret' },
      paths: { resource_file_codes: '/a/codes.csv', BASH_ENV: '/a/codes.csv' },
    },
    manifest,
  );
  assert.deepEqual(variables, {
    MILLRACE_PARAMETER_who: 'world',
    who: 'world',
    resource_file_codes: '/a/codes.csv',
    TARGET: 'test',
  });
  assert.equal(notes.length, 2);
  assert.ok(notes.every((note) => note.includes('only in the file of MILLRACE_CONTEXT') && !note.includes('secret')));
});

test('bundles.run.custom: a parameter that the bundle neither declares nor lists does not become a variable, whatever its name', () => {
  const names = [
    'PERL5OPT',
    'PYTHONWARNINGS',
    'BROWSER',
    'JAVA_TOOL_OPTIONS',
    'OPENSSL_CONF',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'PATH',
    'ordinary',
  ];
  const parameters = Object.fromEntries(names.map((name) => [name, 'x']));
  assert.deepEqual(asVariables({ parameters, paths: {} }, { parameters: [parameter('who')], environment: [] }), {
    variables: {},
    notes: [],
  });
});
