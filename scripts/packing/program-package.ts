/** Programs as packages: compiled sources, with all packages that they import inside the tarball. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePackage, compileSources, copyPackage, folderOf, manifestOf, type PackageParts } from './compiled-package.ts';

/** The oldest Node that runs the programs: the first of Node 22 whose zlib has zstd, the compression of logs. */
export const OLDEST_NODE = '22.15';

/** The programs that the engine starts beside its own, by their paths in its sources. */
export const ENGINE_PROGRAMS = ['processes/spawner-thread.ts', 'runs/guard-process.ts'] as const;

/**
 * The packages of this repository that programs import, with what each needs beside the sources that are imported: programs of its own, and files. A
 * package comes before the packages that it imports.
 */
const OWN_PACKAGES: Readonly<Record<string, PackageParts>> = {
  '@millrace/engine': { programs: ENGINE_PROGRAMS.map((path) => `src/${path}`) },
  // Engines get the sources of the crawler as a bundle.
  '@millrace/crawler': { files: ['src'], packages: ['mysql2', 'pg', '@millrace/wire/outbound-rules', '@millrace/wire/address-ranges'] },
  '@millrace/calendar': {},
  '@millrace/client': {},
  '@millrace/wire': {},
  '@millrace/contract': {},
};

/**
 * A program: the folder whose layout `dist` has, its entries in it, the packages that it finds at run time, without an import, and the sources that
 * only the repository has.
 */
type Program = { folder: string; entries: readonly string[]; packages?: readonly string[]; leftOut?: readonly string[] };

/** Compiles a program into `target`, and returns the dependencies that its tarball contains, with their versions. `from` is the folder of its package. */
export function stageProgram({ folder, entries, packages = [], leftOut }: Program, from: string, target: string): Record<string, string> {
  const modules = join(target, 'node_modules');
  const imported = compileSources(folder, entries, join(target, 'dist'), leftOut);
  /** Each package, with the folder from which Node resolves it. */
  const foundFrom = new Map([...imported, ...packages].map((name) => [name, from]));
  const carried: string[] = [];
  for (const [own, parts] of Object.entries(OWN_PACKAGES)) {
    const imports = [...foundFrom.keys()].filter((name) => name === own || name.startsWith(`${own}/`));
    for (const name of imports) foundFrom.delete(name);
    if (imports.length === 0) continue;
    carried.push(own);
    const folderOfOwn = folderOf(own, from);
    for (const name of compilePackage(folderOfOwn, imports, join(modules, own), parts)) foundFrom.set(name, folderOfOwn);
  }
  const names = new Map([...foundFrom].map(([specifier, at]) => [packageOf(specifier), at]));
  for (const [name, at] of names) copyPackage(name, at, modules);
  return Object.fromEntries([...carried, ...names.keys()].map((name) => [name, manifestOf(join(modules, name)).version]));
}

/** The package of an import such as `ajv/dist/2020.js` or `@opentelemetry/api`. */
const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Writes the start script of a program: it prints a clear message when Node is too old. `start` is the code that starts the program. */
export function writeStarter(folder: string, name: string, start: string, oldestNode = OLDEST_NODE): void {
  const [major, minor] = oldestNode.split('.');
  const text = `#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('${name} needs Node ${oldestNode} or newer, and this is ' + process.version + ': install a newer one.');
  process.exit(1);
}
${start}
`;
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', `${name}.cjs`), text, { mode: 0o755 });
}

/** The facts of a package about its program. `optional` are packages that npm installs from its registry, where there are some for the machine. */
type ProgramFacts = {
  name: string;
  version: string;
  description: string;
  command: string;
  files: readonly string[];
  node?: string;
  optional?: Readonly<Record<string, string>>;
};

/** Writes the manifest of a program whose start script is `bin/<command>.cjs`. */
export function writeProgramManifest(folder: string, facts: ProgramFacts, dependencies: Record<string, string>): void {
  const { command, files, node = OLDEST_NODE, optional, ...fields } = facts;
  const manifest = {
    ...fields,
    license: 'Apache-2.0',
    type: 'module',
    bin: { [command]: `bin/${command}.cjs` },
    engines: { node: `>=${node}` },
    files: ['bin', 'dist', ...files],
    dependencies,
    // The tarball contains them: the machine may have no access to a registry.
    bundleDependencies: Object.keys(dependencies),
    ...(optional && { optionalDependencies: optional }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
