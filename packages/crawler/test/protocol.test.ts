// run: waiting, in test:all because it runs the crawler as a program, once for each test
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { PortionSender } from '../src/portion-sender.ts';
import { type GivenAnswer, Receiver } from './receiver.ts';
import { type EndedRun, runCrawler } from './run-crawler.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-protocol-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'shop.db');
const database = new DatabaseSync(path);
database.exec('create table a (x); create table b (x); insert into a values (1)');
database.close();

const connection = { jdbcUrl: `jdbc:sqlite:${path}`, password: 'sesame-word' };
const crawl = (given: Receiver['given']): Promise<EndedRun> => runCrawler({ connection }, (receiver) => (receiver.given = given));
const KINDS = ['tables', 'observed', 'samples'];

describe('a portion is repeated until it is accepted', () => {
  for (const [title, fault] of [
    ['503', { status: 503, headers: { 'retry-after': '1' } }],
    ['500', { status: 500 }],
    ['429', { status: 429 }],
    ['a connection that is closed after the portion was stored', 'cut'],
  ] as const satisfies readonly (readonly [string, GivenAnswer])[])
    test(`after ${title}`, async () => {
      const { code, output, receiver } = await crawl((_, tries) => (tries < 3 ? fault : undefined));
      assert.equal(code, 0, output);
      assert.deepEqual([receiver.kinds, receiver.faults], [KINDS, []]);
      assert.deepEqual(receiver.requests, [1, 1, 1, 2, 2, 2, 3, 3, 3]);
      assert.equal(output.match(/\[WARN\] Millrace cannot accept a portion at the moment/g)?.length, 3);
    });

  test('and after a while the sender gives up, with the last reason', async () => {
    const receiver = await new Receiver().open();
    const options = { url: receiver.url, executionId: receiver.executionId, token: receiver.token, giveUpMilliseconds: 2000 };
    receiver.given = () => ({ status: 503 });
    const warnings: string[] = [];
    const sender = new PortionSender({ ...options, warn: (message) => warnings.push(message), firstPauseMilliseconds: 10 });
    await assert.rejects(sender.send('{"kind":"observed","isComplete":true}'), /did not accept a portion within 2 seconds: status 503/);
    assert.ok(receiver.requests.length > 2 && warnings.length === 1);
    await receiver.close();
    await assert.rejects(
      new PortionSender({ ...options, warn: () => {}, firstPauseMilliseconds: 10 }).send('{"kind":"observed","isComplete":true}'),
      /ECONNREFUSED/,
    );
  });
});

describe('a permanent refusal ends the crawl with one line', () => {
  for (const [status, body, message] of [
    [401, { message: 'The token is not known.' }, 'with status 401: The token is not known.'],
    [409, { errors: [{ title: 'Conflict', detail: 'The run has ended.' }] }, 'with status 409: The run has ended.'],
    [400, { message: 'x'.repeat(5000) }, `with status 400: ${'x'.repeat(300)}`],
    [413, {}, 'with status 413'],
    [200, { other: true }, 'in a form that this version does not know'],
    [302, {}, 'with status 302'],
  ] as const)
    test(`${status} ${message.slice(0, 60)}`, async () => {
      const given: GivenAnswer = { status, body, headers: { location: '/other' } };
      const { code, output, errors, receiver } = await crawl(({ kind }) => (kind === 'observed' ? given : undefined));
      assert.deepEqual([code, errors, receiver.requests], [1, '', [1, 2]]);
      const last = output.trimEnd().split('\n').at(-1) ?? '';
      assert.ok(last.startsWith('[ERROR] Millrace') && last.endsWith(status === 200 ? ': check MILLRACE_URL' : message), last);
      assert.doesNotMatch(output, /token-|sesame-word/);
    });
});

describe('an account that ends the crawl', () => {
  for (const number of [1, 2, 3])
    test(`ends it after portion ${number}, without a failure`, async () => {
      const ends: GivenAnswer = { status: 200, body: { known: [], ends: true } };
      const { code, output, receiver } = await crawl((portion) => (portion.number === number ? ends : undefined));
      assert.equal(code, 0, output);
      assert.match(output, /\[INFO\] An account has ended the crawl/);
      assert.equal(receiver.requests.at(-1), number);
      assert.deepEqual(receiver.kinds, KINDS.slice(0, number - 1));
    });
});
