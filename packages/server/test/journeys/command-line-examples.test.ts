// run: in test:all because it is a long journey
/** The examples of docs/cli.md that read and name no object of their own, with an install. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { readText } from '../../../../scripts/house/source-files.ts';
import { startCommandLine } from '../support/command-line.ts';
import { runInShell } from '../support/page-sessions.ts';
import { programEnvironment } from '../support/program-environment.ts';

const { folder, millrace } = await startCommandLine();

const READS = /^millrace (\S+ (list|list-ownerless|tokens|inbox|incidents|observations|event-types)|whoami|allowlist show|api GET)\b/;
/** Options whose value is an object that a new install does not have. */
const NAMES_OBJECT = / --(task|user|profile) /;
const examples = [...readText('docs/cli.md').matchAll(/^millrace .*$/gm)]
  .map(([line]) => line)
  .filter((line) => READS.test(line) && !NAMES_OBJECT.test(line));

async function run(line: string): Promise<string> {
  const { code, out, err } = await millrace(await wordsOf(line));
  assert.equal(code, 0, `${line}: ${err}`);
  return out.trim();
}

// Examples of lists name these objects.
before(async () => {
  await run('environment create production --workspace Finance');
  const environment = await run('api GET /orchestration/environments --jq \'.[] | select(.name == "production").id\' -o json');
  await run(`api POST /processing/runtimes/remote-engines -f name=berlin -f environmentId=${environment}`);
});

/** The words of a line after `millrace`, by the shell itself. */
async function wordsOf(line: string): Promise<string[]> {
  return (await runInShell(`printf '%s\\0' ${line.replace(/^millrace /, '')}`, folder, programEnvironment())).split('\0').slice(0, -1);
}

it('runs them', async () => {
  assert.ok(examples.length > 30, `${examples.length} examples`);
  for (const line of examples) {
    await run(line);
  }
});

it('prints each list as JSON for programs', async () => {
  for (const line of examples.filter((example) => / list\b/.test(example))) {
    JSON.parse(await run(`${line} --json`));
  }
});
