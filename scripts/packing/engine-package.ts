/** The package of the engine. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ENGINE_VERSION } from '../../packages/engine/src/control-plane/protocol.ts';
import { manifestOf } from './compiled-package.ts';
import { findPaths, root } from '../house/source-files.ts';
import { stageProgram, writeProgramManifest, writeStarter } from './program-package.ts';

const engine = join(root, 'packages', 'engine');

const START = `const [command, ...more] = process.argv.slice(2);
if (['pod-run', 'pod-wait'].includes(command) && more.length === 0) require('../dist/pod.cjs').runPodProgram(command);
else import('../dist/main.js').then(({ runEngineProgram }) => runEngineProgram(process.argv.slice(2)));`;

/**
 * Bundles the program of a pod into one file, so that a pod starts fast. The format is CommonJS, because in an ES module the import of `node:http` also
 * loads the code of `fetch`, and the loader of ES modules.
 */
async function bundlePodProgram(file: string): Promise<void> {
  const external = ['koffi'];
  const plugins = [{ name: 'lazy-modules', renderChunk: loadModulesLazily }];
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

/** Writes the files of the package into an empty folder. */
export async function stageEngine(folder: string): Promise<void> {
  const { name, version } = manifestOf(engine);
  if (version !== ENGINE_VERSION)
    throw new Error(`package.json has version ${version}, but ENGINE_VERSION is ${ENGINE_VERSION}: use the same version in both`);
  await bundlePodProgram(join(folder, 'dist', 'pod.cjs'));
  const dependencies = stageProgram('engine', ['main.ts', 'processes/spawner-thread.ts', 'runs/guard-process.ts'], folder);
  writeStarter(folder, 'millrace-engine', START);
  cpSync(join(engine, 'README.md'), join(folder, 'README.md'));
  for (const file of ['LICENSE', 'docs/engines.md', ...findPaths('deploy/*.service')])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  const description = 'The agent of Millrace that runs tasks next to the data';
  writeProgramManifest(folder, { name, version, description, command: 'millrace-engine', files: ['docs', 'deploy'] }, dependencies);
}
