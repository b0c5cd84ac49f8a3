/** Prepares a release: checks the change log and the versions of the packages, and writes the fixture that tests upgrade to later versions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { createTemplate } from '../packages/server/test/support/database.ts';
import { releasedVersions } from '../packages/server/test/support/release-fixture.ts';
import { findPaths, readText } from './house/source-files.ts';

const USAGE = 'Name the version: npm run release -- 0.1.0. With --prepare, the change log need not have an entry yet.';

/** Returns the reasons why a version cannot be released yet. */
function problemsOf(version: string, prepare: boolean): string[] {
  const problems: string[] = [];
  for (const path of findPaths('package.json', 'packages/*/package.json')) {
    const { version: own, dependencies = {} } = JSON.parse(readText(path)) as { version: string; dependencies?: Record<string, string> };
    if (own !== version) problems.push(`${path} has the version ${own}: set it to ${version}.`);
    for (const [name, required] of Object.entries(dependencies))
      if (name.startsWith('@millrace/') && required !== version)
        problems.push(`${path} depends on ${name} ${required}: set it to ${version}.`);
  }
  if (!prepare && !releasedVersions(readText('CHANGELOG.md')).includes(version))
    problems.push(`CHANGELOG.md has no entry: give its unreleased part the heading "## ${version} - <date>".`);
  return problems;
}

async function release(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { prepare: { type: 'boolean', default: false } } });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1 || !/^\d+\.\d+\.\d+$/.test(version)) {
    console.error(USAGE);
    return 2;
  }
  const problems = problemsOf(version, values.prepare);
  if (problems.length > 0) {
    console.error(`${version} cannot be released yet:\n${problems.map((one) => `  ${one}`).join('\n')}`);
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'millrace-release-'));
  console.log('Starting a database for the fixture');
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
  try {
    process.env['MILLRACE_TEST_DATABASE_URL'] = postgres.tcpUrl;
    await createTemplate(postgres.tcpUrl);
    const { writeFixture } = await import('../packages/server/test/support/write-fixture.ts');
    console.log(`The fixture is written: ${await writeFixture(version)}`);
    console.log(
      values.prepare
        ? 'This is not a release yet: the change log has no entry for it.'
        : 'Commit it with the change log, then tag the commit.',
    );
    return 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exit(await release());
