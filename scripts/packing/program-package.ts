/** Programs as packages: compiled sources, with all packages that they import inside the tarball. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePackage, compileSources, copyPackage, folderOf, manifestOf } from './compiled-package.ts';
import { root } from '../house/source-files.ts';

/** The oldest Node that runs the programs: the first of Node 22 whose zlib has zstd, the compression of logs. */
export const OLDEST_NODE = '22.15';

/** The packages of this repository that programs import. A package comes before the packages that it imports. */
const OWN_PACKAGES = ['@millrace/client', '@millrace/wire', '@millrace/contract'];

/** Compiles a program of `packages/<folder>` into `target`, and returns the dependencies that its tarball contains, with their versions. */
export function stageProgram(folder: string, entries: readonly string[], target: string): Record<string, string> {
  const source = join(root, 'packages', folder);
  const modules = join(target, 'node_modules');
  const imported = compileSources(join(source, 'src'), entries, join(target, 'dist'));
  /** Each package, with the folder from which Node resolves it. */
  const foundFrom = new Map([...imported].map((name) => [name, source]));
  const carried: string[] = [];
  for (const own of OWN_PACKAGES) {
    const imports = [...foundFrom.keys()].filter((name) => name === own || name.startsWith(`${own}/`));
    for (const name of imports) foundFrom.delete(name);
    if (imports.length === 0) continue;
    carried.push(own);
    const folderOfOwn = folderOf(own, source);
    for (const name of compilePackage(folderOfOwn, imports, join(modules, own))) foundFrom.set(name, folderOfOwn);
  }
  const names = new Map([...foundFrom].map(([specifier, from]) => [packageOf(specifier), from]));
  for (const [name, from] of names) copyPackage(name, from, modules);
  return Object.fromEntries([...carried, ...names.keys()].map((name) => [name, manifestOf(join(modules, name)).version]));
}

/** The package of an import such as `ajv/dist/2020.js` or `@opentelemetry/api`. */
const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Writes the start script of a program: it prints a clear message when Node is too old. `start` is the code that starts the program. */
export function writeStarter(folder: string, name: string, start: string): void {
  const [major, minor] = OLDEST_NODE.split('.');
  const text = `#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('${name} needs Node ${OLDEST_NODE} or newer, and this is ' + process.version + ': install a newer one.');
  process.exit(1);
}
${start}
`;
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', `${name}.cjs`), text, { mode: 0o755 });
}

/** Writes the manifest of a program whose start script is `bin/<command>.cjs`. */
export function writeProgramManifest(
  folder: string,
  facts: { name: string; version: string; description: string; command: string; files: readonly string[] },
  dependencies: Record<string, string>,
): void {
  const { command, files, ...fields } = facts;
  const manifest = {
    ...fields,
    license: 'Apache-2.0',
    type: 'module',
    bin: { [command]: `bin/${command}.cjs` },
    engines: { node: `>=${OLDEST_NODE}` },
    files: ['bin', 'dist', ...files],
    dependencies,
    // The tarball contains them: the machine may have no access to a registry.
    bundleDependencies: Object.keys(dependencies),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
