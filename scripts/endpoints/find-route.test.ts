import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonParts, findRoutes, similarRoutes } from './find-route.ts';

const LIST = 'GET /tasks/executions';
const SEARCH = 'POST /tasks/executions';
const GET_ONE = 'GET /tasks/{taskId}';
const TRIGGERS = 'POST /orchestration/schedules/{scheduleId}/triggers';
const routes = [LIST, SEARCH, GET_ONE, TRIGGERS];

for (const [spelling, found] of [
  [TRIGGERS, [TRIGGERS]],
  ['POST /orchestration/schedules/42/triggers', [TRIGGERS]],
  ['post /orchestration/schedules/0198c2f0-0000-7000-8000-000000000000/triggers/', [TRIGGERS]],
  ['/orchestration/schedules/:id/triggers', [TRIGGERS]],
  ['POST http://localhost:8600/Orchestration/Schedules/{id}/triggers?limit=1#top', [TRIGGERS]],
  ['/tasks/executions', [LIST, SEARCH]],
  ['GET /tasks/executions', [LIST]],
  ['GET /tasks/42', [GET_ONE]],
  ['DELETE /tasks/42', []],
  ['/tasks', []],
  ['', []],
] as const) {
  test(`"${spelling}" matches ${found.join(' and ') || 'no route'}`, () => assert.deepEqual(findRoutes(spelling, routes), found));
}

test('a spelling that matches no route gets the most similar routes', () => {
  assert.deepEqual(similarRoutes('POST /schedules/triggers', routes).at(0), TRIGGERS);
  assert.deepEqual(similarRoutes('/nothing', routes), []);
});

test('a path has all its parts in common with a longer one that begins with it', () => {
  for (const [other, count] of [
    ['/plans', 1],
    ['/plans/{planId}/steps', 3],
    ['/plans/{planId}', 2],
    ['/tasks/{taskId}/steps', 0],
  ] as const)
    // prettier-ignore
    assert.equal(commonParts('/plans/{planId}/steps', other), count, other);
});
