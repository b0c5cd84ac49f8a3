import assert from 'node:assert/strict';
import { it } from 'node:test';

import { ApiError, UnreachableError } from '@millrace/contract/client';
import { CommanderError } from 'commander';

import { EXIT, EXIT_CODES_HELP, exitCodeOf, describeFailure, Failure } from './failure.ts';

it('gives each kind of failure its own exit code', () => {
  const cases: [unknown, number][] = [
    [new ApiError(400, 'bad'), 1],
    [new ApiError(403, 'no'), 1],
    [new ApiError(500, 'fault'), 1],
    [new Error('disk full'), 1],
    [new Failure('usage', 'odd'), 2],
    [new CommanderError(1, 'commander.unknownOption', 'odd'), 2],
    [new ApiError(401, 'who?'), 3],
    [new Failure('notSignedIn', 'who?'), 3],
    [new ApiError(404, 'none'), 4],
    [new Failure('notFound', 'none'), 4],
    [new UnreachableError('http://127.0.0.1:8600', new Error('refused')), 5],
    [new Failure('interrupted', 'ended'), 130],
    [new CommanderError(0, 'commander.helpDisplayed', ''), 0],
  ];
  for (const [error, code] of cases) assert.equal(exitCodeOf(error), code, String(error));
});

it('lists every exit code in the help', () => {
  for (const code of Object.values(EXIT)) assert.match(EXIT_CODES_HELP, new RegExp(`^ +${code} +\\w`, 'm'));
});

it('describes a refusal in one line with the request id', () => {
  assert.equal(describeFailure(new ApiError(409, 'The name\nis taken.', 'task_name_taken', '0198')), 'The name is taken. (request 0198)');
  assert.equal(describeFailure(new ApiError(409, 'The name is taken.')), 'The name is taken.');
});

it('says how to sign in when the token is refused', () => {
  assert.equal(
    describeFailure(new ApiError(401, 'The token is unknown.', undefined, '0198')),
    'The token is unknown. Sign in with `millrace login --url <address>`. (request 0198)',
  );
});
