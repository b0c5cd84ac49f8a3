/** Makes plain JavaScript of the sources that a program needs: Node strips types everywhere but below node_modules, where installed packages lie. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is in a package.json, as far as packing looks into it. */
export type Manifest = {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  exports?: Record<string, string>;
  scripts?: Record<string, string>;
};

/** Reads the package.json of a folder. */
export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g;

/** Writes the sources below `folder` that the entries need as JavaScript below `target`, and answers the packages that they import. */
export function compileSources(folder: string, entries: readonly string[], target: string): Set<string> {
  const foreign = new Set<string>();
  const done = new Set<string>();
  const left = entries.map((entry) => join(folder, entry));
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    const from = dirname(path);
    const code = stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' }).replaceAll(
      SPECIFIER,
      (whole, before: string, specifier: string) => {
        if (!specifier.startsWith('.')) {
          if (!specifier.startsWith('node:')) foreign.add(specifier);
          return whole;
        }
        left.push(join(from, specifier));
        return `${before}'${specifier.replace(/\.ts$/, '.js')}'`;
      },
    );
    const written = join(target, relative(folder, path).replace(/\.ts$/, '.js'));
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, code);
  }
  return foreign;
}

/** The folder of an installed package, as it is found from the folder `from`. */
export function folderOf(name: string, from: string): string {
  const file = packageFile(name, from);
  if (file === undefined) throw new Error(`The package ${name} is not installed: run npm ci`);
  return dirname(file);
}

/** Compiles the package in `folder`, as far as the named imports reach, and answers the packages that it imports in turn. */
export function compilePackage(folder: string, imports: readonly string[], target: string): Set<string> {
  const { name, version, exports = {} } = manifestOf(folder);
  const wanted = imports.map((one) => `.${one.slice(name.length)}`);
  const files = wanted.map((one) => exports[one] ?? '');
  const foreign = compileSources(folder, files, target);
  const compiled = wanted.map((one, index) => [one, files[index]?.replace(/\.ts$/, '.js')]);
  const manifest = { name, version, license: 'Apache-2.0', type: 'module', exports: Object.fromEntries(compiled) };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return foreign;
}

/** Copies an installed package and all that it needs below `modules`; of what it can do without, that which is installed here. */
export function copyPackage(name: string, from: string, modules: string): void {
  const folder = folderOf(name, from);
  const target = join(modules, name);
  if (existsSync(target)) return;
  cpSync(folder, target, { recursive: true, filter: (path) => !UNNEEDED.test(path.slice(folder.length)) });
  // Nothing is built where it is installed: what is packed is all there is.
  const { scripts: _scripts, ...manifest } = manifestOf(folder);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const { dependencies = {}, optionalDependencies = {} } = manifest;
  const optional = Object.keys(optionalDependencies).filter((inner) => packageFile(inner, folder) !== undefined);
  for (const inner of [...Object.keys(dependencies), ...optional]) copyPackage(inner, folder, modules);
}

/** What only compilers and debuggers read is most of some packages. */
const UNNEEDED = /node_modules$|\.map$|\.d\.[cm]?ts$|\.(?:c|cc|h|hh|inc|S|asm)$/;

function packageFile(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(join(from, 'package.json')));
  } catch {
    return undefined;
  }
}
