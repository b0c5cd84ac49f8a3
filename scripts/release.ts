/** Prepares a release: checks the change log and the versions of the packages, and writes the fixture from which later versions are upgraded in tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { createTemplate } from '../packages/server/test/support/database.ts';
import { releasedVersions } from '../packages/server/test/support/release-fixture.ts';
import { findPaths, readText } from './house/source-files.ts';

const USAGE = 'Say the version: npm run release -- 0.1.0. With --prepare the change log need not have its entry yet.';

/** What keeps a version from being released. */
function hindrances(version: string, prepare: boolean): string[] {
  const found: string[] = [];
  for (const path of findPaths('package.json', 'packages/*/package.json')) {
    const { version: own, dependencies = {} } = JSON.parse(readText(path)) as { version: string; dependencies?: Record<string, string> };
    if (own !== version) found.push(`${path} has the version ${own}: set it to ${version}.`);
    for (const [name, wanted] of Object.entries(dependencies))
      if (name.startsWith('@millrace/') && wanted !== version) found.push(`${path} wants ${name} ${wanted}: set it to ${version}.`);
  }
  if (!prepare && !releasedVersions(readText('CHANGELOG.md')).includes(version))
    found.push(`CHANGELOG.md has no entry: give its unreleased part the heading "## ${version} - <date>".`);
  return found;
}

async function release(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { prepare: { type: 'boolean', default: false } } });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1 || !/^\d+\.\d+\.\d+$/.test(version)) {
    console.error(USAGE);
    return 2;
  }
  const found = hindrances(version, values.prepare);
  if (found.length > 0) {
    console.error(`${version} cannot be released yet:\n${found.map((one) => `  ${one}`).join('\n')}`);
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
        ? 'The change log has no entry of it yet, so it is no release.'
        : 'Commit it with the change log, then tag the commit.',
    );
    return 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exit(await release());
