/** Every command that a page names is run by a test or by CI, or the page says why not. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readResults } from '../../../../scripts/house/measured-results.ts';
import { inlineCommands, pageBlocks } from '../../../../scripts/house/page-commands.ts';
import { findPaths, readText, root } from '../../../../scripts/house/source-files.ts';
import { readStatement } from '../../../../scripts/tests/statement.ts';

type NamedCommand = { page: string; command: string; inBlock: boolean };
/** What a test tries: all blocks of a page when it is the path of a page, otherwise a command. */
type Trial = { file: string; tried: string };

/** Commands, or pages of which all blocks are meant, that no test tries; each page that shows them in a block has this sentence with the reason. */
const UNTRIED: Readonly<Record<string, readonly string[]>> = {
  'on a cluster': ['npm run test:kubernetes'],
  'It does not run row k': ['npm run soak -- k'],
  'No unit was started': [
    'install -m 644 deploy/millrace-engine.service /etc/systemd/system/',
    'install -d -m 711 /var/lib/millrace-engine',
    'systemctl enable --now millrace-engine',
    'systemctl start millrace-engine@b',
    'systemctl stop --no-block millrace-engine@a',
    'systemctl restart millrace-engine',
    'podman stop --time 330',
  ],
  'CI runs those tests only on a machine that has the tools for a cluster': [
    'docs/kubernetes.md',
    'millrace dynamic-engine status',
    'millrace dynamic-engine unassign',
    'millrace dynamic-engine delete',
  ],
};

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

const STATEMENT = /^ *(?:\/\/|#) tries (.+)$/gm;
/** The trials that tests state above the line that makes them: `tries`, and commands or pages in backticks. */
const statedTrials: readonly Trial[] = ['.ci/run', ...findPaths('{packages,scripts,examples,deploy,soak,bench}/**/*.test.ts')].flatMap(
  (file) =>
    [...readText(file).matchAll(STATEMENT)].flatMap(([, words = '']) =>
      [...words.matchAll(/`([^`]+)`/g)].map(([, tried = '']) => ({ file, tried })),
    ),
);
/** The trials that are read from the code: the steps of CI, the commands that run in a fresh clone, and the blocks that are copied for it. */
const codeTrials: readonly Trial[] = [
  ...[...readText('.ci/run').matchAll(/^run (.+)$/gm)].map(([, tried = '']) => ({ file: '.ci/run', tried })),
  ...findPaths('scripts/fresh-clone/*.test.ts').flatMap((file) => {
    const text = readText(file);
    const run = [...text.matchAll(/\bclone\.(?:run|runAnyway|start)\(\s*'([^']+)'/g)].map(([, tried = '']) => tried);
    const copied = [...text.matchAll(/\bblockOf\('([^']+)', '([^']+)'/g)].flatMap(
      ([, page = '', begins = '']) => pageBlocks(readText(page)).find((block) => block.text.startsWith(begins))?.commands ?? [],
    );
    return [...run, ...copied].map((tried) => ({ file, tried }));
  }),
];
/** The commands of committed results: each has run, and its result says when and where. */
const recordedTrials: readonly Trial[] = readResults().map(({ path, command }) => ({ file: path, tried: command }));
const trials = [...statedTrials, ...codeTrials, ...recordedTrials];
const untried = Object.values(UNTRIED).flat();
const covers = (one: string, { page, command, inBlock }: NamedCommand): boolean => one === command || (inBlock && one === page);

describe('commands of pages', () => {
  test('each command is tried by a test or by CI', () => {
    const tried = [...untried, ...trials.map((trial) => trial.tried)];
    const missing = namedCommands.filter((command) => !tried.some((one) => covers(one, command)));
    assert.deepEqual(
      missing.map(({ page, command }) => `${page}: ${command}`),
      [],
      'run it in a test, and write above that line: // tries `<command>`, or for all blocks of a page: // tries the blocks of `<page>`',
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

  test('no test says that it tries a command that no page names', () => {
    assert.ok(statedTrials.length > 100, 'the search found too few trials');
    const stale = [...statedTrials, ...untried.map((one) => ({ file: 'UNTRIED', tried: one }))].filter(
      ({ tried }) => !namedCommands.some((command) => covers(tried, command)),
    );
    assert.deepEqual(
      stale.map(({ file, tried }) => `${file}: ${tried}`),
      [],
    );
  });

  test('a file that says that it tries a command has words of the command in its code', () => {
    const programs = new Set(['npm', 'run', 'node', 'npx', 'millrace', 'millrace-engine']);
    const idle = statedTrials.filter(({ file, tried }) => {
      const code = readText(file).replaceAll(STATEMENT, '').toLowerCase();
      const words = [...tried.toLowerCase().matchAll(/[a-z0-9][a-z0-9-]+/g)].map(([word]) => word).filter((word) => !programs.has(word));
      return words.length > 0 && !words.some((word) => code.includes(word));
    });
    assert.deepEqual(
      idle.map(({ file, tried }) => `${file}: ${tried}`),
      [],
    );
  });

  test('a page with blocks of commands that nothing runs says so', () => {
    const silent = Object.entries(UNTRIED).flatMap(([reason, all]) =>
      namedCommands
        .filter((command) => command.inBlock && all.some((one) => covers(one, command)) && !readText(command.page).includes(reason))
        .map(({ page, command }) => `${page}: ${command}`),
    );
    assert.deepEqual(silent, []);
  });

  test('CI runs the tests that try commands, also those that run on request', () => {
    const steps = readText('.ci/run').split('\n');
    for (const step of ['run npm test', 'run npm run test:all -- --rest']) assert.ok(steps.includes(step));
    assert.ok(steps.includes('run npm test -- bench/P fresh-clone'));
    const onRequest = trials.flatMap(({ file }) =>
      file.endsWith('.test.ts') && readStatement(file, readText(file)).has('on request') ? [file] : [],
    );
    assert.deepEqual(
      onRequest.filter((file) => !file.includes('bench/P') && !file.includes('fresh-clone')),
      [],
    );
    assert.ok(onRequest.length > 0);
  });
});
