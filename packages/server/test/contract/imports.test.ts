/** The allowed directions of imports. The linter checks who imports pg and fastify, and who reads the environment. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { importEdges, cyclesOf, type ImportEdge } from '../../../../scripts/house/folder-graph.ts';
import { packageSources, readText } from '../../../../scripts/house/source-files.ts';

const SERVER = 'packages/server/src/';
const CORE = `${SERVER}core/`;
const IDENTITY = `${SERVER}identity/`;
const FEATURES = `${SERVER}features/`;
/** The error formats of the parts of the API. */
const SURFACES = `${SERVER}surfaces/`;

const sources = packageSources().filter((file) => file.path.includes('/src/') && !file.isTest);
const edges = importEdges(sources);
const server = edges.filter((edge) => edge.from.startsWith(SERVER));
const within = server.filter((edge) => edge.relative);

const assertNone = (found: readonly ImportEdge[], rule: string): void =>
  assert.deepEqual(
    found.map((edge) => `${edge.from}:${edge.line} imports ${edge.to}`),
    [],
    rule,
  );
const featureOf = (path: string): string => path.slice(FEATURES.length).split('/').slice(0, 2).join('/');
const isFeature = (path: string): boolean => path.startsWith(FEATURES);
const baseOf = (path: string): string => posix.basename(path);

describe('packages', () => {
  /** The packages of this repository that each package may import; of those in `types` it may only import types. */
  const allowedImports: Readonly<Record<string, { values: readonly string[]; types?: readonly string[] }>> = {
    contract: { values: [] },
    wire: { values: [], types: ['@millrace/contract'] },
    calendar: { values: [], types: ['@millrace/contract'] },
    // The bundle of the crawler contains this file of the wire.
    crawler: { values: ['@millrace/wire/outbound-rules'], types: ['@millrace/contract'] },
    server: { values: ['@millrace/calendar', '@millrace/contract', '@millrace/crawler', '@millrace/wire'] },
    engine: { values: ['@millrace/contract', '@millrace/wire'] },
    cli: { values: ['@millrace/client', '@millrace/contract', '@millrace/wire'] },
    client: { values: ['@millrace/contract'] },
    console: { values: ['@millrace/contract'] },
    manual: { values: ['@millrace/contract/design-tokens'] },
  };
  const isOf = (specifier: string, name: string): boolean => specifier === name || specifier.startsWith(`${name}/`);
  /** The files that start the program of the engine. */
  const starters = new Set([`${SERVER}built-in-engine.ts`, 'packages/cli/src/commands/bundle/engine-program.ts']);

  test('import only the packages that they may use, and use the engine only as a program', () => {
    const foreign = edges.filter(({ from, to, relative, kind, typeOnly }) => {
      const [folder, name = ''] = from.split('/');
      if (relative) return !to.startsWith(`${folder}/${name}/src/`) && to !== `${folder}/${name}/package.json`;
      if (!to.startsWith('@millrace/')) return false;
      if (to === '@millrace/engine') return kind !== 'program' || !starters.has(from);
      const { values = [], types = [] } = allowedImports[name] ?? {};
      return ![...values, ...(typeOnly ? types : [])].some((one) => isOf(to, one));
    });
    assertNone(
      foreign,
      'engine and cli import only @millrace/contract and @millrace/wire, cli also @millrace/client, console and client the contract, the manual its design tokens, the server @millrace/calendar and @millrace/crawler, too; the calendar, the wire and the crawler import types of the contract only, the crawler the outbound rules of the wire, too',
    );
  });

  test('the contract has no dependencies, so that a browser can use it', () => {
    const manifest = JSON.parse(readText('packages/contract/package.json')) as Record<string, unknown>;
    const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies'];
    assert.deepEqual(
      kinds.filter((kind) => kind in manifest),
      [],
    );
    assertNone(
      edges.filter(
        ({ from, relative }) => from.startsWith('packages/contract/') && from !== 'packages/contract/src/ledgers.ts' && !relative,
      ),
      'the contract imports its own files only; ledgers.ts, which scripts and tests use, reads files by a module of Node',
    );
  });

  test('programs that must start fast do not import node:http, which also loads the fetch of Node', () => {
    const fast = ['crawler', 'engine', 'server', 'wire'].map((name) => `packages/${name}/src/`);
    assertNone(
      edges.filter(
        ({ from, to, typeOnly }) =>
          to === 'node:http' && !typeOnly && fast.some((folder) => from.startsWith(folder)) && !from.startsWith(`${SERVER}double/`),
      ),
      'import @millrace/wire/node-http instead; the double is loaded only where it is started',
    );
  });

  test('modules have no effect on import, except main.ts', () => {
    const acting = sources
      .filter((file) => !/^main\.tsx?$/.test(baseOf(file.path)))
      .flatMap((file) => file.effects.map((line) => `${file.path}:${line}`));
    assert.deepEqual(acting, [], 'modules export values; main.ts, or a guard `if (import.meta.main)`, starts things');
  });
});

