// run: in parts because it sends thousands of requests
/** Each row of the table of negative cases, for each request and each proof of a client, as JSON and as a form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { always, operationTests, type CheckTable } from '../support/matrix.ts';
import { operationsOfThisRun, type MatrixEntry } from '../support/matrix-part.ts';
import { startTestServer, type Answer, type Sent, type TestServer } from '../support/server.ts';
import { readNegativeCases, type NegativeCase } from './negative-cases.ts';
import {
  assertionOf,
  basic,
  fits,
  foreignFields,
  goodRequest,
  PROOFS,
  REQUESTS,
  routeOf,
  type GoodRequest,
  type ProofName,
  type RequestName,
} from './requests.ts';
import { withHead, wrongAssertion } from './signer.ts';
import { bringAbout } from './situations.ts';

const TABLES = ['oauth_grant', 'oauth_refresh_token', 'oauth_code', 'oauth_revoked_token', 'oauth_device_code', 'account'];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const cases = readNegativeCases();

const asJson = (fields: object, headers: object): Sent => ({ token: undefined, body: fields, headers: { ...headers } });
const asForm = (fields: object, headers: object): Sent => ({
  token: undefined,
  text: new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined)).toString(),
  headers: { ...headers, ...FORM },
});

const tamper = (text: string): string => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;

/** The requests of a row, made from a good one to a server; each must be refused. */
function changed({ url }: TestServer, { field, change }: NegativeCase, good: GoodRequest, foreign: Record<string, string>): Sent[] {
  const { headers, client, other } = good;
  // A refused request also uses up its assertion.
  const current = (): Record<string, unknown> => ({
    ...good.fields,
    ...('client_assertion' in good.fields && assertionOf({ url }, client)),
  });
  const both = (more: object, head: object = headers): Sent[] => [
    asJson({ ...current(), ...more }, head),
    asForm({ ...current(), ...more }, head),
  ];
  if (field === 'Authorization') return both({}, wrongHeaders(client, other)[change]);
  if (field === 'body') return wrongBodies(current(), headers)[change] ?? [];
  if (field === '*') return Object.keys(good.fields).flatMap((name) => changedField(name, change, current(), headers));
  if (field === 'client_assertion' && change === 'added') return both(assertionOf({ url }, client));
  if (field === 'client_assertion' && change !== 'missing') return both({ [field]: wrongAssertion(change, client.id, url, client.signer) });
  const old = String(good.fields[field] ?? '');
  const values: Record<string, unknown> = {
    missing: undefined,
    empty: '',
    tampered: tamper(old),
    foreign: foreign[field],
    added: 'x',
    unknown: field === 'client_id' ? crypto.randomUUID() : 'unknown',
    'no id': 'x',
    beyond: 'classic_service.audit_logs_view',
    short: old.slice(0, 42),
    challenge: 'a'.repeat(43),
    unsigned: withHead(old, { alg: 'none', typ: 'at+jwt' }, () => ''),
  };
  return both({ [field]: change in values ? values[change] : change });
}

const wrongHeaders = (client: GoodRequest['client'], other: GoodRequest['client']): Record<string, Record<string, string>> => ({
  'no colon': basic(client.id),
  'no base64': { authorization: 'Basic !' },
  'broken escape': basic(`${client.id}:${client.secret}%`),
  'more after the secret': basic(`${client.id}:${client.secret}&x=1`),
  tampered: basic(`${client.id}:${tamper(client.secret)}`),
  'unknown client': basic(`${crypto.randomUUID()}:${client.secret}`),
  foreign: basic(`${other.id}:${other.secret}`),
});

function wrongBodies(fields: Record<string, unknown>, headers: Record<string, string>): Record<string, Sent[]> {
  const text = (content: string, type = 'application/json'): Sent => ({
    token: undefined,
    text: content,
    headers: { ...headers, 'content-type': type },
  });
  const json = JSON.stringify(fields);
  return {
    'not JSON': [text(json.slice(0, -1)), text('{'), text(`${json}x`)],
    'JSON list': [text(`[${json}]`), text('"text"'), text('1')],
    empty: [text('{}'), text('', FORM['content-type'])],
    query: [
      { ...asForm({}, headers), query: fields },
      { ...asJson({}, headers), query: fields },
    ],
    'plain text': [text(json, 'text/plain')],
    multipart: [text(json, 'multipart/form-data; boundary=x')],
    GET: [{ token: undefined, query: fields, headers }],
  };
}

function changedField(name: string, change: string, fields: Record<string, unknown>, headers: Record<string, string>): Sent[] {
  const long = 'x'.repeat(20_000);
  if (change === 'long') return [asJson({ ...fields, [name]: long }, headers), asForm({ ...fields, [name]: long }, headers)];
  if (change === 'list') return [asJson({ ...fields, [name]: [fields[name]] }, headers)];
  if (change === 'number') return [asJson({ ...fields, [name]: 1 }, headers)];
  assert.equal(change, 'twice');
  const form = asForm(fields, headers);
  return [{ ...form, text: `${form.text}&${new URLSearchParams({ [name]: String(fields[name]) })}` }];
}

