/** The operations that a run tests in the matrices: all of them, an eighth of them that differs from commit to commit, or the rest. */
import { createHash } from 'node:crypto';
import { operations, type Route } from '@millrace/contract';
import { folderOfSection } from '../../../../scripts/house/sections.ts';

/** One entry of a matrix: an operation, or one of several kinds of requests to it. */
export type MatrixEntry = { readonly route: Route; readonly request?: string };

/** `quick` is the eighth that the seed selects, with all operations of the changed sections; `rest` is exactly what `quick` leaves out. */
export type MatrixPart = { part: 'quick' | 'rest' | 'all'; seed: string; changedSections: ReadonlySet<string> };

const PARTS = ['quick', 'rest', 'all'] as const;
const SHARE = 8;

/** Reads the part from the variables that the runner of the tests sets; without them, a run tests everything. */
export function readMatrixPart(environment: Readonly<Record<string, string | undefined>>): MatrixPart {
  const { MILLRACE_TEST_PART: name = 'all', MILLRACE_TEST_SEED: seed = '', MILLRACE_TEST_CHANGED: changed = '' } = environment;
  const part = PARTS.find((one) => one === name);
  if (part === undefined) throw new Error(`MILLRACE_TEST_PART is '${name}': set it to quick or rest, or leave it out to test everything.`);
  return { part, seed, changedSections: new Set(changed.split(',').filter(Boolean)) };
}

/** Returns whether a part has an entry. */
export function isInPart({ part, seed, changedSections }: MatrixPart, { route, request }: MatrixEntry): boolean {
  if (part === 'all') return true;
  const text = [seed, route, request].filter((one) => one !== undefined).join(' ');
  const isSelected = createHash('sha256').update(text).digest().readUInt32BE() % SHARE === 0;
  const isQuick = isSelected || changedSections.has(folderOfSection(operations[route].section) ?? '');
  return isQuick === (part === 'quick');
}

/** Returns the operations that this run tests. */
export const operationsOfThisRun = <Entry extends MatrixEntry>(all: readonly Entry[]): readonly Entry[] => {
  const part = readMatrixPart(process.env);
  return all.filter((entry) => isInPart(part, entry));
};
