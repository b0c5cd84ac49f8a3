import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfPassword, returnPath } from './rules.ts';

test('sign-in.password.rules', () => {
  const account = { login: 'ada.lovelace@example.com', email: 'Ada.of.Lovelace@example.com' };
  const refused: [string, RegExp][] = [
    ['', /too short: choose one with at least 12 characters/],
    ['elevenchars', /at least 12 characters/],
    ['🗝'.repeat(11), /too short: choose one with at least 12 characters/],
    ['x'.repeat(257), /at most 256 characters/],
    ['ADA.lovelace@example.com', /is your login or your email address/],
    ['ada.of.lovelace@example.com', /is your login or your email address/],
    ['ａｄａ.lovelace@example.com', /is your login or your email address/],
  ];
  for (const [password, message] of refused) assert.match(faultOfPassword(password, account) ?? '', message, password);
  for (const password of ['twelve chars', 'aaaaaaaaaaaa', '🗝'.repeat(12), 'x'.repeat(256), ' '.repeat(12), 'ada.lovelace@example.com!'])
    assert.equal(faultOfPassword(password, account), undefined, password);
});

test('sign-in.return.own', () => {
  for (const path of ['/', '/docs', '/account', '/a/b?c=d&e=/f', '/%2F/evil', '/path//evil', '/?x=//evil'])
    assert.equal(returnPath(path), path);
  const foreign = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    ' //evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/@evil.example/../..//evil.example',
    '%2F%2Fevil.example',
    '',
    '?',
    null,
    undefined,
    '/login',
    '/login?return_to=/login',
    '/logout',
  ];
  for (const wanted of foreign) assert.equal(returnPath(wanted), '/', String(wanted));
});
