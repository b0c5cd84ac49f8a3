import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { formsOf } from './forms.ts';
import { SecretMask } from './secret-mask.ts';

const hide = (value: string, text: string): string => new SecretMask([value]).text(text);

const ODD = `pä&ss/wörd "2" <a+b> it's 100% \\o/ ünd €😀`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** The forms in which programs write the value. Those of Python are output of Python 3.11; those of Go and Gson follow their documentation. */
const WRITTEN: readonly (readonly [how: string, text: string])[] = [
  ['as it is', ODD],
  ['JSON', JSON.stringify(ODD)],
  ['JSON within JSON', JSON.stringify(JSON.stringify({ a: ODD }))],
  ['JSON of PHP', JSON.stringify(ODD).replaceAll('/', String.raw`\/`)],
  ['JSON of Python', String.raw`"p\u00e4&ss/w\u00f6rd \"2\" <a+b> it's 100% \\o/ \u00fcnd \u20ac\ud83d\ude00"`],
  ['JSON of Go', String.raw`"pä\u0026ss/wörd \"2\" \u003ca+b\u003e it's 100% \\o/ ünd €😀"`],
  ['JSON of Gson', String.raw`"pä\u0026ss/wörd \"2\" \u003ca+b\u003e it\u0027s 100% \\o/ ünd €😀"`],
  ['a text of JavaScript', inspect({ a: ODD.replaceAll("'", '') }).replaceAll(`its`, `it's`)],
  ['encodeURIComponent', `https://u:${encodeURIComponent(ODD)}@host/`],
  ['encodeURI', encodeURI(ODD)],
  ['a form', new URLSearchParams({ a: ODD }).toString()],
  ['quote of Python', 'p%C3%A4%26ss/w%C3%B6rd%20%222%22%20%3Ca%2Bb%3E%20it%27s%20100%25%20%5Co/%20%C3%BCnd%20%E2%82%AC%F0%9F%98%80'],
  ['quote_plus of Python', 'p%C3%A4%26ss%2Fw%C3%B6rd+%222%22+%3Ca%2Bb%3E+it%27s+100%25+%5Co%2F+%C3%BCnd+%E2%82%AC%F0%9F%98%80'],
  ['an address in lower case', encodeURIComponent(ODD).replaceAll(/%../g, (code) => code.toLowerCase())],
  ['XML', `<p>${ODD.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`],
  [
    'an attribute of XML',
    ODD.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ],
  ['base64', base64(ODD)],
  ['base64 without padding', base64(ODD).replaceAll('=', '')],
  ['base64url', Buffer.from(ODD).toString('base64url')],
  ['echo | base64', base64(`${ODD}\n`)],
  ['hexadecimal', Buffer.from(ODD).toString('hex')],
  ['hexadecimal in upper case', Buffer.from(ODD).toString('hex').toUpperCase()],
];

for (const [how, text] of WRITTEN) {
  test(`execution-logs.secrets.forms: ${how}`, () => {
    const rest = hide(ODD, text);
    assert.match(rest, /\*\*\*/);
    assert.doesNotMatch(rest, /ss|rd|100|nd|%/, `${text} became ${rest}`);
    assert.ok(rest.length < 30, rest);
  });
}

test('execution-logs.secrets.forms: base64 of a longer text shows no whole byte of the secret', () => {
  for (const user of ['u', 'us', 'use', 'user']) {
    for (const secret of ['swordfish', 'swordfish1', 'swordfish12']) {
      const header = `Authorization: Basic ${base64(`${user}:${secret}`)}`;
      const rest = hide(secret, header).replace('Authorization: Basic ', '');
      assert.match(rest, /^[\w+/]{0,7}\*\*\*[\w+/]?={0,2}$/, `${header} became ${rest}`);
      const [before = '', after = ''] = rest.split('***');
      assert.equal(Buffer.from(before, 'base64').toString(), `${user}:`.slice(0, Math.floor((before.length * 3) / 4)));
      assert.equal(Buffer.from(after, 'base64').length, 0);
    }
  }
});

