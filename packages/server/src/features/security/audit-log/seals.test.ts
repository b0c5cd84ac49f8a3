import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { reencrypt } from '../../../core/secrets/encrypted-tables.ts';
import { createSecrets } from '../../../core/secrets/secrets.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { asAdministrator, testServerUrl } from '../../../../test/support/database.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { addEntries } from './entries.fixture.ts';
import { continueNumbers, insertEntries } from './entry.ts';
import { parseHead, sealKeyTable } from './seals.ts';
import { verifySeals, type VerifiedSeals } from './verify-seals.ts';

// Without a worker, only the tests seal.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { platform, make } = server;
const { db } = platform;
const tenant = await make.otherTenant();
const headFile = join(server.home, 'audit-head');

const verify = (heads: Parameters<typeof verifySeals>[1]['heads'] = []): Promise<VerifiedSeals> =>
  verifySeals(db, { secrets: platform.secrets, heads, onProgress: () => undefined });
const run = (statement: Sql): Promise<unknown> => db.writer.rows(statement);
const add = (...times: Date[]): Promise<string[]> =>
  addEntries(
    platform,
    times.map((at) => ({ tenant_id: tenant, at })),
  );
const month = (year: number, number: number, day = 15): Date => new Date(Date.UTC(year, number - 1, day));

beforeEach(async () => {
  await run(sql`truncate audit_entry, audit_seal, audit_seal_key, audit_hour`);
  await run(sql`select setval('audit_number', 1, false)`);
  await rm(headFile, { force: true });
});

/** Three seals of three entries each, of which the last two are of one block. */
async function chain(): Promise<string[]> {
  const first = await add(month(2026, 8), month(2026, 8), month(2026, 8));
  await runTimer(platform, 'seal-audit-log');
  const second = await add(month(2026, 8), month(2026, 9), month(2026, 9), month(2026, 9), month(2026, 8), month(2026, 8));
  await runTimer(platform, 'seal-audit-log');
  const { seals, entries, unsealed, fault } = await verify();
  assert.deepEqual({ seals, entries, unsealed, fault }, { seals: 3, entries: 9, unsealed: 0, fault: undefined });
  return [...first, ...second];
}

describe('audit-log.seal.chain', () => {
  test('seals each entry once, by month', async () => {
    await chain();
    await runTimer(platform, 'seal-audit-log');
    const seals = await db.reader.rows(sql`select month, place, previous_month, after, until, entries from audit_seal order by sequence`);
    assert.deepEqual(seals, [
      { month: '2026-08', place: 1, previous_month: null, after: 0, until: 3, entries: 3 },
      { month: '2026-08', place: 2, previous_month: '2026-08', after: 3, until: 9, entries: 3 },
      { month: '2026-09', place: 1, previous_month: '2026-08', after: 3, until: 9, entries: 3 },
    ]);
    assert.equal((await db.reader.only<{ sum: number }>(sql`select sum(entries)::int from audit_hour`)).sum, 9);
  });

  test('seals once when several processes seal at the same time', async () => {
    await add(...Array.from({ length: 20 }, () => month(2026, 8)));
    await Promise.all([runTimer(platform, 'seal-audit-log'), runTimer(platform, 'seal-audit-log'), runTimer(platform, 'seal-audit-log')]);
    const { seals, entries, fault } = await verify();
    assert.deepEqual({ seals, entries, fault }, { seals: 1, entries: 20, fault: undefined });
  });

  test('does not depend on the key of the install', async () => {
    await chain();
    const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
    await run(sql`truncate audit_seal, audit_seal_key`);
    await rm(headFile, { force: true });
    await runTimer({ ...platform, secrets: createSecrets([old]) }, 'seal-audit-log');
    const both = createSecrets([next, old]);
    assert.equal(await db.transaction((tx) => reencrypt(tx, both, sealKeyTable, 1)), 1);
    assert.equal(await db.transaction((tx) => reencrypt(tx, both, sealKeyTable, 1)), 0);
    assert.equal((await verifySeals(db, { secrets: createSecrets([next]), heads: [], onProgress: () => undefined })).fault, undefined);
  });
});

