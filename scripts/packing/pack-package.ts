/** The packages that npm installs: the files of each, and its tarball. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { ENGINE_VERSION } from '../../packages/engine/src/control-plane/protocol.ts';
import { findPaths, root } from '../house/source-files.ts';
import { copyPage, manifestOf } from './compiled-package.ts';
import { ENGINE_PROGRAMS, stageProgram, writeProgramManifest, writeStarter } from './program-package.ts';
import { stageServer } from './server-package.ts';

/** Writes the files of the command line's package into an empty folder. */
async function stageCommandLine(folder: string): Promise<void> {
  const source = join(root, 'packages', 'cli');
  const { name, version } = manifestOf(source);
  const dependencies = stageProgram({ folder: join(source, 'src'), entries: ['main.ts'] }, source, folder);
  writeStarter(folder, 'millrace', `import('../dist/main.js');`);
  for (const file of ['LICENSE', 'docs/cli.md']) cpSync(join(root, file), join(folder, file));
  copyPage(join(source, 'README.md'), folder);
  const description = 'The command line of Millrace, the open control plane for data integration';
  writeProgramManifest(folder, { name, version, description, command: 'millrace', files: ['docs'] }, dependencies);
}

const engine = join(root, 'packages', 'engine');

/** Starts the engine, or in a pod the small program of the pod. */
const START = `const [command, ...more] = process.argv.slice(2);
if (['pod-run', 'pod-wait'].includes(command) && more.length === 0) require('../dist/pod.cjs').runPodProgram(command);
else import('../dist/main.js').then(({ runEngineProgram }) => runEngineProgram(process.argv.slice(2)));`;

/**
 * Bundles the program of a pod into one file, so that a pod starts fast. The format is CommonJS, because in an ES module the import of `node:http` also
 * loads the code of `fetch`, and the loader of ES modules.
 */
async function bundlePodProgram(file: string): Promise<void> {
  const external = ['koffi'];
  // In this format, a module of Node is loaded at its first use, and without the code of `fetch`.
  const resolveId = (name: string) => (name === '@millrace/wire/node-http' ? { id: 'node:http', external: true } : undefined);
  const plugins = [{ name: 'lazy-modules', resolveId, renderChunk: loadModulesLazily }];
  const bundle = await rolldown({ input: join(engine, 'src', 'pod-main.ts'), platform: 'node', external, plugins });
  await bundle.write({ file, format: 'cjs', codeSplitting: false, dynamicImportInCjs: false });
  await bundle.close();
}

const LAZILY = `const lazily = (name) => new Proxy({}, { get: (_target, key) => require(name)[key] });\n`;

/**
 * Loads the modules of Node at their first use. A pod that has its bundle in its order needs neither `node:http` nor `node:crypto`; to load what it does
 * not need would take a tenth of its processor time.
 */
function loadModulesLazily(code: string): string {
  const lazy = code.replaceAll(/^let (\w+) = require\("(node:[\w/]+)"\);$/gm, 'let $1 = lazily("$2");');
  if (lazy === code) throw new Error('The bundle of the pod program requires no module of Node in the expected form');
  return LAZILY + lazy;
}

/** Writes the files of the engine's package into an empty folder. */
async function stageEngine(folder: string): Promise<void> {
  const { name, version } = manifestOf(engine);
  if (version !== ENGINE_VERSION)
    throw new Error(`package.json has version ${version}, but ENGINE_VERSION is ${ENGINE_VERSION}: use the same version in both`);
  await bundlePodProgram(join(folder, 'dist', 'pod.cjs'));
  const dependencies = stageProgram({ folder: join(engine, 'src'), entries: ['main.ts', ...ENGINE_PROGRAMS] }, engine, folder);
  writeStarter(folder, 'millrace-engine', START);
  for (const file of ['LICENSE', 'docs/engines.md', ...findPaths('deploy/millrace-engine*.service')])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  copyPage(join(engine, 'README.md'), folder);
  const description = 'The agent of Millrace that runs tasks next to the data';
  writeProgramManifest(folder, { name, version, description, command: 'millrace-engine', files: ['docs', 'deploy'] }, dependencies);
}

/** Writes the files of `@millrace/client` into an empty folder. */
const stageClient = (folder: string): Promise<void> =>
  stageLibrary(folder, 'client', 'neutral', 'The typed client of the API of Millrace, for browsers and Node');

/** Writes the files of `millrace-sdk` into an empty folder. */
const stageSdk = (folder: string): Promise<void> => stageLibrary(folder, 'sdk', 'node', 'For authors of bundles of Millrace');

async function stageLibrary(folder: string, part: 'client' | 'sdk', platform: 'neutral' | 'node', description: string): Promise<void> {
  const source = join(root, 'packages', part);
  const { name, version } = manifestOf(source);
  const bundle = await rolldown({ input: join(source, 'src', 'index.ts'), platform });
  await bundle.write({ file: join(folder, 'dist', 'index.js'), format: 'esm', codeSplitting: false });
  await bundle.close();
  writeTypes(source, join(folder, 'types'));
  copyPage(join(source, 'README.md'), folder);
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

/** The packages, each with the function that writes its files into an empty folder. */
export const PACKAGES = {
  cli: stageCommandLine,
  engine: stageEngine,
  client: stageClient,
  sdk: stageSdk,
  server: stageServer,
} as const;

/** Packs a package as a tarball that npm installs without a network. Returns the path of the tarball. */
export async function packPackage(name: keyof typeof PACKAGES, target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pack-'));
  try {
    await PACKAGES[name](folder);
    mkdirSync(target, { recursive: true });
    const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
    // npm lists each file of the package.
    const { status, stdout, stderr, error } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
    if (error || status !== 0) throw new Error(`npm could not pack the package ${name}: ${error?.message ?? stderr}`);
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(target, packed?.filename ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
