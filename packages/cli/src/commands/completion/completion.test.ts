/** Completions and man pages, of all commands. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { promisify } from 'node:util';

import { runCommand } from '../../run-program.fixture.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-completion-'));
after(() => rm(folder, { recursive: true }));

async function run(...words: string[]): Promise<string> {
  const { code, out, err } = await runCommand(words);
  assert.equal(code, 0, err);
  return out;
}

it('completes commands, options and their values in bash', async () => {
  const script = join(folder, 'millrace.bash');
  await writeFile(script, await run('completion', 'bash'));
  const ask = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _millrace; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const offers = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('bash', ['-c', ask, 'bash', script, ...words]);
    return stdout.split('\n').filter((word) => word !== '');
  };
  assert.deepEqual(await offers('millrace', 'ta'), ['task']);
  assert.deepEqual(await offers('millrace', '--profile', 'prod', 'task', 'r'), ['run', 'resume']);
  assert.deepEqual(await offers('millrace', 'task', 'run', 'nightly', '--fo'), ['--follow']);
  assert.deepEqual(await offers('millrace', 'task', 'run', 'nightly', '--j'), ['--json', '--jq']);
  assert.deepEqual(await offers('millrace', 'task', 'list', '-o', ''), ['table', 'json', 'yaml', 'name']);
  assert.deepEqual(await offers('millrace', 'api', 'P'), ['POST', 'PUT', 'PATCH']);
  assert.deepEqual(await offers('millrace', 'task', 'delete', 'nightly', '--y'), ['--yes']);
  assert.deepEqual(await offers('millrace', 'task', 'create', '--parameters-file', ''), [], 'bash offers files');
});

it('describes the same commands for zsh and fish', async () => {
  const zsh = await run('completion', 'zsh');
  assert.match(zsh, /^#compdef millrace\n/);
  assert.match(zsh, /\(" task"\) offered=\('create:Create a task from an artifact/);
  assert.match(zsh, /\(\*":-o"\|\*":--output"\) compadd -- table json yaml name; return/);
  const fish = await run('completion', 'fish');
  assert.ok(fish.includes(`complete -c millrace -n '__millrace_at \\' task\\'' -a 'create' -d 'Create a task from an artifact`));
  assert.ok(fish.includes(`complete -c millrace -n '__millrace_after -o' -f -a 'table json yaml name'`));
});

it('writes a man page for each command', async () => {
  const pages = join(folder, 'man', 'man1');
  await run('man', pages);
  const names = await readdir(pages);
  assert.ok(names.includes('millrace.1') && names.includes('millrace-task-run.1') && names.length > 100);
  const page = await readFile(join(pages, 'millrace-task-run.1'), 'utf8');
  assert.match(page, /^\.TH "MILLRACE-TASK-RUN" "1" "" "millrace /);
  assert.match(page, /\n\.SH OPTIONS\n\.TP\n\.B \\-\\-parameter <name=value>\n/);
  assert.match(page, /\n\.SH EXAMPLES\n\.nf\nmillrace task run nightly\\-load \\-\\-follow\n/);
  // A line that begins with a dot by chance would be a request that roff ignores.
  const requests = new Set(['.TH', '.SH', '.TP', '.PP', '.B', '.nf', '.fi']);
  for (const name of names)
    for (const line of (await readFile(join(pages, name), 'utf8')).split('\n'))
      assert.ok(!/^[.']/.test(line) || requests.has(line.split(' ')[0] ?? ''), `${name}: ${line}`);
});
