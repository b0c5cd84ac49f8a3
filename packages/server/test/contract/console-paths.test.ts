/** The console and the API have different paths on the same server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAVIGATION, SEGMENTS } from '../../../console/src/app/sections.ts';
import { apiFeatures, watchFeatures } from '../../src/api.ts';
import { ASSETS_PATH } from '../../src/sites/serve-console.ts';
import { MANUAL_PATH } from '../../src/sites/serve-manual.ts';

const segmentOf = (path: string): string => path.split('/')[1] ?? '';
/** The paths that `serveDocs` and `serveManual` serve. */
const OF_DOCUMENTS = ['docs', 'openapi.json', 'asyncapi.json', segmentOf(MANUAL_PATH)];

test('no section of the console has the first part of a path of the API', () => {
  const routes = [...apiFeatures, ...watchFeatures].flatMap(({ endpoints, pages }) => [...endpoints, ...(pages?.routes ?? [])]);
  const taken = new Set([...routes.map(({ route }) => segmentOf(route)), ...OF_DOCUMENTS]);
  assert.ok(taken.has('orchestration') && taken.has('login'), 'the search found too few paths');
  assert.deepEqual(
    [...SEGMENTS, segmentOf(ASSETS_PATH)].filter((segment) => taken.has(segment)),
    [],
    'choose another name for the section in packages/console/src/app/sections.ts',
  );
});

test('the server serves the console below the path of each entry of its navigation', () => {
  const served = new Set<string>(['', ...SEGMENTS]);
  assert.deepEqual(
    NAVIGATION.flatMap(({ entries }) => entries.map(({ path }) => path)).filter((path) => !served.has(segmentOf(path))),
    [],
  );
});
