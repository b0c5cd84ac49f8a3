/** Makes a release into build/release/<version>: npm run release [-- <version>] [--tag]; --prepare writes the fixture that tests upgrade. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readText, root } from './house/source-files.ts';
import { git } from './releasing/git.ts';
import { releaseProblems, tagOf, versionProblems } from './releasing/release-problems.ts';

const USAGE = `Name the version: npm run release -- 0.1.0; without one it is that of package.json.
  --prepare  writes the fixture of the version, before the release is committed
  --tag      also creates the tag`;

type Options = { version: string; prepare: boolean; tag: boolean };

/** Reads the command line. Returns nothing if it is wrong. */
function readOptions(): Options | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { prepare: flag, tag: flag } });
    const [version = (JSON.parse(readText('package.json')) as { version: string }).version, ...more] = positionals;
    const isWrong = more.length > 0 || !/^\d+\.\d+\.\d+$/.test(version) || (values.prepare && values.tag);
    return isWrong ? undefined : { version, ...values };
  } catch {
    return undefined;
  }
}

async function release(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { version, prepare } = options;
  const problems = [...versionProblems(version), ...(prepare ? [] : await releaseProblems(version, options.tag))];
  if (problems.length > 0) {
    console.error(`${version} cannot be released yet:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    return 1;
  }
  if (prepare) await writeFixtureOf(version);
  else await makeRelease(options);
  return 0;
}

async function makeRelease({ version, tag }: Options): Promise<void> {
  // Only a release needs this module. It is imported here, so that a refusal is quick.
  const { writeReleaseFolder } = await import('./releasing/release-folder.ts');
  const target = join(root, 'build', 'release', version);
  await writeReleaseFolder(version, target, (step) => console.log(`  ${step}`));
  console.log(`The release is in ${relative(root, target)}. Check it with: (cd ${relative(root, target)} && sha256sum -c SHA256SUMS)`);
  if (process.env['MILLRACE_RELEASE_KEY'] !== undefined)
    console.log(
      'The checksums are signed: openssl pkeyutl -verify -pubin -inkey <public key> -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig checks it.',
    );
  const words = ['tag', '-a', tagOf(version), '-m', `Millrace ${version}`, git('rev-parse', 'HEAD').trim()];
  if (tag) {
    git(...words);
    console.log(`The tag ${tagOf(version)} is created. Publish it with: git push origin ${tagOf(version)}`);
  } else console.log(`Create its tag with: git ${words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}`);
}

async function writeFixtureOf(version: string): Promise<void> {
  const { startEmbeddedPostgres } = await import('../packages/server/src/embedded-postgres/start-embedded-postgres.ts');
  const { createTemplate } = await import('../packages/server/test/support/database.ts');
  const folder = await mkdtemp(join(tmpdir(), 'millrace-release-'));
  console.log('Starting a database for the fixture');
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
  try {
    process.env['MILLRACE_TEST_DATABASE_URL'] = postgres.tcpUrl;
    await createTemplate(postgres.tcpUrl);
    const { writeFixture } = await import('../packages/server/test/support/write-fixture.ts');
    console.log(`The fixture is written: ${await writeFixture(version)}`);
    console.log('Commit it with the change log, then run the command without --prepare.');
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exit(await release());
