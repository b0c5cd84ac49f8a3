/** Every command that a page names is run by a test or by CI, or the page says why not. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { COMMAND_RUNS, type CommandRun } from '../../../../scripts/house/command-runs.ts';
import { inlineCommands, pageBlocks } from '../../../../scripts/house/page-commands.ts';
import { findPaths, readText, root } from '../../../../scripts/house/source-files.ts';
import { readStatement } from '../../../../scripts/tests/statement.ts';

type NamedCommand = { page: string; command: string; inBlock: boolean };

const PAGES = [
  '*.md',
  'bench/README.md',
  'soak/README.md',
  'docs/*.md',
  'docs/{tutorials,how-to,explanations}/*.md',
  'packages/*/README.md',
  'examples/**/README.md',
];
const pages = findPaths(...PAGES).filter((page) => page !== 'CHANGELOG.md');
const namedCommands: readonly NamedCommand[] = pages.flatMap((page) => {
  const text = readText(page);
  const blocks = pageBlocks(text).flatMap(({ commands }) => commands);
  return [
    ...blocks.map((command) => ({ page, command, inBlock: true })),
    ...inlineCommands(text).map((command) => ({ page, command, inBlock: false })),
  ];
});
const covers = (run: CommandRun, { page, command, inBlock }: NamedCommand): boolean =>
  'blocksOf' in run ? inBlock && run.blocksOf === page : run.commands.includes(command);

describe('commands of pages', () => {
  test('each command is in the list COMMAND_RUNS', () => {
    const missing = namedCommands.filter((command) => !COMMAND_RUNS.some((run) => covers(run, command)));
    assert.deepEqual(
      missing.map(({ page, command }) => `${page}: ${command}`),
      [],
      'run it in a test, and name that test in scripts/house/command-runs.ts',
    );
  });

  test('each script of package.json that the launcher starts has its program', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    const launched = Object.values(scripts).flatMap((line) => /^node scripts\/launch\.mjs ([a-z-]+)$/.exec(line)?.[1] ?? []);
    assert.ok(launched.length > 5);
    assert.deepEqual(
      launched.filter((name) => !existsSync(join(root, `scripts/${name}.ts`))),
      [],
    );
  });

  test('the list has no command that no page names', () => {
    const unused = COMMAND_RUNS.flatMap((run) =>
      'blocksOf' in run
        ? namedCommands.some((namedCommand) => covers(run, namedCommand))
          ? []
          : [run.blocksOf]
        : run.commands.filter((command) => !namedCommands.some((namedCommand) => namedCommand.command === command)),
    );
    assert.deepEqual(unused, []);
  });

  test('the file that runs a command is a test or a step of CI, and names the command or its page', () => {
    const wrong = COMMAND_RUNS.flatMap((run) => {
      if (!('in' in run)) return [];
      if (run.in !== '.ci/run' && !run.in.endsWith('.test.ts')) return [`${run.in} is no test`];
      if (!existsSync(join(root, run.in))) return [`${run.in} does not exist`];
      const text = readText(run.in);
      const texts = run.says === undefined ? ('blocksOf' in run ? [run.blocksOf] : run.commands) : [run.says];
      return texts.filter((expected) => !text.includes(expected)).map((expected) => `${run.in} does not contain: ${expected}`);
    });
    assert.deepEqual(wrong, []);
  });

  test('a page with blocks of commands that nothing runs says so', () => {
    const silent = COMMAND_RUNS.flatMap((run) =>
      'untried' in run
        ? namedCommands
            .filter(
              (namedCommand) => namedCommand.inBlock && covers(run, namedCommand) && !readText(namedCommand.page).includes(run.untried),
            )
            .map(({ page, command }) => `${page}: ${command}`)
        : [],
    );
    assert.deepEqual(silent, []);
  });

  test('CI runs the tests that the list names, also those that run on request', () => {
    const steps = readText('.ci/run').split('\n');
    for (const step of ['run npm test', 'run npm run test:all -- --rest']) assert.ok(steps.includes(step));
    assert.ok(steps.includes('run npm test -- bench/P fresh-clone'));
    const onRequest = COMMAND_RUNS.flatMap((run) =>
      'in' in run && run.in.endsWith('.test.ts') && readStatement(run.in, readText(run.in)).has('on request') ? [run.in] : [],
    );
    assert.deepEqual(
      onRequest.filter((file) => !file.includes('bench/P') && !file.includes('fresh-clone')),
      [],
    );
    assert.ok(onRequest.length > 0);
  });
});
