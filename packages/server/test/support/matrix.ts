/** Tests that make all checks of tables for each operation. */
import assert from 'node:assert/strict';
import { operationsOfThisRun, type MatrixEntry } from './matrix-part.ts';

/** The entries to which a check applies, and what must hold for each of them. */
export type Check<Entry> = readonly [appliesTo: (entry: Entry) => boolean, holds: (entry: Entry) => Promise<unknown>];

/** Checks by their names. A check of a rule has its id as the name, and the ledger of rules counts it as a test of the rule. */
export type CheckTable<Entry> = Readonly<Record<string, Check<Entry>>>;

/** For checks that apply to every entry. */
export const always = (): boolean => true;

/** A test to declare. A file declares its tests itself, because reports name the file of the declaration. */
type MatrixTest = { title: string; holds: () => Promise<void> };

/**
 * Returns one test for each operation of this run. The checks of a table are made at once, the tables one after the other. A failure names each check
 * that does not hold. The last test is about the tables.
 */
export function operationTests<Entry extends MatrixEntry>(all: readonly Entry[], ...tables: readonly CheckTable<Entry>[]): MatrixTest[] {
  const tests = operationsOfThisRun(all).map((entry) => ({ title: titleOf(entry), holds: () => assertChecks(tables, entry) }));
  return [
    ...tests,
    { title: 'each check applies to an operation, and each operation has a check', holds: async () => assertUse(tables, all) },
  ];
}

function assertUse<Entry extends MatrixEntry>(tables: readonly CheckTable<Entry>[], all: readonly Entry[]): void {
  const checks = tables.flatMap((table) => Object.entries(table));
  assert.equal(new Set(checks.map(([name]) => name)).size, checks.length, 'two checks have the same name');
  const idle = checks.filter(([, [appliesTo]]) => !all.some((entry) => appliesTo(entry))).map(([name]) => name);
  const unchecked = all.filter((entry) => !checks.some(([, [appliesTo]]) => appliesTo(entry))).map(titleOf);
  assert.deepEqual([idle, unchecked], [[], []]);
}

/** Makes the checks of the tables for one entry; fails with the names of those that do not hold. */
export async function assertChecks<Entry>(tables: readonly CheckTable<Entry>[], entry: Entry): Promise<void> {
  const failures: string[] = [];
  for (const table of tables) {
    const checks = Object.entries(table).filter(([, [appliesTo]]) => appliesTo(entry));
    failures.push(
      ...(await failuresOf(
        checks,
        ([, [, holds]]) => holds(entry),
        ([name]) => name,
      )),
    );
  }
  assertNone(failures);
}

/** Asserts at once that something holds for each entry of a list; fails with the failures of all of them. */
export const assertEach = async <One>(
  all: readonly One[],
  holds: (one: One) => Promise<unknown>,
  nameOf?: (one: One) => string,
): Promise<void> => assertNone(await failuresOf(all, holds, nameOf));

async function failuresOf<One>(
  all: readonly One[],
  holds: (one: One) => Promise<unknown>,
  nameOf?: (one: One) => string,
): Promise<string[]> {
  const results = await Promise.allSettled(all.map(async (one) => holds(one)));
  return results.flatMap((result, index) => {
    const one = all[index];
    if (result.status === 'fulfilled' || one === undefined) return [];
    return [`${nameOf ? `${nameOf(one)}: ` : ''}${described(result.reason)}`];
  });
}

const titleOf = ({ route, request }: MatrixEntry): string => (request === undefined ? route : `${route}, ${request}`);

function assertNone(failures: readonly string[]): void {
  if (failures.length > 0) assert.fail(failures.join('\n'));
}

/** Returns the message of a failed assertion; of another error its stack, which says where it happened. */
const described = (error: unknown): string =>
  error instanceof assert.AssertionError ? error.message : String((error instanceof Error && error.stack) || error);
