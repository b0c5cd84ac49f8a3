import assert from 'node:assert/strict';
import { it } from 'node:test';

import { MillraceError } from '@millrace/client';
import { CommanderError } from 'commander';

import { EXIT, EXIT_CODES_HELP, exitCodeOf, describeFailure, Failure } from './failure.ts';

/** A refusal of the server; without a status, there was no answer. */
const refusal = (status: number | undefined, message: string, requestId?: string): MillraceError =>
  new MillraceError('GET /account/me', message, { status, requestId });

it('gives each kind of failure its own exit code', () => {
  const cases: [unknown, number][] = [
    [refusal(400, 'bad'), 1],
    [refusal(403, 'no'), 1],
    [refusal(500, 'fault'), 1],
    [new Error('disk full'), 1],
    [new Failure('usage', 'odd'), 2],
    [new CommanderError(1, 'commander.unknownOption', 'odd'), 2],
    [refusal(401, 'who?'), 3],
    [new Failure('notSignedIn', 'who?'), 3],
    [refusal(404, 'none'), 4],
    [new Failure('notFound', 'none'), 4],
    [refusal(undefined, 'No answer from http://127.0.0.1:8600: refused'), 5],
    [new Failure('interrupted', 'ended'), 130],
    [new CommanderError(0, 'commander.helpDisplayed', ''), 0],
  ];
  for (const [error, code] of cases) assert.equal(exitCodeOf(error), code, String(error));
});

it('lists every exit code in the help', () => {
  for (const code of Object.values(EXIT)) assert.match(EXIT_CODES_HELP, new RegExp(`^ +${code} +\\w`, 'm'));
});

it('describes a refusal in one line with the request id', () => {
  assert.equal(describeFailure(refusal(409, 'The name\nis taken.', '0198')), 'The name is taken. (request 0198)');
  assert.equal(describeFailure(refusal(409, 'The name is taken.')), 'The name is taken.');
});

it('says how to sign in when the token is refused', () => {
  assert.equal(
    describeFailure(refusal(401, 'The token is unknown.', '0198')),
    'The token is unknown. Sign in with `millrace login --url <address>`, or replace the token in MILLRACE_TOKEN or the file of --token-file. (request 0198)',
  );
});
