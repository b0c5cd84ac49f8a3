// run: waiting, in test:all because it starts an engine
/** The formats of the command line, with an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';

const { folder, millrace } = await startCommandLine({ engine: true });

/** Runs a command that must succeed, and returns what it prints. */
async function print(...words: string[]): Promise<string> {
  const { code, out, err } = await millrace(words);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
}

before(async () => {
  const zip = join(folder, 'hello.zip');
  await writeFile(zip, await shellBundle('echo hello', { name: 'hello' }));
  await print('artifact', 'publish', zip);
  for (const name of ['first', 'second']) await print('task', 'create', name, '--artifact', 'hello');
});

it('prints the same answer as JSON and as YAML', async () => {
  const answer = JSON.parse(await print('task', 'list', '-o', 'json'));
  assert.deepEqual(
    answer.items.map((one: { name: string }) => one.name),
    ['first', 'second'],
  );
  assert.deepEqual(JSON.parse(await print('task', 'list', '--json')), answer);
  assert.deepEqual(parse(await print('task', 'list', '--output', 'yaml')), answer);
  const followed = parseAllDocuments(await print('task', 'run', 'first', '--follow', '-o', 'yaml')).map((one) => one.toJS());
  assert.equal(followed.at(-1).status, 'execution_successful');
  assert.ok(followed.some(({ logMessage }) => logMessage === 'hello'));
});

it('prints names, which other commands accept', async () => {
  assert.equal(await print('task', 'list', '-o', 'name'), 'first\nsecond\n');
  assert.equal(await print('task', 'show', 'second', '-o', 'name'), 'second\n');
  const id = (await print('task', 'run', 'first', '-o', 'name')).trim();
  assert.equal(await print('execution', 'show', id, '-o', 'name'), `${id}\n`);
  const silent = await millrace(['allowlist', 'show', '-o', 'name']);
  assert.deepEqual(silent, { code: 0, out: '', err: 'The answer has neither a name nor an id.\n' });
});

it('filters the answer by jq', async () => {
  assert.equal(await print('task', 'list', '--jq', '.items[] | .name'), 'first\nsecond\n');
  assert.equal(await print('task', 'list', '--json', '--jq', '[.items[].name] | {names: .}'), '{"names":["first","second"]}\n');
  assert.equal(await print('task', 'run', 'first', '--follow', '--jq', 'select(.logMessage == "hello") | .severity'), 'INFO\n');
  const failed = await millrace(['task', 'list', '--jq', '.items.name']);
  assert.deepEqual([failed.code, failed.out], [2, '']);
  assert.match(failed.err, /^millrace: --jq: Cannot index array with string "name"\n$/);
});

it('prints chosen columns of tables and properties', async () => {
  assert.match(await print('task', 'list', '--columns', 'runs-on,name'), /^RUNS ON +NAME\n.+ first\n.+ second\n$/);
  assert.match(await print('task', 'show', 'first', '--columns', 'name,paused'), /^Name +first\nPaused +no\n$/);
  const unknown = await millrace(['task', 'list', '--columns', 'nmae']);
  assert.deepEqual([unknown.code, unknown.out], [2, '']);
  assert.match(unknown.err, /^millrace: There is no column "nmae"\. Known: id, name, workspace, environment, runs-on\.\n$/);
});

it('does nothing when the options for the format are wrong', async () => {
  for (const words of [
    ['--jq', '.name |'],
    ['--json', '-o', 'yaml'],
    ['--columns', 'id', '-o', 'name'],
  ])
    assert.equal((await millrace(['task', 'create', 'third', '--artifact', 'hello', ...words])).code, 2);
  assert.equal(await print('task', 'list', '-o', 'name'), 'first\nsecond\n');
});
