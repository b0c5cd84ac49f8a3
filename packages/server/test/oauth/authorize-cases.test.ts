// run: in parts because it calls every operation
/** Each row of the table of negative cases of the authorisation endpoint, in a browser in which a person is signed in. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseLedger } from '@millrace/contract/ledgers';
import { AUTHORIZATION_TABLES, authorizing, CALLBACK } from '../../src/features/oauth/oauth/authorize/authorizing.fixture.ts';
import { always, operationTests, assertEach } from '../support/matrix.ts';
import { operationsOfThisRun, type MatrixEntry } from '../support/matrix-part.ts';
import { startTestServer } from '../support/server.ts';

const COLUMNS = ['field', 'change', 'status', 'error', 'standard'] as const;
const rows = parseLedger(readFileSync(new URL('authorize-cases.tsv', import.meta.url), 'utf8'), 'authorize-cases.tsv', COLUMNS);
const JSON_ONLY = { accept: 'application/json' };
const fields: readonly MatrixEntry[] = [...new Set(rows.map(({ field }) => field))].map((field) => ({
  route: 'GET /oauth/authorize',
  request: field,
}));

if (operationsOfThisRun(fields).length > 0) await testAuthorizeCases();

async function testAuthorizeCases(): Promise<void> {
  const server = await startTestServer();
  const { trusted, path, signedIn, broughtBy } = authorizing(server);
  const client = await trusted();
  const other = await trusted({ redirectUris: ['https://other.example.com/callback'] });
  const { browser } = await signedIn();

  /** The values that a change gives a parameter. */
  function changed(field: string, change: string): undefined | string | string[] {
    const good = new URLSearchParams(path(client).split('?')[1]).get(field) ?? '';
    const values: Record<string, string | string[] | undefined> = {
      missing: undefined,
      empty: '',
      twice: [good, good],
      long: 'x'.repeat(5000),
      tampered: `${good}x`,
      short: good.slice(1),
      foreign: field === 'client_id' ? other : 'https://other.example.com/callback',
      unknown: field === 'client_id' ? crypto.randomUUID() : 'unknown',
      beyond: 'admin_classic',
    };
    return change in values ? values[change] : change;
  }

  async function refusesChanges({ request }: MatrixEntry): Promise<void> {
    const before = await server.count(...AUTHORIZATION_TABLES);
    await assertEach(
      rows.filter(({ field }) => field === request),
      async ({ field, change, status, error }) => {
        const page = await browser.open(path(client, { [field]: changed(field, change) }), JSON_ONLY);
        const seen = page.status === 400 ? { ...JSON.parse(page.html), iss: server.url } : broughtBy(page, CALLBACK);
        assert.deepEqual([page.status, seen.error, seen.iss], [Number(status), error, server.url], page.html);
        assert.equal(page.status === 400, page.location === null, 'nothing leads on to an address that is not known');
        assert.equal('code' in seen, false);
      },
      ({ change }) => change,
    );
    assert.deepEqual(await server.count(...AUTHORIZATION_TABLES), before);
    assert.ok(broughtBy(await browser.open(path(client)))['code'], 'the unchanged request brings a code');
  }

  for (const { title, holds } of operationTests(fields, { 'each change of the field is refused': [always, refusesChanges] }))
    test(`negative cases: ${title}`, holds);
}
