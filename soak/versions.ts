/** Two versions of the product between which a soak rolls processes. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readMigrations } from '../packages/server/src/core/database/migrate.ts';
import { git } from '../scripts/releasing/git.ts';
import { root } from '../scripts/house/source-files.ts';
import { manifestOf } from '../scripts/packing/compiled-package.ts';
import type { Stage } from './stage.ts';

/** A version that can be started: the programs of its server and of its engine, and the number that they report. */
export type Version = { number: string; server: string; engine: string };

/** The version from which an upgrade starts, and to which it is taken back; the version after it; and what both are, in words. */
export type Versions = { former: Version; next: Version; about: string };

/** The oldest version that may start on the database of a newer one. */
const FIRST_TAKEN_BACK = '0.2.0';
/** The number of the version that is made here. */
const NUMBER_OF_NEXT = '99.0.0';

/**
 * Opens the two versions. With `--former`, a folder or a git reference, that is the former one and this checkout is the next one. Without it, the former
 * one is the newest release to which this checkout can be taken back. Where there is none, and in the short form, which installs nothing, the former one
 * is this checkout, and the next one is a copy with one more migration.
 */
export async function openVersions(stage: Stage): Promise<Versions> {
  const former = stage.former ?? (stage.short ? undefined : await newestTakenBack());
  if (former === undefined) {
    const current = versionIn(root);
    const about = `${current.number} (this checkout) and a copy of it with one more migration, as ${NUMBER_OF_NEXT}: no release can be taken back to yet`;
    return { former: current, next: copyWithMigration(stage, current), about };
  }
  const opened = existsSync(former) ? versionIn(resolve(former)) : checkOut(stage, former);
  const next = versionIn(root);
  return { former: opened, next, about: `${opened.number} (${former}) and ${next.number} (this checkout)` };
}

/** Returns the version in a folder: a checkout with its packages, or the package of a server, installed or unpacked. */
function versionIn(folder: string): Version {
  const number = existsSync(join(folder, 'packages/server/package.json'))
    ? manifestOf(join(folder, 'packages/server')).version
    : manifestOf(folder).version;
  const layouts = [
    ['packages/server/src/main.ts', 'packages/engine/src/main.ts'],
    ['dist/scripts/start.js', 'node_modules/@millrace/engine/src/main.js'],
  ];
  for (const [server = '', engine = ''] of layouts)
    if (existsSync(join(folder, server))) return { number, server: join(folder, server), engine: join(folder, engine) };
  throw new Error(`${folder} is neither a checkout nor the package of a server.`);
}

/** Returns the tag of the newest release to which the database of this checkout can be taken back. */
async function newestTakenBack(): Promise<string | undefined> {
  const migrations = await readMigrations();
  const isBefore = (a: string, b: string): boolean => a.localeCompare(b, 'en', { numeric: true }) < 0;
  return git('tag', '--list', 'v*', '--sort=-v:refname')
    .split('\n')
    .filter(Boolean)
    .find((tag) => {
      const version = tag.slice(1);
      if (isBefore(version, FIRST_TAKEN_BACK)) return false;
      const known = new Set(git('ls-tree', '--name-only', tag, 'packages/server/migrations/').split('\n').map((path) => basename(path))); // prettier-ignore
      return migrations.every(({ name, worksWith }) => known.has(name) || (worksWith !== undefined && !isBefore(version, worksWith)));
    });
}

/** Writes the files of a git reference into the scratch folder, with its packages: those of this checkout if the lock file is the same. */
function checkOut(stage: Stage, reference: string): Version {
  const folder = join(stage.folder, 'former');
  mkdirSync(folder);
  git('archive', '--format=tar', `--output=${folder}.tar`, reference);
  run('tar', ['-xf', `${folder}.tar`], folder);
  const lockOf = (at: string): string => readFileSync(join(at, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root)) linkPackages(folder);
  else run('npm', ['ci', '--omit=dev', '--include=optional', '--prefer-offline'], folder);
  return versionIn(folder);
}

/** Copies the packages of this checkout into the scratch folder under another number, and adds a migration after which this checkout still works. */
function copyWithMigration(stage: Stage, { number }: Version): Version {
  const folder = join(stage.folder, 'next');
  cpSync(join(root, 'packages'), join(folder, 'packages'), {
    recursive: true,
    filter: (path) => !['node_modules', 'test', 'build'].includes(basename(path)),
  });
  linkPackages(folder);
  writeFileSync(
    join(folder, 'packages/server/migrations/9999_next.sql'),
    `-- works with ${number}
create table of_the_future (id uuid primary key);
alter table task add column of_the_future text;
alter table task_execution add column of_the_future text;
`,
  );
  for (const path of ['packages/server/package.json', 'packages/engine/src/control-plane/protocol.ts']) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replace(/(?<="version": "|ENGINE_VERSION = ')[\d.]+/, NUMBER_OF_NEXT));
  }
  return versionIn(folder);
}

/** Links the installed packages of this checkout into `node_modules` of a folder. Those of the repository (`@millrace/…`) are the folder's own copies. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@millrace'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const path = join(root, 'node_modules', name);
    if (name !== '@millrace' && !name.startsWith('.') && !lstatSync(path).isSymbolicLink()) symlinkSync(path, join(modules, name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(modules, manifestOf(join(folder, 'packages', name)).name));
    const nested = join(root, 'packages', name, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(folder, 'packages', name, 'node_modules'));
  }
}

function run(program: string, words: readonly string[], folder: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error || status !== 0) throw new Error(`${program} ${words.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
}
