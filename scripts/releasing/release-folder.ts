/** The files of a release, in a folder of its version. */
import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readText, root } from '../house/source-files.ts';
import { PACKAGES, packPackage } from '../packing/pack-package.ts';
import { writeMachineFolder } from './machine-folder.ts';
import { writeProofPack } from './proof-pack.ts';
import { git } from './git.ts';

/** The build files of the images: they build from the sources, which are beside them as an archive. */
const IMAGES = 'deploy';
const SUMS = 'SHA256SUMS';

/**
 * Writes all files of a release of the current commit into `target`, which must not exist. Nothing is left there after a failure or Ctrl-C.
 * `onStep` is called with each step.
 */
export async function writeReleaseFolder(version: string, target: string, onStep: (step: string) => void): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists: remove it to make the release again.`);
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}.unfinished-`);
  // It is copied to where others read it; a temporary folder is for its owner only.
  chmodSync(folder, 0o755);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const interrupt = (): void => {
    remove();
    process.exit(130);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const say = async (step: string): Promise<void> => {
    onStep(step);
    // The programs of a step block this process: a signal that came meanwhile is handled here, before the next step.
    await nextTurn();
  };
  try {
    const key = signingKey();
    const commit = git('rev-parse', 'HEAD').trim();
    writeFileSync(join(folder, 'CHANGELOG.md'), changelogPartOf(readText('CHANGELOG.md'), version));
    await say('Sources and build files of the images');
    git('archive', '--format=tar.gz', `--prefix=millrace-${version}/`, `--output=${join(folder, `millrace-${version}.tar.gz`)}`, 'HEAD');
    mkdirSync(join(folder, 'images'));
    execFileSync('tar', ['-x', '-C', join(folder, 'images'), '--strip-components=1', '--exclude=deploy/test'], {
      input: execFileSync('git', ['archive', '--format=tar', 'HEAD', IMAGES], { cwd: root, maxBuffer: 2 ** 28 }),
    });
    for (const name of Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]) {
      await say(`Package ${name}`);
      await packPackage(name, join(folder, 'packages'));
    }
    await say('Folder for machines without a network');
    writeMachineFolder(version, join(folder, 'packages'), folder);
    await say('SBOM');
    writeFileSync(
      join(folder, 'sbom.cdx.json'),
      execFileSync(process.execPath, ['scripts/sbom.ts', '--native'], { cwd: root, maxBuffer: 2 ** 26 }),
    );
    await say('Proof pack');
    writeProofPack(join(folder, 'proof'), version, commit);
    await say('Checksums');
    const sums = await sumsOf(folder);
    writeFileSync(join(folder, SUMS), sums);
    if (key) writeFileSync(join(folder, `${SUMS}.sig`), sign(null, Buffer.from(sums), key));
    renameSync(folder, target);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    remove();
  }
}

/** The private key that signs the checksums: the Ed25519 key in the file that MILLRACE_RELEASE_KEY names; undefined without one. */
function signingKey(): KeyObject | undefined {
  const file = process.env['MILLRACE_RELEASE_KEY'];
  if (file === undefined) return undefined;
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no Ed25519 key: openssl genpkey -algorithm ed25519 writes one.`);
  return key;
}

/** Returns the part of the change log about a version, with its heading. */
export function changelogPartOf(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## )/m);
  const part = parts.find((text) => new RegExp(`^## \\[?${version.replaceAll('.', String.raw`\.`)}\\]?(?=\\s|$)`).test(text));
  if (part === undefined) throw new Error(`The change log has no entry of ${version}.`);
  return `${part.trimEnd()}\n`;
}

/** Returns a line for each file, in the format of `sha256sum`. */
async function sumsOf(folder: string): Promise<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const lines: string[] = [];
  for (const file of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest('hex')}  ${file}\n`);
  }
  return lines.join('');
}
