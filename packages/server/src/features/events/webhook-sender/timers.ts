/** The rounds of the sender, their metric, and the timer that ends deliveries which have waited for too long. */
import type { Timer, TimerFacts } from '../../../core/background/jobs.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { sql } from '../../../core/database/sql.ts';
import { counter } from '../../../core/observability/metrics.ts';
import { giveUpOld, wakeEndpoints } from '../delivery-queue/index.ts';
import { GIVE_UP_DAYS } from './rules.ts';
import { TOO_OLD } from './status-messages.ts';

/** The rounds of the sender without a wake-up. */
export const sendingRounds: TimerFacts = {
  name: 'send-webhooks',
  milliseconds: 1000,
  does: 'sends webhooks; also when deliveries come, and when an attempt ends',
};

/**
 * Ends deliveries before their partition is dropped, so that each has an outcome in the history. Later deliveries that wait for them are about as old,
 * and are ended in the next rounds.
 */
export const giveUpTimer: Timer = {
  name: 'give-up-deliveries',
  milliseconds: 60_000,
  does: `ends deliveries to webhooks that have waited for ${GIVE_UP_DAYS} days`,
  run: async ({ db }) => {
    await db.transaction(async (tx) => {
      const { oldest } = await tx.only<{ oldest: Date }>(sql`select now() - make_interval(days => ${GIVE_UP_DAYS}) as oldest`);
      await giveUpOld(tx, firstIdAt(oldest), TOO_OLD);
      await wakeEndpoints(tx);
    });
  },
};

/** The outcomes of attempts: delivered, failed (it is retried), given up. */
export const deliveryOutcomes = counter(
  'millrace_webhook_deliveries_total',
  'Attempts of this process to deliver to webhooks, by outcome.',
  'outcome',
);
