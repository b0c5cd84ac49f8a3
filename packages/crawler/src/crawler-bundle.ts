/** Packs the bundle of the crawler: its program and the packages that the program needs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ZipFile } from 'yazl';

export { CRAWLED_CONNECTION, CRAWL_PARAMETERS, DRIVER_RESOURCE, UNUSABLE_EXIT_CODE } from './crawl-parameters.ts';

/** A zip and the SHA-256 of its bytes. */
type PackedBundle = { hash: string; bytes: Buffer };

/** The packages that the program imports. */
const PACKAGES = ['mysql2', 'pg'];
const MAIN = 'main.ts';
/** Files that only compilers, debuggers and readers need. */
const UNNEEDED = /\.(?:map|md|markdown|[cm]?ts|flow)$|(?:^|\/)(?:typings|tests?|benchmarks?|examples?)\//;
const PROGRAM = /\.(?:ts|java)$/;
/** Sources that are not part of the program. This file itself runs in the control plane. */
const NOT_PROGRAM = /\.test\.ts$|^crawler-bundle\.ts$/;

/** The files of the wire that the program imports as '@millrace/wire/<name>', and those that these import. */
const WIRE = ['outbound-rules', 'address-ranges'];

let packed: Promise<PackedBundle> | undefined;

/** Returns the bundle of the crawler. It is packed once, and the same files give the same bytes. */
export function crawlerBundle(): Promise<PackedBundle> {
  packed ??= pack();
  return packed;
}

async function pack(): Promise<PackedBundle> {
  const source = import.meta.dirname;
  const { version } = manifestIn(dirname(source));
  const files = new Map([['millrace.json', Buffer.from(JSON.stringify(bundleManifest(version)))]]);
  // Node runs these files as modules, and their types are stripped: they are not below node_modules. A package may import its own exports by its name, so
  // with the name of the wire the imports of its files work unchanged. The packed server has them as JavaScript.
  const wire = WIRE.map((name) => ({ name, path: fileURLToPath(import.meta.resolve(`@millrace/wire/${name}`)) }));
  const exports = Object.fromEntries(wire.map(({ name, path }) => [`./${name}`, `./wire/${basename(path)}`]));
  files.set('package.json', Buffer.from(JSON.stringify({ name: '@millrace/wire', type: 'module', exports })));
  for (const { path } of wire) files.set(`wire/${basename(path)}`, await readFile(path));
  for (const name of (await filesUnder(source)).filter((name) => PROGRAM.test(name) && !NOT_PROGRAM.test(name)))
    files.set(name, await readFile(join(source, name)));
  for (const [name, folder] of packagesOf(PACKAGES, source))
    for (const file of (await filesUnder(folder)).filter((name) => !UNNEEDED.test(name)))
      files.set(`node_modules/${name}/${file}`, await readFile(join(folder, file)));
  const bytes = await zipOf(files);
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}

/** The manifest declares no parameters, so that they are only in the file of MILLRACE_CONTEXT, never in variables. */
const bundleManifest = (version: string): object => ({
  name: 'millrace-crawler',
  version,
  description: 'Reads tables, views and samples of a database for the data catalogue',
  // SQLite is part of Node, which still warns that its interface may change.
  run: ['node', '--disable-warning=ExperimentalWarning', MAIN],
});

type PackageManifest = { version: string; dependencies?: Record<string, string> };

const manifestIn = (folder: string): PackageManifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;

/** Finds the folders of packages and of all that they depend on. Throws where two versions of a package are needed: the bundle is flat. */
function packagesOf(names: readonly string[], from: string, found = new Map<string, string>()): Map<string, string> {
  for (const name of names) {
    const file = findPackageJSON(name, pathToFileURL(join(from, 'package.json')));
    if (file === undefined) throw new Error(`The package ${name} is not installed: run npm ci`);
    const folder = dirname(file);
    const other = found.get(name);
    if (other === folder) continue;
    if (other !== undefined) throw new Error(`The bundle of the crawler needs two versions of ${name}: ${other} and ${folder}`);
    found.set(name, folder);
    packagesOf(Object.keys(manifestIn(folder).dependencies ?? {}), folder, found);
  }
  return found;
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.startsWith('node_modules/'));
}

async function zipOf(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(content, name, {
      // A zip stores local time. A fixed local time gives the same bytes in every time zone.
      mtime: new Date(2000, 0, 1),
      forceDosTimestamp: true,
      mode: 0o100644,
    });
  zip.end();
  return buffer(zip.outputStream);
}
