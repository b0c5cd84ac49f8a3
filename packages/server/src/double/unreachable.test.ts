/** A normal server has nothing of the local double. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importEdges } from '../../../../scripts/house/folder-graph.ts';
import { packageSources, readSources } from '../../../../scripts/house/source-files.ts';
import { startTestServer } from '../../test/support/server.ts';

const FOLDER = 'packages/server/src/double/';
const server = await startTestServer();

for (const operation of ['GET /double', 'GET /double/clock', 'PUT /double/clock', 'PUT /double/faults', 'PUT /double/state'])
  test(`${operation} is answered with 404`, async () => {
    const [method = '', path = ''] = operation.split(' ');
    const { status } = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${await server.make.administratorToken()}`, 'content-type': 'application/json' },
      ...(method === 'PUT' && { body: '{"frozen":true}' }),
    });
    assert.equal(status, 404);
  });

test('only npm start -- --double, npm run record and npm run replay import the double', () => {
  const sources = [...packageSources(), ...readSources('scripts/**/*.ts', 'soak/**/*.ts', 'bench/**/*.ts')].filter(({ isTest }) => !isTest);
  const importing = importEdges(sources).filter(({ from, to }) => to.startsWith(FOLDER) && !from.startsWith(FOLDER));
  assert.deepEqual([...new Set(importing.map(({ from }) => from))].toSorted(), [
    'scripts/record.ts',
    'scripts/replay.ts',
    'scripts/start.ts',
  ]);
  const setting = sources.filter(({ uses }) => uses.has('replaceClock') || uses.has('makeIdsBy')).map(({ path }) => path);
  assert.deepEqual(setting, [`${FOLDER}start-double.ts`]);
});
