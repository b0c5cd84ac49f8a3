/** The commands that run without the packages for development import none of them. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importEdges } from '../house/folder-graph.ts';
import { readSources, readText, root } from '../house/source-files.ts';
import { manifestOf } from '../packing/compiled-package.ts';
import { ENGINE_PROGRAMS } from '../packing/program-package.ts';
import { RUNNING_COMMANDS } from './packages.mjs';

/** The programs that these commands and the launcher start, and the sources of the pages, which a start builds. */
const PROGRAMS = [
  'packages/server/src/features/orchestration/connections/probes/worker.ts',
  ...['main.ts', ...ENGINE_PROGRAMS].map((path) => `packages/engine/src/${path}`),
  ...['console', 'manual'].map((name) => `packages/${name}/scripts/build.ts`),
  'packages/console/src/main.tsx',
  'packages/manual/browser/manual.ts',
];

type Locked = { dev?: boolean; devOptional?: boolean };
const locked = (JSON.parse(readText('package-lock.json')) as { packages: Record<string, Locked> }).packages;

/** Returns the file of an import of a package of this repository, undefined for another package. */
function ownFile(specifier: string): string | undefined {
  const [, name = '', path = ''] = /^@millrace\/([^/]+)(.*)$/.exec(specifier) ?? [];
  return name === '' ? undefined : `packages/${name}/${manifestOf(join(root, 'packages', name)).exports?.[`.${path}`]?.slice(2)}`;
}

/** Returns whether a package is there without the packages for development: the package that imports it depends on it, or npm puts it beside all. */
function isDeclared(name: string, file: string): boolean {
  const [, folder] = /^(packages\/[^/]+)\//.exec(file) ?? [];
  if (folder === undefined) {
    const { dev = false, devOptional = false } = locked[`node_modules/${name}`] ?? { dev: true };
    return !dev && !devOptional;
  }
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(join(root, folder));
  return name in dependencies || name in optionalDependencies;
}

test('the commands that run without the packages for development, and what they start, import only packages that are then installed', () => {
  const reached = new Set([...RUNNING_COMMANDS.map((command) => `scripts/${command}.ts`), ...PROGRAMS]);
  for (const path of reached) assert.ok(existsSync(join(root, path)), path);
  const missing: string[] = [];
  const packages = new Set<string>();
  for (const file of reached)
    for (const { to, line, relative, typeOnly } of importEdges(readSources(file))) {
      if (typeOnly) continue;
      const own = relative ? to : ownFile(to);
      if (own !== undefined) reached.add(own);
      else if (!to.startsWith('node:')) {
        const name = to.split('/', to.startsWith('@') ? 2 : 1).join('/');
        packages.add(name);
        if (!isDeclared(name, file)) missing.push(`${file}:${line} imports ${name}`);
      }
    }
  assert.deepEqual(missing, []);
  for (const name of ['fastify', 'koffi', 'commander', 'vite', 'react', 'markdown-it']) assert.ok(packages.has(name), name);
});