test('execution-logs.secrets.forms: a key of several lines, whole, line by line, indented, in one line of JSON, with other line ends', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const lines = key.trim().split('\n');
  const secretLines = lines.filter((line) => !line.startsWith('-----'));
  const all = [
    key,
    key.replaceAll('\n', '\r\n'),
    key.trim(),
    JSON.stringify({ key }),
    JSON.stringify({ key: key.replaceAll('\n', '\r\n') }),
    encodeURIComponent(key),
    lines.map((line) => `   ${line}`).join('\n'),
    lines.toReversed().join('\n'),
    base64(key),
    base64(key.replaceAll('\n', '\r\n')),
    base64(key).replaceAll(/.{76}/g, '$&\n'),
    base64(key).replaceAll(/.{64}/g, '$&\r\n'),
  ];
  for (const text of all) {
    for (const secret of [key, key.replaceAll('\n', '\r\n')]) {
      const rest = hide(secret, text);
      assert.ok(rest.includes('***'), text);
      assert.ok(!secretLines.some((line) => rest.includes(line.slice(0, 8)) || rest.includes(encodeURIComponent(line).slice(0, 8))), rest);
      assert.doesNotMatch(rest.replaceAll(/(?:BEGIN|END) PRIVATE KEY/g, ''), /[\w+/]{20}/, rest);
    }
  }
  const [first = ''] = lines;
  assert.equal(hide(key, `<${first}> ${first}\n and more`), `<${first}> ${first}\n and more`, 'the first line of every key is the same');
});

test('execution-logs.secrets.forms: hexadecimal within a longer text, and in lines as of xxd -p', () => {
  const text = Buffer.from('user:swordfish-canary-of-more-than-thirty-bytes').toString('hex');
  const rest = hide('swordfish-canary-of-more-than-thirty-bytes', `<${text}>`);
  assert.equal(rest, `<${Buffer.from('user:').toString('hex')}***>`);
  const lines = (secret: string) => Buffer.from(secret).toString('hex').replaceAll(/.{60}/g, '$&\n');
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const secret of [key, `${'swordfish-'.repeat(9)}end`]) assert.doesNotMatch(hide(secret, lines(secret)), /[0-9a-f]{8}/, secret);
});

test('execution-logs.secrets.forms: a secret of JSON in several lines masks no bracket of other text', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n';
  const account = { type: 'service_account', private_key_id: 'f00dfeedf00dfeed', private_key: key, scopes: ['read'], more: { of: {} } };
  for (const secret of [JSON.stringify(account, null, 2), JSON.stringify(account, null, '\t').replaceAll('\n', '\r\n')]) {
    const others = ['{', '}', '},', '[', ']', '{ "rows": [{}, []] }', 'function () {\n  return {};\n}', ''];
    for (const other of others) assert.equal(hide(secret, other), other);
    for (const text of [secret, JSON.stringify(account, null, 2), JSON.stringify(account, null, '    '), JSON.stringify({ secret })]) {
      const rest = hide(secret, `{\n${text}\n}`);
      assert.match(rest, /^\{\n[^]*\*\*\*[^]*\n\}$/);
      assert.doesNotMatch(rest, /MIIEvQ|f00dfeed/, text);
    }
  }
});

test('execution-logs.secrets.forms: a value is also masked without the white space around it', () => {
  for (const value of ['swordfish\n', ' swordfish ', '\r\nswordfish\r\n\r\n']) assert.equal(hide(value, 'a swordfish.\n'), 'a ***.\n');
});

test('execution-logs.secrets.forms: short values, and single short lines of a value, are not masked', () => {
  assert.equal(hide('abc', 'abc'), 'abc');
  assert.equal(hide('€😀é', '€😀é'), '€😀é', 'three characters of nine bytes');
  assert.equal(hide('   a  ', 'a   a  '), 'a   a  ');
  assert.equal(hide('abcd', '<abcd>'), '<***>');
  assert.equal(hide('short\nlonger line', 'short, longer line, short\nlonger line'), 'short, ***, ***');
});

test('execution-logs.secrets.forms: a secret of many kilobytes is masked, also in part, and so is half a surrogate pair', () => {
  const large = Array.from({ length: 20_000 }, (_, index) => String.fromCharCode(33 + ((index * 7919 + (index >> 3)) % 90))).join('');
  for (const text of [large, JSON.stringify(large), base64(large)]) assert.match(hide(large, `<${text}>`), /^<"?\*\*\*"?>$/);
  assert.ok(formsOf([large]).every((form) => form.length <= 1024));
  assert.equal(hide('sword\ud83dfish', '<sword\ufffdfish>'), '<***>');
});
