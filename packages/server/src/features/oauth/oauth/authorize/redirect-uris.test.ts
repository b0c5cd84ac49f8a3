/** Redirect URIs that resemble registered ones: variants from one seed, sent to the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser } from '../../../../../test/support/browser.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { authorizing } from './authorizing.fixture.ts';

const server = await startTestServer();
const { trusted, path } = authorizing(server);
const browser = new Browser(server.url);

const SEED = 19;
const VARIANTS = 600;
const AT_ONCE = 20;

/** Numbers between 0 and 1 that are the same in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Change = (uri: string, random: () => number) => string;

const randomIndex = (uri: string, random: () => number): number => Math.floor(random() * (uri.length + 1));
const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;
const insert =
  (texts: readonly string[]): Change =>
  (uri, random) => {
    const position = randomIndex(uri, random);
    return uri.slice(0, position) + pick(texts, random) + uri.slice(position);
  };
const replaceOne =
  (change: (character: string) => string): Change =>
  (uri, random) => {
    const position = Math.min(randomIndex(uri, random), uri.length - 1);
    return uri.slice(0, position) + change(uri[position] ?? '') + uri.slice(position + 1);
  };
const append =
  (texts: readonly string[]): Change =>
  (uri, random) =>
    uri + pick(texts, random);
const afterHost =
  (texts: readonly string[]): Change =>
  (uri, random) =>
    uri.replace(/^(\S+?:\/\/[^/?]*)/, (host) => host + pick(texts, random));

const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const CHANGES: readonly Change[] = [
  replaceOne((character) => (character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase())),
  replaceOne(percent),
  replaceOne((character) => percent(percent(character))),
  replaceOne((character) => percent(character).toUpperCase()),
  replaceOne(() => ''),
  replaceOne((character) => character + character),
  // Letters that look like ASCII letters, or that a program may convert to ASCII.
  replaceOne((character) => ({ a: 'а', e: 'е', o: 'ο', '.': '。', '/': '⁄', '1': '１', ':': '：', c: 'ｃ' })[character] ?? 'ß'),
  insert([
    '/.',
    '/..',
    '/%2e%2e',
    '/%2e',
    '//',
    '\\',
    '%5c',
    ';',
    ' ',
    '%20',
    '+',
    '\t',
    '\n',
    '\r\n',
    '%0d%0a',
    '\0',
    '%00',
    '​',
    'é',
    '#',
    '?',
    '&',
    '@',
  ]),
  append([
    '/',
    '.',
    ' ',
    '#',
    '#fragment',
    '?',
    '&a=b',
    '?a=b',
    '/../',
    '%2f',
    '%20',
    '\0',
    '%00',
    '\n',
    '\\',
    ';',
    '@evil.example.com',
    '.evil.example.com',
  ]),
  afterHost([
    '.',
    ':443',
    ':80',
    ':8443',
    ':0',
    ':',
    ':65536',
    ':99999',
    ':080',
    ':+80',
    ':1a',
    '.evil.example.com',
    '@evil.example.com',
    '%2eevil.example.com',
    '\\@evil.example.com',
    '#@evil.example.com',
    '?@evil.example.com',
  ]),
  (uri, random) =>
    uri.replace('://', `://${pick(['evil@', 'evil:secret@', '@', 'evil.example.com@', 'evil.example.com/', 'www.', 'a.'], random)}`),
  (uri, random) => uri.replace(/^[^:]+/, pick(['http', 'https', 'HTTPS', 'javascript', 'data', 'ftp', 'file', '', 'https:https'], random)),
  (uri, random) => pick(['https://evil.example.com/?', 'https://evil.example.com/', '//', ' ', '\t', '/', 'javascript:'], random) + uri,
  (uri) => uri.replace('://', ':/'),
  (uri) => uri.replace('://', ':'),
  (uri) => uri.replace('//', String.raw`\\`),
  (uri) => encodeURIComponent(uri),
  (uri) => uri.split('').toReversed().join(''),
  (uri, random) =>
    uri.replace(
      /127\.0\.0\.1|\[::1\]|localhost/,
      pick(
        [
          '127.1',
          '0.0.0.0',
          '2130706433',
          '0x7f.1',
          '127.0.0.2',
          '[::]',
          '[0:0:0:0:0:0:0:1]',
          '[::ffff:127.0.0.1]',
          'localhost.',
          'LOCALHOST',
          'localhost.evil.example.com',
        ],
        random,
      ),
    ),
];

/** Returns whether only the port differs from a registered loopback address. */
const differsInPort = (uri: string, registered: string): boolean =>
  ['http://127.0.0.1', 'http://[::1]', 'http://localhost'].some((host) => {
    const rest = (text: string): string | undefined => (text.startsWith(host) ? text.slice(host.length).replace(/^:\d+/, '') : undefined);
    return rest(uri) !== undefined && rest(uri) === rest(registered);
  });

