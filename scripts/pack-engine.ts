/** Packs the engine as a tarball that npm installs without a network: npm run pack:engine [-- <folder>]. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ENGINE_VERSION } from '../packages/engine/src/protocol.ts';
import { compilePackage, compileSources, copyPackage, folderOf, manifestOf } from './house/compiled-package.ts';
import { findPaths, root } from './house/source-files.ts';

/** The packages of this repository that the engine imports. A package comes before the packages that it imports. */
const OWN_PACKAGES = ['@millrace/wire', '@millrace/contract'];
const engine = join(root, 'packages', 'engine');

/** The start script: it prints a clear message when Node is too old for the program. */
const BIN = `#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error('millrace-engine needs Node 24.2 or newer, and this is ' + process.version + ': install a newer one.');
  process.exit(1);
}
const { runEngineProgram } = await import('../dist/main.js');
await runEngineProgram(process.argv.slice(2));
`;

function stage(folder: string): void {
  const { name, version } = manifestOf(engine);
  if (version !== ENGINE_VERSION)
    throw new Error(`package.json has version ${version}, but ENGINE_VERSION is ${ENGINE_VERSION}: use the same version in both`);
  const modules = join(folder, 'node_modules');
  const imported = compileSources(join(engine, 'src'), ['main.ts', 'spawner-thread.ts', 'guard-process.ts'], join(folder, 'dist'));
  /** Each package, with the folder from which Node resolves it. */
  const foundFrom = new Map([...imported].map((name) => [name, engine]));
  for (const own of OWN_PACKAGES) {
    const imports = [...foundFrom.keys()].filter((name) => name === own || name.startsWith(`${own}/`));
    for (const name of imports) foundFrom.delete(name);
    const source = folderOf(own, engine);
    for (const name of compilePackage(source, imports, join(modules, own))) foundFrom.set(name, source);
  }
  for (const [name, source] of foundFrom) copyPackage(name, source, modules);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'millrace-engine.js'), BIN, { mode: 0o755 });
  for (const file of ['README.md']) cpSync(join(engine, file), join(folder, file));
  for (const file of ['LICENSE', 'docs/engines.md', ...findPaths('deploy/*.service')])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  const dependencies = Object.fromEntries(
    [...OWN_PACKAGES, ...foundFrom.keys()].map((name) => [name, manifestOf(join(modules, name)).version]),
  );
  const manifest = {
    name,
    version,
    description: 'The agent of Millrace that runs tasks next to the data',
    license: 'Apache-2.0',
    type: 'module',
    bin: { 'millrace-engine': 'bin/millrace-engine.js' },
    engines: { node: '>=24.2' },
    files: ['bin', 'dist', 'docs', 'deploy'],
    dependencies,
    // The tarball contains them: the machine of an engine may have no access to a registry.
    bundleDependencies: Object.keys(dependencies),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function pack(target: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pack-'));
  try {
    stage(folder);
    mkdirSync(target, { recursive: true });
    const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
    const { status, stdout, stderr, error } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
    if (error || status !== 0) throw new Error(`npm could not pack the engine: ${error?.message ?? stderr}`);
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(target, packed?.filename ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tarball = pack(resolve(process.argv[2] ?? join(root, 'dist')));
console.log(`${tarball}\nInstall it with: npm install --global ${tarball}`);
