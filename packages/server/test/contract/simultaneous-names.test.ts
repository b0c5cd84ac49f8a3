// run: in parts because it calls every operation
/** If two requests use the same unique name at the same time, one succeeds and one is refused: for every unique name and every operation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { features } from '../../src/api.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { racesOn } from '../support/races.ts';
import { assertRefused } from '../support/refusals.ts';
import { startTestServer, type Answer } from '../support/server.ts';
import { served } from '../support/operation-requests.ts';

const ROUNDS = 3;
const server = await startTestServer();
const { call, count } = server;
const races = await racesOn(server);
const raced = served.flatMap(({ route }) => {
  const race = races[route];
  return race === undefined ? [] : [{ route, race }];
});

describe('of two simultaneous requests with the same name, one succeeds', () => {
  for (const { route, race } of operationsOfThisRun(raced))
    test(route, async () => {
      const { code, adds, prepare } = race;
      for (let round = 0; round < ROUNDS; round += 1) {
        const pair = await prepare(`Wanted ${crypto.randomUUID()}`);
        const before = adds === undefined ? {} : await count(adds);
        const answers: Answer[] = await Promise.all(pair.map((sent) => call(route, sent)));
        const [winner, loser] = answers.toSorted((a, b) => a.status - b.status);
        assert.ok(winner && loser && winner.status < 300, JSON.stringify(answers.map(({ status, body }) => [status, body])));
        assertRefused(loser, 409, code);
        if (adds !== undefined) assert.deepEqual(await count(adds), { [adds]: (before[adds] ?? 0) + 1 });
      }
    });
});

/** Simultaneous promotions have their own tests, which stop them in the middle. */
const TESTED_ELSEWHERE = new Set(['POST /processing/executions/promotions']);

test('every unique name that a caller can set is tested', () => {
  assert.equal(raced.length, Object.keys(races).length, 'each race is of an operation that is served');
  const uniqueNames = features
    .filter(({ endpoints }) => !endpoints.some((endpoint) => TESTED_ELSEWHERE.has(endpoint.route)))
    .flatMap(({ constraints }) => Object.keys(constraints ?? {}))
    .filter((name) => name.endsWith('_once'));
  const tested = new Set(Object.values(races).map((one) => one.constraint));
  assert.deepEqual(
    uniqueNames.filter((name) => !tested.has(name)),
    [],
  );
});
