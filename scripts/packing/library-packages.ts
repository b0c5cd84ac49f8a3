/** The packages that programs import: each is one file of JavaScript without dependencies, and the types that belong to it. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { manifestOf } from './compiled-package.ts';
import { root } from '../house/source-files.ts';

/** Writes the files of `@millrace/client` into an empty folder. */
export const stageClient = (folder: string): Promise<void> =>
  stageLibrary(folder, 'client', 'neutral', 'The typed client of the API of Millrace, for browsers and Node');

/** Writes the files of `millrace-sdk` into an empty folder. */
export const stageSdk = (folder: string): Promise<void> => stageLibrary(folder, 'sdk', 'node', 'For authors of bundles of Millrace');

async function stageLibrary(folder: string, part: 'client' | 'sdk', platform: 'neutral' | 'node', description: string): Promise<void> {
  const source = join(root, 'packages', part);
  const { name, version } = manifestOf(source);
  const bundle = await rolldown({ input: join(source, 'src', 'index.ts'), platform });
  await bundle.write({ file: join(folder, 'dist', 'index.js'), format: 'esm', codeSplitting: false });
  await bundle.close();
  writeTypes(source, join(folder, 'types'));
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const manifest = {
    name,
    version,
    description,
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': { types: `./types/${part}/src/index.d.ts`, default: './dist/index.js' } },
    engines: { node: '>=22' },
    sideEffects: false,
    files: ['dist', 'types'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Writes the types of a package and of the contract, compiled together. Their imports become relative: the contract is no package of its own. */
function writeTypes(source: string, target: string): void {
  const config = join(target, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    removeComments: false,
    rootDir: join(root, 'packages'),
    outDir: target,
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  // The compiler writes no types for installed packages, and the contract is one here, so its files are listed as sources.
  const contractFiles = ['index.ts', 'client.ts'].map((name) => join(root, 'packages', 'contract', 'src', name));
  const files = [join(source, 'src', 'index.ts'), ...('dependencies' in manifestOf(source) ? contractFiles : [])];
  const text = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files };
  cpSync(join(source, 'package.json'), join(target, 'package.json'));
  writeFileSync(config, JSON.stringify(text));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types of ${source} cannot be written: ${stdout}${stderr}`);
  for (const file of [config, join(target, 'package.json')]) rmSync(file);
  const contract = join(target, 'contract', 'src');
  for (const file of readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'))) {
    const path = join(target, file);
    const toContract = relative(dirname(path), contract) || '.';
    const types = readFileSync(path, 'utf8')
      .replaceAll(/'@millrace\/contract(?:\/(\w+))?'/g, (_, name: string | undefined) => `'${toContract}/${name ?? 'index'}.js'`)
      .replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'");
    writeFileSync(path, types);
  }
}
