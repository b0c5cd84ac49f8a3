import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCOPES } from '@millrace/contract';
import { Browser, type SeenPage } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { createPublicClient } from '../../oauth/oauth/clients/oauth.fixture.ts';
import { askCodes, decide, typeCode } from '../../oauth/oauth/devices/devices.fixture.ts';
import type { PageText } from './page-texts-en.ts';
import { pageLanguageOf, PAGE_TEXTS } from './page-texts.ts';
import { SCOPE_TEXTS } from './scope-texts.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { make, url } = server;
const GERMAN = { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' };

const assertIn = (language: string, { status, html, headers }: SeenPage, words: string, wanted = 200): void => {
  assert.equal(status, wanted, html);
  assert.ok(html.startsWith(`<!doctype html>\n<html lang="${language}">`), html);
  assert.ok(html.includes(words), `${words} in ${html}`);
  assert.doesNotMatch(html, /<script|undefined|\{\w+\}/);
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-[^ ]+'; img-src data:;/);
};

const assertGerman = (seen: SeenPage, words: string, wanted = 200): void => assertIn('de', seen, words, wanted);

describe('sign-in.page.language', () => {
  test('sign-in.page.language: the supported language with the greatest weight in the header', () => {
    const wanted: [string | undefined, string][] = [
      [undefined, 'en'],
      ['', 'en'],
      ['de', 'de'],
      ['DE-at', 'de'],
      ['it-IT, de;q=0.5, en;q=0.4', 'de'],
      ['fr-CA, de;q=0.5, en;q=0.4', 'fr'],
      ['en;q=0.1, ja-JP', 'ja'],
      ['en-GB, de', 'en'],
      ['de;q=0.3, en;q=0.7', 'en'],
      ['en;q=0, de;q=0.1', 'de'],
      ['de;q=x', 'en'],
      ['*', 'en'],
      ['deutsch', 'en'],
      [`${'x,'.repeat(5000)}de`, 'de'],
    ];
    for (const [header, language] of wanted) assert.equal(pageLanguageOf(header), language, header);
  });

  test('sign-in.page.language: the texts have the same values in each language', () => {
    const valuesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).toSorted();
    for (const texts of Object.values(PAGE_TEXTS))
      for (const [name, text] of Object.entries(texts)) assert.deepEqual(valuesOf(text), valuesOf(PAGE_TEXTS.en[name as PageText]), text);
  });

  test('sign-in.page.language: each scope has its words in each language', () => {
    assert.deepEqual(Object.keys(SCOPE_TEXTS).toSorted(), Object.keys(SCOPES).toSorted());
  });

  test('sign-in.page.language: the pages of a sign-in, and their refusals', async () => {
    const { login } = await make.person();
    const browser = new Browser(url, GERMAN);
    const form = await browser.open('/login');
    assertGerman(form, 'Anmelden');
    assertGerman(await browser.open('/login?notice=signed-out'), 'Sie sind abgemeldet.');
    assertGerman(await browser.send(form, { login, password: 'wrong' }), 'Der Login oder das Passwort ist falsch.', 403);
    assertGerman(await browser.open('/forgot'), 'Ein anderes Passwort');
    assertGerman(await browser.open('/set-password?token=unknown'), 'Dieser Link funktioniert nicht', 404);
    assertGerman(await browser.post('/login', { login, password: 'x', form_token: 'x' }), 'Das hat nicht geklappt', 403);
    assertIn('en', await new Browser(url).open('/login'), 'Sign in');
  });

  test('sign-in.page.language: French and Japanese', async () => {
    const { login, password } = await make.person();
    for (const [language, signIn, refused, account] of [
      ['fr', 'Se connecter', 'L’identifiant ou le mot de passe est incorrect.', 'Votre compte'],
      ['ja', 'サインイン', 'ログイン名またはパスワードが正しくありません。', 'アカウント'],
    ] as const) {
      const browser = new Browser(url, { 'accept-language': language });
      const form = await browser.open('/login');
      assertIn(language, form, signIn);
      assertIn(language, await browser.send(form, { login, password: 'wrong' }), refused, 403);
      assert.equal((await browser.signIn(login, password)).status, 303);
      assertIn(language, await browser.open('/account'), `<h1>${account}</h1>`);
    }
  });

  test('sign-in.page.language: the page of an account, its notices and its refusals', async () => {
    const { login, password } = await make.person();
    const browser = new Browser(url, GERMAN);
    assert.equal((await browser.signIn(login, password)).status, 303);
    const account = await browser.open('/account');
    for (const words of [
      '<h1>Ihr Konto</h1>',
      'Abmelden',
      'Jetziges Passwort',
      'Zweiter Faktor',
      'Ausgeschaltet.',
      'zuletzt benutzt',
      'Alle anderen beenden',
    ])
      assertGerman(account, words);
    for (const english of ['Password', 'Sessions', 'Sign out', 'Current', 'Programs', 'last used'])
      assert.ok(!account.html.replaceAll(/<style>[^]*<\/style>/g, '').includes(english), english);
    const fields = { present: 'wrong', password: 'a new passphrase', repeated: 'a new passphrase' };
    assertGerman(await browser.send(account, fields, '/account/password'), 'Das jetzige Passwort ist falsch.', 403);
    assertGerman(await browser.send(account, { ...fields, password: 'short' }, '/account/password'), 'Das Passwort ist zu kurz', 400);
    assertGerman(await browser.send(account, { confirmation: 'wrong' }, '/account/second-factor'), 'Das jetzige Passwort ist falsch.', 403);
    assertGerman(await browser.open('/account?done=password'), 'Ihr Passwort ist geändert.');
    assertGerman(await browser.open('/account?done=constructor'), 'Ihr Konto');
    for (let number = 0; number < 8; number += 1) await browser.send(account, fields, '/account/password');
    assertGerman(await browser.send(account, fields, '/account/password'), 'Zu viele Versuche.', 429);
  });

  test('sign-in.page.language: the second factor, and the consent', async () => {
    const { login, password } = await make.person();
    const browser = new Browser(url, GERMAN);
    const signedIn = await browser.send(await browser.open('/login?return_to=/account'), { login, password });
    assert.equal(signedIn.status, 303);
    const account = await browser.open('/account');
    const setUp = await browser.send(account, { confirmation: password }, '/account/second-factor');
    assertGerman(await browser.open(setUp.location ?? ''), 'Zweiten Faktor einrichten');
    const client = await createPublicClient(server, { clientName: 'Report <b>', redirectUris: ['http://127.0.0.1/'] });
    const query = new URLSearchParams({
      client_id: client.id,
      response_type: 'code',
      scope: 'user_default',
      state: 'state of the client',
      redirect_uri: 'http://127.0.0.1:5000/',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const consent = await browser.open((await browser.open(`/oauth/authorize?${query}`)).location ?? '');
    assertGerman(consent, 'Report &lt;b&gt; erlauben, für Sie zu handeln?');
    assertGerman(consent, 'ein Programm auf Ihrem Computer (127.0.0.1:5000)');
    assertGerman(consent, '<li>Alles tun, was Sie tun dürfen, außer den Mandanten zu verwalten</li>');
    assert.ok(!consent.html.includes('Do all that'), consent.html);
    assertGerman(await browser.send(consent, { answer: 'refuse' }), 'Es geht weiter');
    assertGerman(await browser.send(consent, { answer: 'allow' }), 'Es geht weiter');
    const programs = await browser.open('/account');
    assertGerman(programs, 'Alles tun, was Sie tun dürfen, außer den Mandanten zu verwalten');
    assert.ok(!programs.html.includes('Do all that'), programs.html);
  });

  test('sign-in.page.language: the pages for a device', async () => {
    const client = await createPublicClient(server, { clientName: 'Field <tool>' });
    for (const [language, form, unknown, warning, asks, signedIn, refused] of [
      [
        'de',
        'Code, den das Gerät zeigt',
        'Mit diesem Code wartet kein Gerät.',
        'zeigt. Wenn Ihnen jemand',
        'möchte für Sie handeln',
        'Das Gerät ist angemeldet',
        'Abgelehnt',
      ],
      [
        'fr',
        'Code affiché par l’appareil',
        'Aucun appareil n’attend avec ce code.',
        'Si quelqu’un vous a envoyé le code',
        'demande à agir en votre nom',
        'L’appareil est connecté',
        'Accès refusé',
      ],
      [
        'ja',
        'デバイスに表示されているコード',
        'このコードで待機しているデバイスはありません。',
        'が表示されている場合にのみ',
        'の代わりに操作する許可',
        'デバイスがサインインしました',
        '拒否しました',
      ],
    ] as const) {
      const { login, password } = await make.person();
      const browser = new Browser(url, { 'accept-language': language });
      await browser.signIn(login, password);
      assertIn(language, await browser.open('/device'), form);
      assertIn(language, await typeCode(browser, 'BCDFGHJK'), unknown, 404);
      const { body: codes } = await askCodes(server, { client_id: client.id });
      const page = await typeCode(browser, codes.user_code);
      for (const words of [warning, asks, 'Field &lt;tool&gt;', `<code>${codes.user_code}</code>`, login]) assertIn(language, page, words);
      for (const english of ['Requested from', 'Allow', 'Time', 'Do all that'])
        assert.ok(!page.html.replaceAll(/<style>[^]*<\/style>/g, '').includes(english), english);
      assertIn(language, await browser.send(page, { decision: 'allow' }), signedIn);
      const { body: others } = await askCodes(server, { client_id: client.id });
      assertIn(language, await decide(browser, others.user_code, 'refuse'), refused);
      for (let number = 0; number < 10; number += 1) await typeCode(browser, 'wrong');
      const tooMany = await typeCode(browser, 'wrong');
      assert.deepEqual([tooMany.status, /Too many/.test(tooMany.html)], [429, false]);
    }
  });
});
