/** The recorded run of the tests, `bench/results/tests.md`: what it writes, and what the page of the proof reads from it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { securityParts } from './security-promises.ts';
import { readText, root } from './source-files.ts';

/** The file of the record. */
export const TEST_RUN = 'bench/results/tests.md';

/** How many tests passed, failed and were skipped. */
export type TestCounts = { passed: number; failed: number; skipped: number };

/** A recorded run: its machine and day, and the counts of groups of tests by their name. */
export type TestRun = { machine: string; date: string; groups: ReadonlyMap<string, TestCounts> };

/** What came of a file of tests. */
export type CountedFile = TestCounts & { file: string };

/** The groups of tests whose counts are recorded: those that a line of the proof is about. A file may belong to several. */
function groupsOf(): Record<string, (file: string) => boolean> {
  const words = [...new Set(securityParts().flatMap(({ tests }) => tests))];
  return {
    all: () => true,
    contract: (file) => file.includes('test/contract'),
    oauth: (file) => file.includes('oauth'),
    security: (file) => words.some((word) => file.includes(word)),
  };
}

/** Renders the record of a run. `facts` are the names and values that describe the machine. */
export function testRunText(command: string, files: readonly CountedFile[], facts: readonly (readonly [string, string])[]): string {
  const rows = Object.entries(groupsOf()).map(([name, belongs]) => {
    const members = files.filter(({ file }) => belongs(file));
    const sum = (key: keyof TestCounts): number => members.reduce((total, one) => total + one[key], 0);
    return `| ${name} | ${members.length} | ${sum('passed')} | ${sum('failed')} | ${sum('skipped')} |`;
  });
  return `# Tests

| group | files | passed | failed | skipped |
|---|--:|--:|--:|--:|
${rows.join('\n')}

- contract: the files in \`packages/server/test/contract\`. security: those that \`docs/security.md\` names. A file may belong to several groups.

## Machine and run

| | |
|---|---|
| Command | \`${command}\` |
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}

/** Parses a record. */
export function parseTestRun(text: string): TestRun {
  const cell = (name: string): string => new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(text)?.[1] ?? 'unknown';
  const rows = [...text.matchAll(/^\| (\w+) \| \d+ \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  return {
    machine: `${cell('Processor')}, ${cell('Memory')}`,
    date: cell('Date'),
    groups: new Map(
      rows.map(([, name = '', passed, failed, skipped]) => [
        name,
        { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) },
      ]),
    ),
  };
}

/** Reads the record; undefined if no run was recorded. */
export const readTestRun = (): TestRun | undefined => (existsSync(join(root, TEST_RUN)) ? parseTestRun(readText(TEST_RUN)) : undefined);
