/** The timers that seal the entries of the audit log, and delete those that are older than the log. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Database } from '../../../core/database/db.ts';
import { maintainAllPartitions, type PartitionedTable } from '../../../core/database/partitions.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import {
  containsHead,
  digestOfEntries,
  lockSealKey,
  macOf,
  monthOfEntry,
  readHead,
  type Seal,
  type SealKey,
  selectNewestSeal,
  updateRemovedMonth,
  writeHead,
} from './seals.ts';
import { hourOfId, idsOfMonth, millisecondsIn } from './entry.ts';
import { operatorCommandText } from '../../../core/base/operator-command-text.ts';

/** The maximum number of entries that one commit seals. */
const BLOCK = 10_000;
/** Interval and maximum number of the checks whether the open transactions have ended. */
const PAUSE_MILLISECONDS = 50;
const TRIES = 400;

/** Seals the entries that have no seal yet. Several processes may run it at once: each block is sealed under the lock of the key. */
export const sealEntriesTimer: Timer = {
  name: 'seal-audit-log',
  milliseconds: 60_000,
  does: 'seals the entries of the audit log',
  run: (platform) => sealEntries(platform),
};

/** Seals all entries up to the last number below which no open transaction can add an entry any more. */
async function sealEntries({ db, secrets, process: { home }, log, stopping }: Platform): Promise<void> {
  const known = await readHead(home);
  const newest = await selectNewestSeal(db.reader);
  if (known && !(await containsHead(db.reader, known, newest))) {
    log.error(
      { known: known.sequence, newest: newest?.sequence ?? 0 },
      `the audit log lacks a seal that this process knows, so that nothing is sealed: run ${operatorCommandText('audit:verify')}`,
    );
    return;
  }
  const until = (await settledNumber(db, stopping, newest?.until ?? 0)) ?? 0;
  for (let more = until > 0; more && !stopping.aborted;) more = await db.transaction((tx) => sealBlock(tx, { secrets }, until));
  const head = await selectNewestSeal(db.reader);
  if (head && head.sequence !== known?.sequence) await writeHead(home, head);
}

/**
 * Returns the last number that was taken, after all transactions have ended that may have taken it or an earlier one. Each of them had its transaction
 * id when it took the number, and locks that id until its end, so all have ended when no older id is locked in this database. Undefined if there is
 * nothing new, or such a transaction is still open.
 * @rule audit-log.seal.late
 */
async function settledNumber(db: Database, stopping: AbortSignal, sealed: number): Promise<number | undefined> {
  const { last } = await db.reader.only<{ last: number }>(
    sql`select case when is_called then last_value else 0 end as last from audit_number`,
  );
  if (last <= sealed) return undefined;
  const { horizon } = await db.writer.only<{ horizon: string }>(sql`select pg_current_xact_id()::text as horizon`);
  for (let tries = 0; tries < TRIES && !stopping.aborted; tries += 1) {
    const { open } = await db.reader.only<{ open: boolean }>(sql`
      select exists (
        select
        from pg_locks held
        join pg_stat_activity backend on backend.pid = held.pid
        where held.locktype = 'transactionid'
          and held.mode = 'ExclusiveLock'
          and age(held.transactionid) > age(${horizon}::xid8::xid)
          and backend.datname = current_database()) as open`);
    if (!open) return last;
    await wait(PAUSE_MILLISECONDS);
  }
  return undefined;
}

type Part = Pick<Seal, 'month' | 'entries' | 'digest'>;

/**
 * Seals the next entries, a seal for each month of them, and counts them. Returns whether there may be more.
 * @rule audit-log.seal.chain
 */