/** Returns the difference between an answer and the refusal of a row; undefined if there is none. */
function deviation({ status, error, field }: NegativeCase, { status: actual, body, headers }: Answer): string | undefined {
  const expected = [status, error, true, field === 'Authorization' && error === 'invalid_client'];
  const isExplained = (body?.error_description ?? '') !== '' && (body?.errors?.[0].meta.code ?? '') !== '';
  const seen = [actual, body?.error, isExplained, field === 'Authorization' && headers.has('www-authenticate')];
  return isDeepStrictEqual(seen, expected) ? undefined : `expected ${expected}, not ${seen}: ${JSON.stringify(body)?.slice(0, 200)}`;
}

const assertRefusedAs = (row: NegativeCase, answer: Answer, title: string): void => assert.equal(deviation(row, answer), undefined, title);

/** A situation has several rows, for different requests. */
const titleOf = ({ requests, change }: NegativeCase): string => `${change} (${requests.join(', ')})`;

type Proven = MatrixEntry & { name: RequestName; proof: ProofName };
const proven: readonly Proven[] = REQUESTS.flatMap((name) =>
  PROOFS.filter((proof) => fits(name, proof)).map((proof) => ({ route: routeOf(name), request: `${name} by ${proof}`, name, proof })),
);
const hasRow = (row: NegativeCase, { name, proof }: Proven): boolean => row.requests.includes(name) && row.proofs.includes(proof);

if (operationsOfThisRun(proven).length > 0) await testNegativeCases();

async function testNegativeCases(): Promise<void> {
  const server = await startTestServer();
  const { call, count } = server;

  async function refusesChanges(entry: Proven): Promise<void> {
    const { name, proof } = entry;
    const rows = cases.filter((row) => row.field !== 'situation' && hasRow(row, entry));
    const good = await goodRequest(server, name, proof);
    const foreign = await foreignFields(server, proof, good);
    const deviations: string[] = [];
    for (const [field, ofField] of Map.groupBy(rows, (row) => row.field)) {
      const tables = field === 'client_assertion' ? [...TABLES, 'oauth_used_assertion'] : TABLES;
      const before = await count(...tables);
      const requests = ofField
        .filter(({ change }) => change !== 'used')
        .flatMap((row) => {
          const sents = changed(server, row, good, foreign);
          if (sents.length === 0) deviations.push(`${field} ${row.change}: unknown change`);
          return sents.map((sent) => ({ row, sent }));
        });
      const found = await Promise.all(
        requests.map(async ({ row, sent }) => {
          const difference = deviation(row, await call(`${row.change === 'GET' ? 'GET' : 'POST'} ${good.path}`, sent));
          return difference === undefined ? [] : [`${field} ${row.change}: ${difference}`];
        }),
      );
      deviations.push(...found.flat());
      if (!isDeepStrictEqual(await count(...tables), before)) deviations.push(`changes of ${field} left rows`);
    }
    assert.deepEqual(deviations, []);
    const answer = await call(`POST ${good.path}`, asForm(good.fields, good.headers));
    assert.equal(answer.status, 200, `the refusals used nothing up: ${JSON.stringify(answer.body)}`);
    const replayed = rows.find(({ field, change }) => field === 'client_assertion' && change === 'used');
    if (replayed) assertRefusedAs(replayed, await call(`POST ${good.path}`, asForm(good.fields, good.headers)), 'a used assertion');
  }

  async function refusesIn(row: NegativeCase, { name, proof }: Proven): Promise<void> {
    const good = await goodRequest(server, name, proof);
    await bringAbout(server, row.change, good);
    const fields = { ...good.fields, ...(proof === 'assertion' && assertionOf(server, good.client)) };
    const before = await count(...TABLES);
    assertRefusedAs(row, await call(`POST ${good.path}`, asJson(fields, good.headers)), row.change);
    // The second use of a code ends the grant of the first one.
    const ended = name === 'code' && row.change === 'used' ? 1 : 0;
    const { oauth_grant: grants = 0, oauth_refresh_token: refreshTokens = 0 } = before;
    assert.deepEqual(await count(...TABLES), { ...before, oauth_grant: grants - ended, oauth_refresh_token: refreshTokens - ended });
  }

  // One after the other, because a situation may be that of all requests, for example that all codes are old.
  const situations = cases
    .filter(({ field }) => field === 'situation')
    .map((row): CheckTable<Proven> => ({ [titleOf(row)]: [(entry) => hasRow(row, entry), (entry) => refusesIn(row, entry)] }));

  for (const { title, holds } of operationTests(
    proven,
    { 'each change of the request is refused': [always, refusesChanges] },
    ...situations,
  ))
    test(`negative cases: ${title}`, holds);
}
