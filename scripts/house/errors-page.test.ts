/** docs/errors.md says something about each error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_ADVICE } from './error-advice.ts';
import { knownErrors } from './errors-page.ts';
import { findPaths, readText } from './source-files.ts';

const errors = knownErrors();

test('each code has a message in the code that raises it, or advice', () => {
  assert.ok(errors.length > 150, 'the search found too few codes');
  const unexplained = errors.filter(({ code, messages }) => messages.size === 0 && ERROR_ADVICE[code] === undefined);
  assert.deepEqual(
    unexplained.map(({ code }) => code),
    [],
    'add what to do in scripts/house/error-advice.ts',
  );
});

test('a code whose messages do not say what to do has advice', () => {
  const withoutAdvice = errors.filter(
    ({ code, messages }) => ERROR_ADVICE[code] === undefined && ![...messages].some((message) => /: |[.…] [A-Z]/.test(message)),
  );
  assert.deepEqual(
    withoutAdvice.map(({ code, messages }) => [code, ...messages]),
    [],
    'say in the message what to do, or add it in scripts/house/error-advice.ts',
  );
});

test('advice is given for codes of the contract only', () => {
  const codes = new Set(errors.map(({ code }) => code));
  assert.deepEqual(
    Object.keys(ERROR_ADVICE).filter((code) => !codes.has(code)),
    [],
  );
});

test('the server uses each code', () => {
  const sources = findPaths('packages/server/src/**/*.ts')
    .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path))
    .map((path) => readText(path))
    .join('\n');
  assert.deepEqual(
    errors.map(({ code }) => code).filter((code) => !sources.includes(`'${code}'`)),
    [],
  );
});

test('messages are read with their values as ellipses', () => {
  const messages = (code: string) => [...(errors.find((error) => error.code === code)?.messages ?? [])];
  assert.ok(messages('not_found').includes("… '…' was not found."));
  assert.deepEqual(messages('webhook_disabled'), ['The webhook is disabled, so it sends nothing: enable it first.']);
});

test('a status that is a parameter is read from the type of the parameter', () => {
  assert.deepEqual([...(errors.find(({ code }) => code === 'run_profile_in_use')?.statuses ?? [])], ['406', '409']);
});
