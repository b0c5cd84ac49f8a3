/** Retention of the audit log: whole months are removed, with their seals. */
import type { Timer } from '../../../core/background/jobs.ts';
import { maintainAllPartitions, type PartitionedTable } from '../../../core/database/partitions.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { lockSealKey, updateRemovedMonth } from './seals.ts';
import { hourOfId, idsOfMonth } from './times.ts';

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
 * Stores which months are removed, and removes their seals from the beginning of the chain. A seal of such a month
 * stays if it follows one of a later month, because it links the chain. The newest seal always stays, because the next one continues it.
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
