import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRoutes, resembling } from './find-route.ts';

const LISTED = 'GET /tasks/executions';
const SEARCHED = 'POST /tasks/executions';
const OF_ONE = 'GET /tasks/{taskId}';
const TRIGGERS = 'POST /orchestration/schedules/{scheduleId}/triggers';
const routes = [LISTED, SEARCHED, OF_ONE, TRIGGERS];

for (const [spelling, found] of [
  [TRIGGERS, [TRIGGERS]],
  ['POST /orchestration/schedules/42/triggers', [TRIGGERS]],
  ['post /orchestration/schedules/0198c2f0-0000-7000-8000-000000000000/triggers/', [TRIGGERS]],
  ['/orchestration/schedules/:id/triggers', [TRIGGERS]],
  ['POST http://localhost:8600/Orchestration/Schedules/{id}/triggers?limit=1#top', [TRIGGERS]],
  ['/tasks/executions', [LISTED, SEARCHED]],
  ['GET /tasks/executions', [LISTED]],
  ['GET /tasks/42', [OF_ONE]],
  ['DELETE /tasks/42', []],
  ['/tasks', []],
  ['', []],
] as const) {
  test(`"${spelling}" means ${found.join(' and ') || 'nothing'}`, () => assert.deepEqual(findRoutes(spelling, routes), found));
}

test('what means nothing is told what is near', () => {
  assert.deepEqual(resembling('POST /schedules/triggers', routes).at(0), TRIGGERS);
  assert.deepEqual(resembling('/nothing', routes), []);
});