describe('directions in the console', () => {
  const CONSOLE = 'packages/console/src/';
  const within = edges.filter(({ from, relative }) => from.startsWith(CONSOLE) && relative);
  const partOf = (path: string): string => path.slice(CONSOLE.length).split('/')[0] ?? '';

  test('text imports nothing, ui imports text, and neither imports a page', () =>
    assertNone(
      within.filter(
        ({ from, to }) =>
          (partOf(from) === 'text' && partOf(to) !== 'text') || (partOf(from) === 'ui' && !['ui', 'text'].includes(partOf(to))),
      ),
      'src/ui must not depend on a page',
    ));

  test('app imports pages only in its router, when they are opened', () =>
    assertNone(
      within.filter(
        ({ from, to, kind }) =>
          partOf(from) === 'app' &&
          partOf(to) === 'features' &&
          (from !== `${CONSOLE}app/router.ts` || (kind !== 'dynamic' && to.endsWith('.tsx'))),
      ),
      'a page is loaded when it is opened',
    ));
});

describe('directions in the server', () => {
  test('core imports only core, and types of the identity', () => {
    assertNone(
      within.filter(({ from, to, typeOnly }) => from.startsWith(CORE) && !to.startsWith(CORE) && !(to.startsWith(IDENTITY) && typeOnly)),
      'core/ is the lowest layer',
    );
  });

  test('core contains no word of a feature', () => {
    const words = /\b\w*(?:workspace|artifact|schedule|dataset|crawler|webhook|promotion|certification)\w*\b/gi;
    const found = sources
      .filter(({ path }) => path.startsWith(CORE))
      .flatMap(({ path }) =>
        // Settings are named for operators, and one file reads them all.
        [
          ...readText(path)
            .replaceAll(/MILLRACE_[A-Z_]+/g, '')
            .matchAll(words),
        ].map(([word]) => `${path}: ${word}`),
      );
    assert.deepEqual(found, []);
  });

  test('identity imports core only', () => {
    assertNone(
      within.filter(({ from, to }) => from.startsWith(IDENTITY) && !to.startsWith(IDENTITY) && !to.startsWith(CORE)),
      'identity/ imports core/ only',
    );
  });

  test('features import core, surfaces, types of the identity, and each other only through index.ts', () => {
    const wrong = within.filter(({ from, to, typeOnly }) => {
      if (!isFeature(from)) return false;
      if (isFeature(to)) return featureOf(from) !== featureOf(to) && baseOf(to) !== 'index.ts';
      return !to.startsWith(CORE) && !to.startsWith(SURFACES) && !(to.startsWith(IDENTITY) && typeOnly);
    });
    assertNone(wrong, 'import another feature only through its index.ts');
  });

  test('other parts of the server import features only through index.ts', () => {
    assertNone(
      within.filter(({ from, to }) => !isFeature(from) && isFeature(to) && baseOf(to) !== 'index.ts'),
      'import the feature’s index.ts',
    );
  });

  test('rows.ts and rules.ts are private to their folder', () => {
    const guarded = /^(?:.+-)?(?:rows|rules)\.ts$/;
    assertNone(
      within.filter(({ from, to }) => isFeature(to) && guarded.test(baseOf(to)) && posix.dirname(from) !== posix.dirname(to)),
      'private files',
    );
  });

  test('rules.ts and json.ts do not use the database', () => {
    const reaching = within.filter(({ from, to, typeOnly }) => {
      if (!isFeature(from) || typeOnly) return false;
      if (baseOf(from) === 'rules.ts') return /\/(?:[a-z-]+-)?(?:rows|json)\.ts$|core\/\w+\/(?:db|sql|clock|jobs|config)\.ts$/.test(to);
      return baseOf(from) === 'json.ts' && /\/(?:[a-z-]+-)?(?:rows|rules)\.ts$|core\/\w+\/(?:db|clock|jobs)\.ts$/.test(to);
    });
    assertNone(reaching, 'rules.ts and json.ts are functions of their arguments');
  });

  test('imports between folders have no cycle, not even of types', () => {
    const cycles = cyclesOf(
      // Core imports the types of the caller; identity uses the database of core. The tests above check both directions.
      within.filter(({ from, to, typeOnly }) => !(typeOnly && from.startsWith(CORE) && to.startsWith(IDENTITY))),
      (path) => posix.dirname(path).slice(SERVER.length - 1) || '/',
    );
    assert.equal(cycles.join('\n'), '');
  });
});

describe('the process and the clock are read in one place', () => {
  test('the command line reads the state of its process in main.ts only', () => {
    // Tests run many commands in one process, each with a shell of its own.
    const ambient = /\bprocess\.(?:env|cwd|argv|stdin|stdout|stderr|exit|on|once|pid)\b|\b(?:homedir|tmpdir)\(|\bconsole\./;
    const reading = sources.filter(({ path }) => path.startsWith('packages/cli/src/') && path !== 'packages/cli/src/main.ts');
    assert.deepEqual(
      reading.flatMap(({ path }) => {
        const found = ambient.exec(readText(path))?.[0];
        return found === undefined ? [] : [`${path} contains ${found}`];
      }),
      [],
      'take it from the shell (packages/cli/src/shell.ts)',
    );
  });

  test('the clock is read in core/base/clock.ts only', () => {
    const reading = sources.filter(({ path }) => path.startsWith(SERVER) && path !== `${CORE}base/clock.ts`);
    assert.deepEqual(
      reading.flatMap((file) => file.clock.map((line) => `${file.path}:${line} reads the clock`)),
      [],
    );
  });
});
