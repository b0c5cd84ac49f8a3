/**
 * All background work: the jobs with their numbers of attempts, and the timers with their periods. Ten more timers belong to single processes.
 * Each process that serves the API renews its presence every second (`core/background/presence.ts`), and stores twice a minute the last uses of
 * service accounts (`features/accounts/service-accounts/store-uses.ts`), permissions (`features/security/permission-uses/store-uses.ts`), secrets of
 * OAuth clients (`features/oauth/oauth-clients/secret-uses.ts`) and grants (`features/oauth/oauth/grant-uses.ts`), and
 * the addresses of callers (`features/security/ip-allowlist/recent-addresses.ts`). Every ten seconds it stores refused requests of OAuth clients
 * (`features/oauth/oauth-clients/refusals.ts`). Four times a second it exchanges the calls of rate tiers with the
 * other processes (`identity/rate-counts.ts`). Each process that runs jobs writes a heartbeat every two seconds,
 * and unlocks the jobs of processes that have ended (`core/background/job-workers.ts`), and sends webhooks: each second, when deliveries come, and when
 * an attempt ends (`features/events/webhook-sender/sender.ts`).
 */
import { features } from './api.ts';
import { watchClock } from './core/background/database-clock.ts';
import type { Job, Timer } from './core/background/jobs.ts';
import { maintainAllPartitions, type PartitionedTable } from './core/database/partitions.ts';
import { exchangeCallsTimer } from './identity/rate-counts.ts';
import { rotateSigningKeys } from './identity/signing-keys.ts';

/**
 * | job | attempts | does |
 * |---|--:|---|
 * | write-log-file | 5 | writes the log file of a request |
 * | collect-blob | 10 | removes content that no row refers to |
 * | send-password-link | 8 | sends a mail with a link by which a person sets a password |
 * | send-notification | 8 | sends a message about an event or an incident |
 * | note-dataset-uses | 10 | counts the uses of the datasets that runs have read |
 * | send-lineage | 10 | sends starts and ends of runs as OpenLineage events |
 */
export const jobs: readonly Job[] = features.flatMap((feature) => feature.jobs ?? []);

/** Tables with partitions that are dropped as a whole when they are older than the history, or than their own number of days. */
export const partitioned: readonly PartitionedTable[] = features.flatMap((feature) => feature.partitioned ?? []);

const keepPartitions: Timer = {
  name: 'keep-partitions',
  milliseconds: 3_600_000,
  run: ({ db, limits, log }) => maintainAllPartitions(db, log, partitioned, limits.historyDays),
};

const keepSigningKeys: Timer = {
  name: 'rotate-signing-keys',
  milliseconds: 3_600_000,
  run: ({ db, secrets, tokenAlgorithm }) => db.transaction((tx) => rotateSigningKeys(tx, secrets, tokenAlgorithm)),
};

/**
 * | timer | period | does |
 * |---|--:|---|
 * | fire-triggers | 0.2 s | starts executions whose triggers are due |
 * | close-windows | 0.5 s | starts executions for the gathered calls of webhooks |
 * | fan-out-events | 0.2 s | passes events to their subscribers |
 * | retry-held-events | 2 s | passes events again to a consumer that failed on them |
 * | forget-held-events | 1 h | deletes held events of days that are dropped |
 * | advance-plans | 1 s, and when an execution of a plan ends | starts the next steps of plan executions in which nothing runs any more |
 * | end-crawls | 1 s, and when the execution of a crawl ends | ends runs of crawlers whose executions have ended |
 * | watch-clock | 1 s | corrects stored times when the clock of the database was set back |
 * | expire-leases | 2 s | ends executions whose engine has stopped answering |
 * | end-silent-removals | 5 s | ends removals of dynamic engines and assignments whose operators are silent |
 * | mark-lost-engines | 5 s | marks engines that have stopped sending heartbeats, and raises their events |
 * | settle-logs | 10 s | joins the chunks of logs of ended executions and moves large ones to the blob store |
 * | give-up-deliveries | 1 min | ends deliveries to webhooks that have waited for six days |
 * | remove-log-files | 10 min | removes log files whose tokens have expired |
 * | keep-partitions | 1 h | creates the partitions of the next days, weeks and months, and drops those that are older than the history |
 * | keep-logs | 1 h | does this for logs; removes logs of environments with a shorter retention |
 * | seal-audit-log | 1 min | seals the entries of the audit log |
 * | keep-audit-log | 1 h | creates the partitions of the audit log, and removes months that are older than its retention |
 * | remove-old-plan-executions | 1 h | deletes plan executions of months that are older than the history |
 * | forget-instants | 10 min | deletes keys of instants that cannot come again |
 * | count-days | 1 h | counts the executions of past days, so that lists need not count them |
 * | remove-leftovers | 1 h | removes content of deleted workspaces, and files and uploads that a crash left without a row |
 * | check-content | 1 min | once a day checks whether the store has the content of the tables; repeats the check of missing content |
 * | remove-old-addresses | 1 h | removes addresses from which no account called for a week |
 * | forget-sign-ins | 1 h | removes ended sessions of people, expired links, and old tries and addresses |
 * | remove-ended-oauth | 1 min | removes ended grants, codes, used assertions and revoked tokens of OAuth |
 * | remove-old-client-refusals | 10 min | removes refused requests of OAuth clients that are older than a week |
 * | forget-unused-clients | 1 min | removes OAuth clients that registered themselves and that no person has used within an hour |
 * | end-listeners | 1 min | removes listeners whose program no longer asks for events |
 * | watch-alert-conditions | 10 s | opens and ends incidents of late runs, absent runs and lost engines; repeats messages |
 * | forget-incidents | 1 h | removes incidents that ended 90 days ago |
 * | forget-notifications | 1 h | removes messages that are older than a week |
 * | clean-inboxes | 1 h | removes notifications that are older than 90 days from inboxes |
 * | subscribe-lineage | 30 s | subscribes tenants to the events of their runs if these are sent as OpenLineage events |
 * | rotate-signing-keys | 1 h | adds the next key for signing tokens every 30 days, and removes keys whose tokens have expired |
 */
export const timers: readonly Timer[] = [
  ...features.flatMap((feature) => feature.timers ?? []),
  watchClock,
  keepPartitions,
  keepSigningKeys,
];

/** The timers of each process that serves the API, which store what the process has gathered from its calls. */
export const buffers: readonly Timer[] = [...features.flatMap((feature) => feature.buffers ?? []), exchangeCallsTimer];
