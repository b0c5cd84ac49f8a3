/** The reasons for which a version cannot be released yet. */
import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readMigrations } from '../../packages/server/src/core/database/migrate.ts';
import { readRelease, releasedVersions, RELEASES } from '../../packages/server/test/support/release-fixture.ts';
import { findPaths, readText, root } from '../house/source-files.ts';
import { git } from './git.ts';

/** The tag of a version. */
export const tagOf = (version: string): string => `v${version}`;

/** Finds the versions that the build files of images and charts name. */
const VERSIONS_OF_IMAGES =
  /^(?:version|appVersion|ARG VERSION| +version| +tag)(?:: |=)(\d+\.\d+\.\d+)$|\/millrace[a-z-]*:(\d+\.\d+\.\d+)\b/gm;

/** The sources that name the version, with the text that they need: engines report it, and dynamic engines can be of this version. */
const versionsInSources = (version: string): Record<string, string> => ({
  'packages/engine/src/control-plane/protocol.ts': `ENGINE_VERSION = '${version}'`,
  'packages/server/src/features/processing/dynamic-engines/packages/releases.ts': `{ version: '${version}', `,
});

/**
 * Returns the problems of files that name another version: package.json (its own, and those of our packages that it needs), the lock file, two sources,
 * and the build files of images and charts.
 */
export function versionProblems(version: string): string[] {
  const problems: string[] = [];
  const lock = (JSON.parse(readText('package-lock.json')) as { version: string }).version;
  if (lock !== version)
    problems.push(`package-lock.json has the version ${lock}: run npm install --package-lock-only --ignore-scripts after the packages.`);
  for (const [path, text] of Object.entries(versionsInSources(version)))
    if (!readText(path).includes(text)) problems.push(`${path} lacks the version: it needs ${text}.`);
  for (const path of findPaths('deploy/Containerfile*', 'deploy/*.yaml', 'deploy/charts/*/*.yaml'))
    for (const own of new Set([...readText(path).matchAll(VERSIONS_OF_IMAGES)].map(([, first, second]) => first ?? second ?? '')))
      if (own !== version) problems.push(`${path} names the version ${own}: set it to ${version}.`);
  for (const path of findPaths('package.json', 'packages/*/package.json')) {
    const { version: own, dependencies = {} } = JSON.parse(readText(path)) as { version: string; dependencies?: Record<string, string> };
    if (own !== version) problems.push(`${path} has the version ${own}: set it to ${version}.`);
    for (const [name, required] of Object.entries(dependencies))
      if (name.startsWith('@millrace/') && required !== version)
        problems.push(`${path} depends on ${name} ${required}: set it to ${version}.`);
  }
  return problems;
}

/** Returns the other problems that prevent the release of a version: change log, fixture, working tree, the tag, and with `tag` its author in git. */
export async function releaseProblems(version: string, tag: boolean): Promise<string[]> {
  const problems: string[] = [];
  if (!releasedVersions(readText('CHANGELOG.md')).includes(version))
    problems.push(`CHANGELOG.md has no entry: give its unreleased part the heading "## ${version} - <date>".`);
  problems.push(...(await fixtureProblems(version)));
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  if (changed.length > 0) problems.push(`The working tree has changes (${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ', …' : ''}): commit them.`); // prettier-ignore
  if (git('tag', '--list', tagOf(version)).trim() !== '')
    problems.push(`The tag ${tagOf(version)} exists: a version is released once. Use the next version.`);
  if (tag && !hasTagger()) problems.push('git has no author for the tag: set user.name and user.email with git config.');
  return problems;
}

function hasTagger(): boolean {
  try {
    execFileSync('git', ['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The fixture must hold every migration of this version, because tests upgrade it from then on. */
async function fixtureProblems(version: string): Promise<string[]> {
  const write = `run npm run release -- ${version} --prepare and commit its files.`;
  if (!existsSync(join(RELEASES, version, 'release.json'))) return [`The fixture that tests upgrade is missing: ${write}`];
  const { migrations } = readRelease(version);
  const differs = (await readMigrations()).some(({ name, checksum }) => migrations[name] !== checksum);
  return differs ? [`The fixture that tests upgrade lacks migrations of this version: ${write}`] : [];
}
