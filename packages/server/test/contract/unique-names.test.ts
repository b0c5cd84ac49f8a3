/** Of two requests that want the same name at the same moment one gets it: for every name that is unique, by every way to it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { features } from '../../src/api.ts';
import { racesOn } from '../support/races.ts';
import { isRefused } from '../support/refusals.ts';
import { startTestServer, type Answer } from '../support/server.ts';

const ROUNDS = 3;
const server = await startTestServer();
const { call, count } = server;
const races = await racesOn(server);

describe('of two requests at the same moment one gets the name', () => {
  for (const [way, { code, adds, prepare }] of Object.entries(races))
    test(way, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const pair = await prepare(`Wanted ${crypto.randomUUID()}`);
        const before = adds === undefined ? {} : await count(adds);
        const answers: Answer[] = await Promise.all(pair.map((sent) => call(way, sent)));
        const [winner, loser] = answers.toSorted((one, other) => one.status - other.status);
        assert.ok(winner && loser && winner.status < 300, JSON.stringify(answers.map(({ status, body }) => [status, body])));
        isRefused(loser, 409, code);
        if (adds !== undefined) assert.deepEqual(await count(adds), { [adds]: (before[adds] ?? 0) + 1 });
      }
    });
});

/** Promotions that collide have tests of their own, which hold them in the middle. */
const ELSEWHERE = new Set(['POST /processing/executions/promotions']);

test('every unique name that a caller can take is among them', () => {
  const told = features
    .filter(({ endpoints }) => !endpoints.some((one) => ELSEWHERE.has(one.route)))
    .flatMap(({ constraints }) => Object.keys(constraints ?? {}))
    .filter((name) => name.endsWith('_once'));
  const raced = new Set(Object.values(races).map((one) => one.constraint));
  assert.deepEqual(
    told.filter((name) => !raced.has(name)),
    [],
  );
});