/** Returns whether the server redirects to an address. With prompt=none and without a session, it redirects at once with a refusal. */
async function goesTo(client: string, redirect_uri: string): Promise<boolean> {
  const { status, location, html } = await browser.open(path(client, { redirect_uri, prompt: 'none' }));
  if (status === 302) {
    const { searchParams, ...url } = new URL(location ?? '');
    assert.ok(searchParams.get('error') === 'login_required', `${redirect_uri} led to ${location} ${JSON.stringify(url)}`);
    return true;
  }
  assert.deepEqual([status, location, JSON.parse(html).errors[0].code], [400, null, 'OAUTH-1'], redirect_uri);
  return false;
}

const CLIENTS: readonly { appType: string; uri: string }[] = [
  { appType: 'web', uri: 'https://report.example.com/callback?from=millrace' },
  { appType: 'spa', uri: 'https://report.example.com:8443/a/b' },
  { appType: 'web', uri: 'https://example.com' },
  { appType: 'native', uri: 'http://127.0.0.1:8080/done' },
  { appType: 'native', uri: 'http://[::1]/done?a=b' },
  { appType: 'native', uri: 'http://localhost' },
  { appType: 'native', uri: 'com.example.app:/done' },
  { appType: 'native', uri: 'https://app.example.com/done' },
];

test('oauth.authorize.redirect', async () => {
  const random = numbersFrom(SEED);
  let refused = 0;
  for (const { appType, uri } of CLIENTS) {
    const client = await trusted({ appType, redirectUris: [uri] });
    assert.ok(await goesTo(client, uri), uri);
    const variants = new Set<string>();
    while (variants.size < VARIANTS) {
      let changed = uri;
      for (let changes = Math.ceil(random() * 2); changes > 0; changes -= 1) changed = pick(CHANGES, random)(changed, random);
      // Half of a surrogate pair cannot be sent.
      if (changed !== uri && changed !== '') variants.add(changed.toWellFormed());
    }
    const waiting = [...variants];
    const work = async (): Promise<void> => {
      for (let variant = waiting.pop(); variant !== undefined; variant = waiting.pop()) {
        if (await goesTo(client, variant))
          assert.ok(appType === 'native' && differsInPort(variant, uri), `${variant} was accepted for ${uri}`);
        else refused += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  assert.ok(refused > CLIENTS.length * VARIANTS * 0.95, `only ${refused} were refused`);
});

test('oauth.authorize.redirect: a native client may use any port of a loopback address', async () => {
  const native = await trusted({
    appType: 'native',
    redirectUris: ['http://127.0.0.1:8080/done', 'http://[::1]/done?a=b', 'http://localhost'],
  });
  for (const uri of [
    'http://127.0.0.1/done',
    'http://127.0.0.1:1/done',
    'http://127.0.0.1:65535/done',
    'http://[::1]:4711/done?a=b',
    'http://localhost:4711',
  ])
    assert.ok(await goesTo(native, uri), uri);
  for (const uri of [
    'http://127.0.0.1:65536/done',
    'http://127.0.0.1:0/done',
    'http://127.0.0.1:08080/done',
    'http://127.0.0.1:/done',
    'http://127.0.0.1:8080/',
    'http://localhost:8080/done',
    'https://127.0.0.1:8080/done',
    'http://127.0.0.1:8080:80/done',
    'http://127.0.0.1:8080@evil.example.com/done',
    'http://localhost:80@evil.example.com',
    'http://localhost.evil.example.com',
    'http://localhost:4711/',
  ])
    assert.ok(!(await goesTo(native, uri)), uri);
});

test('oauth.authorize.redirect: the query of a redirect URI stays, and errors follow it', async () => {
  const uri = 'https://report.example.com/?a=b&code=no%20code&c=%2F';
  const client = await trusted({ redirectUris: [uri] });
  const { location } = await browser.open(path(client, { redirect_uri: uri, prompt: 'none' }));
  assert.ok(location?.startsWith(`${uri}&error=login_required&`), location ?? '');
});
