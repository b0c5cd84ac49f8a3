/** docs/errors.md says something about each error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownErrors } from './errors-page.ts';
import { findPaths, readText } from './source-files.ts';

const errors = knownErrors();

test('each code has a message that says what to do, or advice', () => {
  assert.ok(errors.length > 150, 'the search found too few codes');
  const withoutAdvice = errors.filter(
    ({ advice, messages }) => advice === '' && ![...messages].some((message) => /: |[.…] [A-Z]/.test(message)),
  );
  assert.deepEqual(
    withoutAdvice.map(({ code, messages }) => [code, ...messages]),
    [],
    'say in the message what to do, or in packages/contract/src/codes.ts',
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
