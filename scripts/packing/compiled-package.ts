/**
 * Compiles the sources that a program needs to JavaScript: Node strips types everywhere but in node_modules, where packages are installed. Copies the
 * installed packages that they import.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The fields of a package.json that packing uses. */
type Manifest = {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  exports?: Record<string, string>;
  scripts?: Record<string, string>;
};

/** Reads the package.json of a folder. */
export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Copies a page into a package. Of its links to files of this repository, those to files that `folder` has remain; of the others only their text. */
export function copyPage(page: string, folder: string): void {
  const linkInPackage = (_link: string, text: string, path: string, anchor = ''): string =>
    existsSync(join(folder, path)) ? `[${text}](${path}${anchor})` : text;
  const text = readFileSync(page, 'utf8');
  writeFileSync(join(folder, basename(page)), text.replaceAll(/\[([^\]]+)\]\((?:\.\.\/\.\.\/)?([\w./-]+)(#[\w-]+)?\)/g, linkInPackage));
}

/** Node 22 has no `import.meta.main`. The programs that ask for it are started by the path of their file. */
const IS_MAIN = '(import.meta.main ?? process.argv[1] === import.meta.filename)';

/** The package or file of an import or export. Statements begin at the start of a line, and those of several lines end with one that begins with `}`. */
const SPECIFIER = /(^(?:import|export|\})[^'\n]*\bfrom\s*|^import\s*|\bimport\(\s*)'([^'\s]+)'/gm;

/**
 * Compiles the entries in `folder`, and all sources that they import, to JavaScript in `target`, apart from those that are left out. Returns the
 * specifiers of the packages that they import, such as `ajv/dist/2020.js`.
 */
export function compileSources(folder: string, entries: readonly string[], target: string, leftOut: readonly string[] = []): Set<string> {
  const specifiers = new Set<string>();
  const compiled = new Set(leftOut.map((path) => join(folder, path)));
  const queue = entries.map((entry) => join(folder, entry));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (compiled.has(path)) continue;
    compiled.add(path);
    const from = dirname(path);
    const output = join(target, relative(folder, path).replace(/\.ts$/, '.js'));
    mkdirSync(dirname(output), { recursive: true });
    if (path.endsWith('.json')) {
      cpSync(path, output);
      continue;
    }
    const stripped = stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' });
    const code = stripped.replaceAll('import.meta.main', IS_MAIN).replaceAll(SPECIFIER, (whole, before: string, specifier: string) => {
      if (!specifier.startsWith('.')) {
        if (!specifier.startsWith('node:')) specifiers.add(specifier);
        return whole;
      }
      queue.push(join(from, specifier));
      return `${before}'${specifier.replace(/\.ts$/, '.js')}'`;
    });
    writeFileSync(output, code);
  }
  return specifiers;
}

/** Returns the folder of an installed package, as Node resolves it from the folder `from`. Throws if it is not installed. */
export function folderOf(name: string, from: string): string {
  const file = packageFile(name, from);
  if (file === undefined) throw new Error(`The package ${name} is not installed: run npm ci`);
  return dirname(file);
}

/** What a package has beside the sources that are imported: programs, files that are copied as they are, and packages that it finds at run time. */
export type PackageParts = { programs?: readonly string[]; files?: readonly string[]; packages?: readonly string[] };

/**
 * Compiles those sources of the package in `folder` that the given imports need. Returns the specifiers of the packages that these sources import, and
 * `parts.packages`.
 */
export function compilePackage(folder: string, imports: readonly string[], target: string, parts: PackageParts): Set<string> {
  const { name, version, exports = {} } = manifestOf(folder);
  const subpaths = imports.map((specifier) => `.${specifier.slice(name.length)}`);
  const files = subpaths.map((subpath) => exports[subpath] ?? '');
  const specifiers = compileSources(folder, [...files, ...(parts.programs ?? [])], target);
  for (const name of parts.packages ?? []) specifiers.add(name);
  for (const file of parts.files ?? [])
    cpSync(join(folder, file), join(target, file), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  const compiledExports = subpaths.map((subpath, index) => [subpath, files[index]?.replace(/\.ts$/, '.js')]);
  const manifest = { name, version, license: 'Apache-2.0', type: 'module', exports: Object.fromEntries(compiledExports) };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return specifiers;
}

/** Copies an installed package and its dependencies into `modules`. Copies only those optional dependencies that are installed. */
export function copyPackage(name: string, from: string, modules: string): void {
  // A link would be copied as a link, and the manifest written through it into the installed package.
  const folder = realpathSync(folderOf(name, from));
  const target = join(modules, name);
  if (existsSync(target)) return;
  // Links to libraries stay relative; otherwise they would lead into this repository.
  cpSync(folder, target, { recursive: true, verbatimSymlinks: true, filter: (path) => !UNNEEDED.test(path.slice(folder.length)) });
  // Without its scripts: nothing is built on the machine that installs the tarball.
  const { scripts: _scripts, ...manifest } = manifestOf(folder);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const { dependencies = {}, optionalDependencies = {} } = manifest;
  const optional = Object.keys(optionalDependencies).filter((dependency) => packageFile(dependency, folder) !== undefined);
  for (const dependency of [...Object.keys(dependencies), ...optional]) copyPackage(dependency, folder, modules);
}

/** The nested packages, which are copied one by one, and files that only compilers and debuggers read: the largest part of some packages. */
const UNNEEDED = /node_modules$|\.map$|\.d\.[cm]?ts$|\.(?:c|cc|h|hh|inc|S|asm)$/;

function packageFile(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(join(from, 'package.json')));
  } catch {
    return undefined;
  }
}
