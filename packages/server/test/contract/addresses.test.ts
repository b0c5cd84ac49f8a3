/** The code of an operation is in the folder of its wing and section. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { operations } from '@millrace/contract';
import { readOperations } from '@millrace/contract/ledgers';
import { findPaths, packageSources, readText } from '../../../../scripts/house/source-files.ts';
import { folderOfSection, kebab, SECTION_FOLDERS } from '../../../../scripts/house/sections.ts';

const FEATURES = 'packages/server/src/features/';
const server = packageSources().filter((file) => file.path.startsWith('packages/server/src/') && !file.isTest);
const endpoints = server.flatMap((file) => file.endpoints.map((one) => ({ ...one, path: file.path, place: `${file.path}:${one.line}` })));
const known: Readonly<Record<string, { name: string; section: string }>> = operations;

/** Folders below a section: independent modules that are too large for one file. */
const MODULES = new Set([
  'oauth/oauth/authorize',
  'oauth/oauth/clients',
  'oauth/oauth/token',
  'orchestration/connections/probes',
  'oauth/oauth/devices',
  'orchestration/promotions/draft',
  'processing/dynamic-engines/packages',
  'processing/task-executions/explanations',
  'processing/task-executions/life-cycle',
  'processing/task-executions/lists',
]);

/** Sections of which the contract knows nothing: they serve no operations of their own. */
const INNER_SECTIONS = [
  'people',
  'single-sign-on',
  'outbox',
  'fan-out',
  'delivery-queue',
  'webhook-sender',
  'log-store',
  'firing',
  'held',
  'content',
];

/** A file with the operations of a section, or of one noun of it. */
const OPERATIONS = /\/(?:[a-z0-9-]+-)?operations\.ts$/;

describe('addresses', () => {
  test('every endpoint names an operation of the contract', () => {
    assert.deepEqual(
      endpoints.filter(({ route }) => !(route in known)).map(({ route, place }) => `${place}: ${route}`),
      [],
    );
  });

  test('each route has one endpoint', () => {
    const repeated = endpoints.filter(({ route }, index) => endpoints.findIndex((one) => one.route === route) !== index);
    assert.deepEqual(
      repeated.map(({ route, place }) => `${place}: ${route}`),
      [],
    );
  });

  test('each page is declared once, and is no operation of the contract', () => {
    const pages = server.flatMap(({ path }) =>
      [...readText(path).matchAll(/\b(?:page|ownPage)\(\s*'([A-Z]+ \/[^']*)'/g)].map(([, route = '']) => ({ route, path })),
    );
    assert.ok(pages.length >= 3, 'the search found too few pages');
    assert.deepEqual(
      pages.filter(({ route }, index) => route in known || pages.findIndex((one) => one.route === route) !== index),
      [],
    );
  });

  test('outside of types, a route literal occurs only in its endpoint or page', () => {
    const extra = server.flatMap(({ path }) =>
      [...readText(path).matchAll(/(?<!<|(?:endpoint|page|ownPage)\(\s*|\| )'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map(
        (match) => `${path}: ${match[1]}`,
      ),
    );
    assert.deepEqual(extra, [], 'a search for the literal must lead to the endpoint; types name it as Call<"…">');
  });

  test('an endpoint is in the folder of its section', () => {
    const misplaced = endpoints.flatMap(({ route, path }) => {
      const section = kebab(known[route]?.section ?? '');
      const folder = posix.dirname(path).slice(FEATURES.length).split('/');
      return folder.length === 2 && folder[1] === section && path.startsWith(FEATURES)
        ? []
        : [`${path}: ${route} belongs in features/<wing>/${section}/`];
    });
    assert.deepEqual(misplaced, []);
  });

  test('an endpoint has the name of the operation in the contract', () => {
    const misnamed = endpoints.flatMap(({ route, name, place }) => {
      const expected = known[route]?.name ?? '';
      return name === expected ? [] : [`${place}: ${route} must be ${expected}`];
    });
    assert.deepEqual(misnamed, []);
  });

  test('endpoints are in operations.ts of their section, which exports nothing else; large sections split it by noun', () => {
    const others = server.filter(({ endpoints: own, exports, path }) => {
      if (!OPERATIONS.test(path) || !path.startsWith(FEATURES)) return own.length > 0;
      return exports.length === 0 || exports.some(({ name }) => !own.some((one) => one.name === name));
    });
    assert.deepEqual(
      others.map(({ path }) => path),
      [],
    );
  });

  test('every section of the documents and of the contract has one folder', () => {
    const sections = new Set([
      ...readOperations().map((operation) => operation.section),
      ...Object.values(operations).map((operation) => operation.section),
    ]);
    assert.deepEqual(
      [...sections].filter((section) => folderOfSection(section) === undefined),
      [],
    );
    const names = SECTION_FOLDERS.map((folder) => posix.basename(folder));
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });

  test('a feature folder is a section of the contract or a known inner one, in a wing', () => {
    const folders = new Set(
      server.filter((file) => file.path.startsWith(FEATURES)).map((file) => posix.dirname(file.path).slice(FEATURES.length)),
    );
    const known = new Set([...findPaths('packages/contract/sections/*').map((path) => posix.basename(path)), ...INNER_SECTIONS]);
    const misplaced = [...folders].filter((folder) => {
      const [, section = '', ...deeper] = folder.split('/');
      return (deeper.length > 0 && !MODULES.has(folder)) || !known.has(section);
    });
    assert.deepEqual(misplaced, []);
  });
});