async function sealBlock(tx: Tx, { secrets }: Pick<Platform, 'secrets'>, settled: number): Promise<boolean> {
  const key = await lockSealKey(tx, secrets);
  let newest = await selectNewestSeal(tx);
  const after = newest?.until ?? 0;
  const { until } = await tx.only<{ until: number | null }>(sql`
    select max(next.number) as until
    from (
      select e.number
      from audit_entry e
      where e.number > ${after}
        and e.number <= ${settled}
      order by e.number
      limit ${BLOCK}) next`);
  if (until === null) return false;
  const parts = await tx.rows<Part>(sql`
    select ${monthOfEntry} as month, count(*) as entries, ${digestOfEntries} as digest
    from audit_entry e
    where e.number > ${after}
      and e.number <= ${until}
    group by 1
    order by 1`);
  for (const part of parts) newest = await addSeal(tx, key, { ...part, after, until }, newest);
  await tx.rows(sql`
    insert into audit_hour as h (tenant_id, hour, entries)
    select e.tenant_id, (${millisecondsIn(sql`e.id`)} / 3600000)::integer, count(*)
    from audit_entry e
    where e.number > ${after}
      and e.number <= ${until}
    group by 1, 2
    on conflict (tenant_id, hour) do update
    set entries = h.entries + excluded.entries`);
  return true;
}

async function addSeal(tx: Tx, key: SealKey, part: Part & { after: number; until: number }, previous: Seal | undefined): Promise<Seal> {
  const { last } = await tx.only<{ last: number }>(sql`select coalesce(max(place), 0) as last from audit_seal where month = ${part.month}`);
  const unsigned = {
    ...part,
    sequence: (previous?.sequence ?? 0) + 1,
    place: last + 1,
    previous_month: previous?.month ?? null,
    previous: previous?.mac ?? Buffer.alloc(0),
  };
  const seal = { ...unsigned, mac: macOf(key, unsigned) };
  await tx.rows(sql`
    insert into audit_seal (sequence, month, place, previous_month, after, until, entries, digest, previous, mac)
    values (
      ${seal.sequence}, ${seal.month}, ${seal.place}, ${seal.previous_month}, ${seal.after}, ${seal.until}, ${seal.entries}, ${seal.digest},
      ${seal.previous}, ${seal.mac})`);
  return seal;
}

/** The table of the entries: a partition for each month. */
const auditTable: PartitionedTable = { table: 'audit_entry', key: 'id', length: 'month' };

/** Creates the partitions of the next months, and removes months that are too old. */
export const keepAuditLogTimer: Timer = {
  name: 'keep-audit-log',
  milliseconds: 3_600_000,
  does: 'creates the partitions of the audit log, and removes months that are older than its retention',
  run: async (platform) => {
    await forgetSeals(platform);
    await maintainAllPartitions(platform.db, platform.log, [auditTable], platform.settings.limits.auditDays);
  },
};

/**
 * Stores which months are removed, deletes the counts of their hours, and deletes their seals from the beginning of the chain. A seal of such a
 * month stays if it follows one of a later month, because it links the chain. The newest seal always stays, because the next one continues it.
 * @rule audit-log.keep.months
 */
async function forgetSeals({ db, secrets, settings: { limits } }: Platform): Promise<void> {
  await db.transaction(async (tx) => {
    const { month } = await tx.only<{ month: string }>(sql`
      select to_char(date_trunc('month', (now() - make_interval(hours => ${limits.auditDays * 24})) at time zone 'UTC') - interval '1 month', 'YYYY-MM') as month`);
    const { sealed } = await tx.only<{ sealed: boolean }>(sql`
      select exists (
        select
        from audit_seal s
        where s.month <= ${month}) as sealed`);
    if (!sealed) return;
    const key = await lockSealKey(tx, secrets);
    if (key.removedMonth === undefined || key.removedMonth < month) await updateRemovedMonth(tx, key, month);
    await tx.rows(sql`
      delete from audit_seal d
      where d.sequence < (
        select coalesce(min(s.sequence) filter (where s.month > ${month}), max(s.sequence))
        from audit_seal s)`);
    await tx.rows(sql`
      delete from audit_hour h
      where h.hour < ${hourOfId(idsOfMonth(month).to)}`);
  });
}
