/** The requirements of the standards for OAuth, with the tests that check them. */
import { parseLedger } from '@millrace/contract/ledgers';
import { readNegativeCases } from '../../packages/server/test/oauth/negative-cases.ts';
import { packageSources, readText } from './source-files.ts';

/** The table of the requirements. */
export const CONFORMANCE_TABLE = 'packages/contract/sections/oauth/conformance.tsv';

/** One requirement. `tests` are titles of tests, or rows of the table of negative cases as `negative: <field> <change>`. */
export type Requirement = { standard: string; section: string; level: string; requirement: string; tests: readonly string[]; note: string };

/** Returns whether a requirement has a test, or a note that says why it has none. */
export const isExplained = ({ tests, note }: Requirement): boolean => tests.length > 0 || /^(?:Does not apply|Not met): \S/.test(note);

/** Reads the table. */
export const readRequirements = (): Requirement[] =>
  parseLedger(readText(CONFORMANCE_TABLE), CONFORMANCE_TABLE, ['standard', 'section', 'level', 'requirement', 'tests', 'note']).map(
    (row) => ({
      ...row,
      tests: row.tests === '' ? [] : row.tests.split(' | '),
    }),
  );

/** Returns the paths of the tests, by the names that the table uses for tests. */
export function testsByName(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (name: string, path: string): void => void found.set(name, [...new Set([...(found.get(name) ?? []), path])]);
  for (const { path, isTest, titles } of packageSources()) if (isTest) for (const { title } of titles) add(title, path);
  for (const { field, change } of readNegativeCases()) add(`negative: ${field} ${change}`, 'packages/server/test/oauth/negative-cases.tsv');
  return found;
}
