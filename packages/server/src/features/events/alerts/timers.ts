/** Compares the tables with the conditions of rules, sends messages that a silence has held back, and removes old incidents. */
import type { Timer } from '../../../core/background/jobs.ts';
import { sql, takeLock, type Tx } from '../../../core/database/sql.ts';
import { raiseEvents, subscribeTo } from '../outbox/index.ts';
import { selectHoldingConditions } from './condition-rows.ts';
import { lockIncidentsToReport, removeOldIncidents, selectLateRuns, selectOpenIncidents } from './incident-rows.ts';
import { selectFormerOwners } from './rows.ts';
import { endAndNotify, openAndNotify, notifyRecipients } from './notify.ts';

/** The days for which ended incidents are kept. */
const KEPT_DAYS = 90;

/** Opens and ends incidents by the current content of the tables, so that a missed event does not matter, and sends and repeats their messages. */
export const watchConditions: Timer = {
  name: 'watch-alert-conditions',
  milliseconds: 10_000,
  does: 'opens and ends incidents of late runs, absent runs and lost engines; repeats messages',
  run: ({ db }) =>
    db.transaction(async (tx) => {
      // One process at a time checks the conditions.
      if (!(await takeLock(tx, 'millrace alerts'))) return;
      await compareConditions(tx);
      const open = await lockIncidentsToReport(tx);
      const idsOf = (isReported: boolean): string[] => open.filter((incident) => incident.is_reported === isReported).map(({ id }) => id);
      await notifyRecipients(tx, idsOf(false), 'opened');
      await notifyRecipients(tx, idsOf(true), 'repeated');
    }),
};

async function compareConditions(tx: Tx): Promise<void> {
  const [holding, open] = [await selectHoldingConditions(tx), await selectOpenIncidents(tx)];
  const keyOf = ({ rule, target }: { rule: string; target: string }): string => `${rule} ${target}`;
  const [holdingKeys, openKeys] = [new Set(holding.map(keyOf)), new Set(open.map(keyOf))];
  const ended = open.filter((incident) => !holdingKeys.has(keyOf(incident))).map(({ id }) => id);
  if (ended.length > 0) await endAndNotify(tx, sql`i.id = any (${ended}::uuid[])`);
  const opened = await openAndNotify(
    tx,
    holding.filter((condition) => !openKeys.has(keyOf(condition))),
  );
  await raiseLateRuns(tx, opened);
}

/** @rule alerts.long.event */
async function raiseLateRuns(tx: Tx, opened: readonly string[]): Promise<void> {
  const runs = opened.length > 0 ? await selectLateRuns(tx, opened) : [];
  await raiseEvents(
    tx,
    runs.map((run) => ({
      type: 'com.service.v1.task.run.late' as const,
      tenant: run.tenant,
      space: run.space,
      resource: run.task,
      data: {
        executionId: run.execution,
        taskId: run.task,
        taskName: run.name,
        environmentId: run.environment,
        workspaceId: run.space,
        startedAt: run.started_at.toISOString(),
      },
    })),
  );
}

/** Removes old incidents, and subscriptions of owners without rules. */
export const forgetIncidents: Timer = {
  name: 'forget-incidents',
  milliseconds: 3_600_000,
  does: 'removes incidents that ended 90 days ago',
  async run({ db }) {
    await removeOldIncidents(db.writer, KEPT_DAYS);
    await db.transaction(async (tx) => {
      for (const { tenant, id } of await selectFormerOwners(tx)) await subscribeTo(tx, { tenant, kind: 'alert', id }, []);
    });
  },
};
