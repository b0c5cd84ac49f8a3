/** Each promise of docs/security.md names its tests, and what it lists is what the code has. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUILT_IN_ROLES, type Permission } from '@millrace/contract';
import { securityParts } from '../../../../scripts/house/security-promises.ts';
import { findPaths, readText } from '../../../../scripts/house/source-files.ts';
import { served } from '../support/operation-requests.ts';

const page = readText('docs/security.md');
const testFiles = findPaths('**/*.test.ts');

/** Beginnings of the parts that promise nothing: they explain, measure, or say what others decide. */
const WITHOUT_PROMISE = [
  'What Millrace protects, against whom, and how',
  'Each promise names its tests',
  'People can sign in through an identity provider',
  'Measured with `user`, against the last commit',
  'The p99 at 100 a second varies widely',
  '| | without | with | cost |',
  'A task can use processor, memory',
  '- **Separate what must stay separate**',
  '- A user with EXECUTE and AUTHOR can try hosts and ports',
  'These rules do not apply to tasks',
  'Changes directly in the database',
];

const parts = securityParts(page);
const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, word]) => word ?? []);

describe('docs/security.md', () => {
  test('each part names its tests, except those that promise nothing', () => {
    const silent = parts.filter(({ tests }) => tests.length === 0).map(({ text }) => text.slice(0, 80));
    const unexpected = silent.filter((part) => !WITHOUT_PROMISE.some((beginning) => part.startsWith(beginning)));
    assert.deepEqual(unexpected, [], 'write "Tests: `word`." below the promise');
    const stale = WITHOUT_PROMISE.filter((beginning) => !silent.some((part) => part.startsWith(beginning)));
    assert.deepEqual(stale, [], 'this part has tests, or is no longer on the page');
  });

  test('each named test is a word in the path of a test', () => {
    const words = [...new Set(parts.flatMap(({ tests }) => tests))];
    assert.ok(words.length > 80);
    const missing = words.filter((word) => !testFiles.some((file) => file.includes(word)));
    assert.deepEqual(missing, [], 'no path of a test contains the word: npm test -- word would run nothing');
  });

  test('the operations for callers without a token are those that need none', () => {
    const row = page.split('\n').find((line) => line.startsWith('| a caller without a token |')) ?? '';
    const listed = inBackticks(row).filter((word) => /^(?:GET|POST) \//.test(word));
    const open = served.filter(({ allow }) => allow === 'public').map(({ route }) => route as string);
    assert.deepEqual(listed.toSorted(), open.toSorted());
  });

  test('the built-in roles with the two permissions that reach all secrets are those that the page names', () => {
    const holders = (permission: Permission): string[] =>
      Object.keys(BUILT_IN_ROLES).filter((role) => BUILT_IN_ROLES[role]?.includes(permission));
    assert.deepEqual(holders('SVC_ENVIRONMENT_MANAGEMENT'), ['TenantAdmin', 'Environment Administrator']);
    assert.deepEqual(holders('SVC_CLUSTER_MANAGEMENT'), ['TenantAdmin', 'Infrastructure Administrator']);
    const text = page.replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /TenantAdmin has both, Environment Administrator has `SVC_ENVIRONMENT_MANAGEMENT`, and Infrastructure Administrator has `SVC_CLUSTER_MANAGEMENT`/,
    );
  });
});
