/**
 * One exported name means one thing in all packages.
 * A command of the CLI and the endpoint that it calls are both named after their operation on purpose: such a pair counts as one definition.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageSources, type SourceFile } from '../../../../scripts/house/source-files.ts';

const COMMANDS = 'packages/cli/src/commands/';

const sources = packageSources().filter((file) => /^packages\/[^/]+\/src\//.test(file.path) && !file.isTest);
const definitions = new Map<string, Set<SourceFile>>();
for (const file of sources)
  for (const { name, kind } of file.exports)
    if (kind === 'value' || kind === 'type') definitions.set(name, (definitions.get(name) ?? new Set()).add(file));

/** Returns whether the file defines the command of an operation whose endpoint has the same name. */
const isCommandOf = (name: string, file: SourceFile, others: Iterable<SourceFile>): boolean =>
  file.path.startsWith(COMMANDS) && [...others].some((other) => other.endpoints.some((endpoint) => endpoint.name === name));

const duplicates = [...definitions]
  .map(([name, files]) => ({ name, paths: [...files].filter((file) => !isCommandOf(name, file, files)).map(({ path }) => path) }))
  .filter(({ paths }) => paths.length > 1)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

test('an exported name is defined in one file', () => {
  assert.deepEqual(
    duplicates.map(({ name, paths }) => `${name}: ${paths.join(', ')}`),
    [],
    'give each meaning a name of its own, or merge the definitions',
  );
});