describe('audit-log.seal.late', () => {
  test('waits for transactions that may still add an earlier number', async () => {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasNumber, resolve: took } = Promise.withResolvers<void>();
    const entry = {
      tenant_id: tenant,
      account_id: undefined,
      action: 'groups.create-group',
      login: '',
      request_id: 'late',
      client_address: '',
    };
    const call = { method: 'POST', url: '/', user_agent: undefined, request_body: undefined, status: 201, response_body: undefined };
    const late = db.transaction(async (tx) => {
      await tx.rows(insertEntries([{ id: crypto.randomUUID(), ...entry, ...call }]));
      took();
      await mayCommit;
    });
    await hasNumber;
    await add(month(2026, 8));
    const sealing = runTimer(platform, 'seal-audit-log');
    // The process that seals has checked the open transactions at least once.
    await add(month(2026, 8));
    assert.equal((await verify()).seals, 0);
    commit();
    await late;
    await sealing;
    const { entries, fault } = await verify();
    assert.equal(fault, undefined);
    assert.ok(entries >= 2);
    const numbers = await db.reader.rows<{ number: number }>(sql`
      select e.number
      from audit_entry e
      where e.request_id = 'late'
        and e.number <= (select max(until) from audit_seal)`);
    assert.equal(numbers.length, 1);
  });

  test('a transaction of another database of the same database server holds up nothing', async () => {
    await asAdministrator(testServerUrl(), async (client) => {
      await client.query('begin; select pg_current_xact_id()');
      await add(month(2026, 8));
      await runTimer(platform, 'seal-audit-log');
      assert.equal((await verify()).unsealed, 0);
    });
  });

  test('the missing number of an entry that was rolled back is not reported as a fault', async () => {
    await add(month(2026, 8));
    await run(sql`select nextval('audit_number')`);
    await add(month(2026, 8));
    await runTimer(platform, 'seal-audit-log');
    const { entries, fault } = await verify();
    assert.deepEqual({ entries, fault }, { entries: 2, fault: undefined });
  });
});

describe('audit-log.seal.verify', () => {
  const FAULTS: readonly (readonly [damage: string, statement: Sql, fault: RegExp])[] = [
    [
      'a changed entry',
      sql`update audit_entry set login = 'nobody' where number = 5`,
      /^One or more of the 3 entries of seal 3 .*were changed/,
    ],
    ['a changed body', sql`update audit_entry set response_body = 'x' where number = 1`, /entries of seal 1 .*were changed/],
    [
      'a changed time',
      sql`update audit_entry set id = ${`${'01980000-0000-7000-8000-000000000000'}`} where number = 2`,
      /1 of the 3 entries of seal 1 .*were deleted/,
    ],
    ['a deleted entry', sql`delete from audit_entry where number = 9`, /^1 of the 3 entries of seal 2 .*were deleted/],
    [
      'an inserted entry with a sealed number',
      sql`insert into audit_entry select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'tenant_id', gen_random_uuid()))).* from audit_entry e where number = 1`,
      /inserted/,
    ],
    ['entries that exchange their numbers', sql`update audit_entry set number = 13 - number where number in (6, 7)`, /were changed/],
    ['a changed seal', sql`update audit_seal set entries = 2 where sequence = 2`, /^Seal 2 was changed/],
    [
      'a seal that lost its entries',
      sql`with gone as (delete from audit_seal where sequence = 2) delete from audit_entry where number in (4, 8, 9)`,
      /^Seals between seal 1 and seal 3 are missing/,
    ],
    [
      'a deleted start of the chain',
      sql`with gone as (delete from audit_seal where sequence = 1) delete from audit_entry where number <= 3`,
      /are missing/,
    ],
    [
      'a month that was removed too early',
      sql`with gone as (delete from audit_seal where sequence <= 2), noted as (update audit_seal_key set removed_month = '2026-08', removed_mac = sha256('x')) delete from audit_entry where number in (1, 2, 3, 4, 8, 9)`,
      /^The seals before seal 3 are missing/,
    ],
    ['a missing key', sql`delete from audit_seal_key`, /^The key of the seals is missing/],
    ['another key', sql`update audit_seal set mac = sha256(mac)`, /^Seal 1 was changed/],
  ];
  for (const [damage, statement, fault] of FAULTS)
    test(`finds ${damage}`, async () => {
      await chain();
      await run(statement);
      assert.match((await verify()).fault ?? 'no fault', fault);
    });

  test('finds a deleted end of the chain that was sealed again, by the seal that a process or an operator knows', async () => {
    await chain();
    const head = parseHead((await readFile(headFile, 'utf8')).trim());
    assert.equal(head?.sequence, 3);
    assert.equal((await verify([head])).fault, undefined);
    await run(sql`delete from audit_seal where sequence >= 2`);
    await run(sql`update audit_entry set login = 'nobody' where number = 9`);
    await runTimer(platform, 'seal-audit-log');
    assert.equal((await verify()).seals, 1, 'a process that knows a missing seal seals nothing');
    await rm(headFile);
    await runTimer(platform, 'seal-audit-log');
    assert.equal((await verify()).fault, undefined, 'the database alone does not show it');
    assert.match((await verify([head])).fault ?? '', /^Seal 3, which was recorded outside of the database, is missing or was changed/);
  });
});

