/** Packs the engine as a tarball that npm installs without a network: npm run pack:engine [-- <folder>]. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ENGINE_VERSION } from '../packages/engine/src/protocol.ts';
import { compilePackage, compileSources, copyPackage, folderOf, manifestOf } from './house/compiled-package.ts';
import { root } from './house/source-files.ts';

/** Our own packages that the engine imports. A package comes before those that it imports. */
const OURS = ['@millrace/wire', '@millrace/contract'];
const engine = join(root, 'packages', 'engine');

/** Plain words where the Node at hand is too old for the program itself. */
const BIN = `#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error('millrace-engine needs Node 24.2 or newer, and this is ' + process.version + ': install a newer one.');
  process.exit(1);
}
const { runProgram } = await import('../dist/main.js');
await runProgram(process.argv.slice(2));
`;

function stage(folder: string): void {
  const { name, version } = manifestOf(engine);
  if (version !== ENGINE_VERSION)
    throw new Error(`The package has version ${version}, its program says ${ENGINE_VERSION}: make them alike`);
  const modules = join(folder, 'node_modules');
  const wanted = compileSources(join(engine, 'src'), ['main.ts', 'spawner-thread.ts', 'guard-process.ts'], join(folder, 'dist'));
  /** Each package by the folder from which it is found. */
  const from = new Map([...wanted].map((one) => [one, engine]));
  for (const own of OURS) {
    const imports = [...from.keys()].filter((one) => one === own || one.startsWith(`${own}/`));
    for (const one of imports) from.delete(one);
    const source = folderOf(own, engine);
    for (const one of compilePackage(source, imports, join(modules, own))) from.set(one, source);
  }
  for (const [one, source] of from) copyPackage(one, source, modules);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'millrace-engine.js'), BIN, { mode: 0o755 });
  for (const file of ['README.md']) cpSync(join(engine, file), join(folder, file));
  for (const file of ['LICENSE', 'docs/engines.md', 'deploy']) cpSync(join(root, file), join(folder, file), { recursive: true });
  const dependencies = Object.fromEntries([...OURS, ...from.keys()].map((one) => [one, manifestOf(join(modules, one)).version]));
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
    // Inside the tarball: an engine stands where there may be no registry.
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
