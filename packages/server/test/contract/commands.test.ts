/** Every command that a page names is run by a test or by CI, or the page says why not. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { COMMAND_RUNS, type CommandRun } from '../../../../scripts/house/command-runs.ts';
import { inlineCommands, pageBlocks } from '../../../../scripts/house/page-commands.ts';
import { APART } from '../../../../scripts/tests/plan-run.ts';
import { findPaths, readText, root } from '../../../../scripts/house/source-files.ts';

type Named = { page: string; command: string; inBlock: boolean };

const PAGES = ['*.md', 'bench/README.md', 'soak/README.md', 'docs/*.md', 'packages/*/README.md', 'examples/**/README.md'];
const pages = findPaths(...PAGES).filter((page) => page !== 'CHANGELOG.md');
const named: readonly Named[] = pages.flatMap((page) => {
  const text = readText(page);
  const blocks = pageBlocks(text).flatMap(({ commands }) => commands);
  return [
    ...blocks.map((command) => ({ page, command, inBlock: true })),
    ...inlineCommands(text).map((command) => ({ page, command, inBlock: false })),
  ];
});
const covers = (run: CommandRun, { page, command, inBlock }: Named): boolean =>
  'blocksOf' in run ? inBlock && run.blocksOf === page : run.commands.includes(command);

describe('commands of pages', () => {
  test('each is on the list of where it runs', () => {
    const missing = named.filter((one) => !COMMAND_RUNS.some((run) => covers(run, one)));
    assert.deepEqual(
      missing.map(({ page, command }) => `${page}: ${command}`),
      [],
      'run it in a test and say in which, in scripts/house/command-runs.ts',
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

  test('the list has none that no page names', () => {
    const idle = COMMAND_RUNS.flatMap((run) =>
      'blocksOf' in run
        ? named.some((one) => covers(run, one))
          ? []
          : [run.blocksOf]
        : run.commands.filter((command) => !named.some((one) => one.command === command)),
    );
    assert.deepEqual(idle, []);
  });

  test('the file that runs a command is a test or a step of CI, and names the command or its page', () => {
    const wrong = COMMAND_RUNS.flatMap((run) => {
      if (!('in' in run)) return [];
      if (run.in !== '.ci/run' && !run.in.endsWith('.test.ts')) return [`${run.in} is no test`];
      if (!existsSync(join(root, run.in))) return [`${run.in} is not there`];
      const text = readText(run.in);
      const said = run.says === undefined ? ('blocksOf' in run ? [run.blocksOf] : run.commands) : [run.says];
      return said.filter((one) => !text.includes(one)).map((one) => `${run.in} does not say: ${one}`);
    });
    assert.deepEqual(wrong, []);
  });

  test('a page with blocks of commands that nothing runs says so', () => {
    const silent = COMMAND_RUNS.flatMap((run) =>
      'untried' in run
        ? named
            .filter((one) => one.inBlock && covers(run, one) && !readText(one.page).includes(run.untried))
            .map(({ page, command }) => `${page}: ${command}`)
        : [],
    );
    assert.deepEqual(silent, []);
  });

  test('CI runs the tests that the list names, also those that run apart', () => {
    const steps = readText('.ci/run').split('\n');
    assert.ok(steps.includes('run npm test'));
    assert.ok(steps.includes('run npm test -- bench/P fresh-clone'));
    const apart = COMMAND_RUNS.flatMap((run) => ('in' in run && APART.test(run.in) ? [run.in] : []));
    assert.deepEqual(
      apart.filter((file) => !file.includes('bench/') && !file.includes('fresh-clone')),
      [],
    );
    assert.ok(apart.length > 0);
  });
});
