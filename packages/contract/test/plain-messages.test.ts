import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMessage } from '../src/plain-messages.ts';

test('a refusal is complete without the operation that it names', () => {
  for (const [message, plain] of [
    [
      'The task is paused: resume it with PUT /orchestration/executables/tasks/7/pause and {"pause": false}.',
      'The task is paused: resume it.',
    ],
    ["There is no semantic type 'x': choose one of GET /datasets/semantic-types.", "There is no semantic type 'x': choose one."],
    ['Set it again, or take it over (POST /orchestration/ownerless-triggers/takeover).', 'Set it again, or take it over.'],
    ['Take it from them first, or use DELETE /account/roles/{id}.', 'Take it from them first.'],
    [
      "The user 'ada' has set a password: use POST /account/users/{id}/password-reset for another one.",
      "The user 'ada' has set a password.",
    ],
    [
      "body.eventTypes: there is no event type 'x'; GET /api/v1/webhooks/event-types lists them.",
      "eventTypes: there is no event type 'x'.",
    ],
    ['Call needs the token of GET /api/v1/csrf-token in the header X.', 'Call needs the token in the header X.'],
    ['Delete tokens of GET /api/v1/oauth-tokens that no program uses.', 'Delete tokens that no program uses.'],
    ["The name 'GET it' is taken.", "The name 'GET it' is taken."],
  ] as const)
    assert.equal(plainMessage(message), plain);
});