test('a restored state continues with later numbers', async () => {
  await chain();
  await run(sql`select setval('audit_number', 1, false)`);
  await db.transaction(continueNumbers);
  await add(month(2026, 9));
  await runTimer(platform, 'seal-audit-log');
  const { seals, entries, fault } = await verify();
  assert.deepEqual({ seals, entries, fault }, { seals: 4, entries: 10, fault: undefined });
});

describe('audit-log.keep.months', () => {
  test('removes whole months with their seals, and the rest of the chain stays intact', async () => {
    const now = new Date();
    const [old, recent] = [new Date(now.getTime() - 500 * 86_400_000), new Date(now.getTime() - 86_400_000)];
    await runTimer(platform, 'keep-audit-log');
    await add(old, old);
    await runTimer(platform, 'seal-audit-log');
    await add(recent, old, recent);
    await runTimer(platform, 'seal-audit-log');
    await add(recent);
    await runTimer(platform, 'seal-audit-log');
    // The default partition holds the entries of months without a partition; a later run moves them into a new one in the same way.
    await runTimer(platform, 'keep-audit-log');
    assert.equal((await verify()).fault, undefined);
    await run(sql`delete from audit_entry where id < ${'01900000-0000-0000-0000-000000000000'}`);
    const { fault, entries } = await verify();
    assert.equal(fault, undefined);
    const sequences = await db.reader.rows<{ sequence: number }>(sql`select sequence from audit_seal order by sequence`);
    assert.ok(sequences[0] && sequences[0].sequence > 1 && entries === 3, JSON.stringify(sequences));
    await add(recent);
    await runTimer(platform, 'seal-audit-log');
    assert.equal((await verify()).fault, undefined);
  });

  test('keeps the newest seal when all months are removed', async () => {
    const old = new Date(Date.now() - 500 * 86_400_000);
    await add(old);
    await runTimer(platform, 'seal-audit-log');
    await add(old);
    await runTimer(platform, 'seal-audit-log');
    await runTimer(platform, 'keep-audit-log');
    const { seals, fault } = await verify();
    assert.deepEqual({ seals, fault }, { seals: 1, fault: undefined });
    await add(new Date());
    await runTimer(platform, 'seal-audit-log');
    assert.equal((await verify()).fault, undefined);
  });
});
