/**
 * Sends the deliveries of webhooks. Each process holds the leases of some endpoints and is then the only one that sends to them, so the limits and the
 * health of an endpoint are in its memory. One loop uses the database; the requests run in parallel to it.
 */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { idsOfRows, newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { OutboundPool } from '../../../core/outbound/outbound-pool.ts';
import { RevocationCheck } from '../../../core/outbound/revocation.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import {
  delayFollowers,
  DELIVERIES_BELL,
  FAILURES_TO_PAUSE,
  LEASE_SECONDS,
  leaseEndpoints,
  lockEndpoints,
  releaseEndpoints,
  renewEndpointLeases,
  storeHealth,
  storeOutcomes,
  type AttemptOutcome,
  type EndpointHealth,
} from '../delivery-queue/index.ts';
import { disableWebhooks } from '../webhooks/index.ts';
import { attemptDelivery, type WebhookTarget, WebhookTargets } from './attempt.ts';
import * as bounds from './bounds.ts';
import { deliveryOutcomes, sendingRounds } from './timers.ts';
import { selectDueDeliveries, type DueDelivery } from './rows.ts';
import { isGone } from './rules.ts';
import { DISABLED_AS_FAILING, DISABLED_AS_GONE } from './status-messages.ts';

/** An endpoint that this process sends to. */
type Endpoint = {
  webhook: string;
  failures: number;
  /** The deliveries whose outcome is not stored yet. */
  running: Set<string>;
  /** Whether more deliveries may be due. */
  mayHaveMore: boolean;
};

/** Outcomes in one transaction. */
const BATCH = 500;

/** Starts sending in this process; `stop` waits a while for running requests and returns the leases. */
export function startSending(platform: Platform): { stop(): Promise<void> } {
  const sender = new Sender(platform);
  const ended = sender.run();
  return {
    stop: async () => {
      sender.stop();
      await ended;
    },
  };
}

class Sender {
  readonly #id = newId();
  readonly #platform: Platform;
  readonly #targets: WebhookTargets;
  readonly #pools: { plain: OutboundPool; revocation: OutboundPool };
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #outcomes: AttemptOutcome[] = [];
  readonly #stopping = new AbortController();
  #inFlight = 0;
  #isRung = false;
  #wake = (): void => undefined;
  #lastRoundAt = -Infinity;
  #renewedAt = monotonicMilliseconds();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#targets = new WebhookTargets(platform.secrets);
    const { rules, authorities } = platform.settings.deliveries;
    const shared = { rules, authorities, connectMilliseconds: bounds.CONNECT_SECONDS * 1000 };
    const check = new RevocationCheck(rules);
    this.#pools = {
      plain: new OutboundPool(shared),
      revocation: new OutboundPool({ ...shared, verify: (socket, stapled, signal) => check.requireValid(socket, stapled, signal) }),
    };
  }

  stop(): void {
    this.#stopping.abort();
    this.#ring(false);
  }

  async run(): Promise<void> {
    const forget = this.#platform.wakeups.listen(DELIVERIES_BELL, () => this.#ring(true));
    const watch = this.#platform.process.timers.watch(sendingRounds);
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const began = monotonicMilliseconds();
      this.#isRung = false;
      try {
        await this.#round();
        watch.succeeded(monotonicMilliseconds() - began);
      } catch (error) {
        watch.failed();
        this.#platform.log.warn({ err: error }, 'deliveries of webhooks could not be read or recorded; the next round tries again');
        await wait(sendingRounds.milliseconds, undefined, { signal }).catch(() => undefined);
      }
      await this.#untilRung();
    }
    forget();
    await this.#drain().catch((error: unknown) => this.#platform.log.warn({ err: error }, 'some outcomes of deliveries were not recorded'));
    await Promise.all([this.#pools.plain.close(), this.#pools.revocation.close()]);
  }

  /** Starts the next round at once. A wake-up from outside may be about any endpoint. */
  #ring(isFromOutside: boolean): void {
    if (isFromOutside) this.#lastRoundAt = -Infinity;
    this.#isRung = true;
    this.#wake();
  }

  /** Waits for a wake-up, or until the next round. Each attempt causes a wake-up, so a wake-up creates no signal and no error object. */
  async #untilRung(): Promise<void> {
    if (this.#isRung) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, sendingRounds.milliseconds);
    await promise;
    clearTimeout(timer);
  }

  async #round(): Promise<void> {
    const { db } = this.#platform;
    await this.#record();
    await this.#renew();
    const moment = monotonicMilliseconds();
    if (moment - this.#lastRoundAt >= sendingRounds.milliseconds) {
      this.#lastRoundAt = moment;
      for (const endpoint of this.#endpoints.values()) endpoint.mayHaveMore = true;
      const most = Math.min(bounds.ENDPOINTS_AT_A_TIME, bounds.MAX_ENDPOINTS - this.#endpoints.size);
      if (most > 0)
        for (const { webhook_id, failures } of await leaseEndpoints(db.writer, this.#id, [...this.#endpoints.keys()], most))
          this.#endpoints.set(webhook_id, { webhook: webhook_id, failures, running: new Set(), mayHaveMore: true });
    }
    await this.#send();
    await this.#release();
  }

  /** Starts the due deliveries that the limits of their endpoints allow. */
  async #send(): Promise<void> {
    const wanted = [...this.#endpoints.values()].flatMap((endpoint) => {
      const most = this.#budgetOf(endpoint);
      return endpoint.mayHaveMore && endpoint.running.size < most ? [{ endpoint, webhook: endpoint.webhook, most }] : [];
    });
    if (wanted.length === 0) return;
    const { db } = this.#platform;
    const due = await selectDueDeliveries(db.writer, this.#id, wanted);
    await this.#targets.load(db.writer, due);
    const dueByWebhook = Map.groupBy(due, ({ webhook_id }) => webhook_id);
    for (const { endpoint, most } of wanted) {
      const rows = dueByWebhook.get(endpoint.webhook) ?? [];
      endpoint.mayHaveMore = rows.length === most;
      for (const row of rows) if (endpoint.running.size < most && !endpoint.running.has(row.delivery_id)) this.#start(endpoint, row);
    }
  }

  /** @rule webhooks.deliver.isolated */
  #budgetOf({ failures }: Endpoint): number {
    return failures >= FAILURES_TO_PAUSE || this.#inFlight >= bounds.MANY_REQUESTS ? 1 : bounds.MAX_REQUESTS_OF_ENDPOINT;
  }

  #start(endpoint: Endpoint, due: DueDelivery): void {
    endpoint.running.add(due.delivery_id);
    this.#inFlight += 1;
    const target = this.#targets.of(due.webhook_id);
    void attemptDelivery(due, target, this.#poolFor(target)).then((outcome) => {
      this.#inFlight -= 1;
      this.#outcomes.push(outcome);
      this.#ring(false);
    });
  }

  /**
   * Connections with a revocation check are kept apart from those without, so that no request uses a connection of the wrong kind.
   * @rule webhooks.deliver.certificate
   */
  #poolFor(target: WebhookTarget | undefined): OutboundPool {
    return target?.checksRevocation ? this.#pools.revocation : this.#pools.plain;
  }

  /** Stores the outcomes of attempts; only after that, the next delivery of a resource, and of a full endpoint, is started. */
  async #record(): Promise<void> {
    while (this.#outcomes.length > 0) {
      const batch = this.#outcomes.slice(0, BATCH);
      const health = this.#healthAfter(batch);
      await this.#platform.db.transaction(async (tx) => {
        const failing = [...health, ...batch.filter(({ succeeded }) => !succeeded)].map(({ webhook }) => webhook);
        if (failing.length > 0) await lockEndpoints(tx, failing);
        await storeOutcomes(tx, batch);
        if (failing.length > 0) await this.#storeFailures(tx, batch, health);
        reachFaultPoint('deliver.before-commit');
      });
      this.#outcomes.splice(0, batch.length);
      for (const { webhook, failures } of health) {
        const endpoint = this.#endpoints.get(webhook);
        if (endpoint) endpoint.failures = failures;
      }
      for (const { id, webhook, succeeded, pause } of batch) {
        const endpoint = this.#endpoints.get(webhook);
        endpoint?.running.delete(id);
        // The next delivery of its resource may be due.
        if (endpoint) endpoint.mayHaveMore = true;
        const outcome = succeeded ? 'delivered' : pause === null ? 'given up' : 'failed';
        this.#platform.metrics.series(deliveryOutcomes, outcome).add();
      }
    }
  }

  /** Stores the effects of failures and of the first success after them: times of later deliveries, the health of endpoints, and webhooks to disable. */
  async #storeFailures(tx: Tx, batch: readonly AttemptOutcome[], health: readonly EndpointHealth[]): Promise<void> {
    const failed = batch.filter(({ pause }) => pause !== null);
    if (failed.length > 0) await delayFollowers(tx, idsOfRows(failed));
    const failing = await storeHealth(tx, this.#id, health);
    await disableWebhooks(tx, [
      ...batch.filter(({ status }) => isGone(status)).map(({ webhook }) => ({ id: webhook, ...DISABLED_AS_GONE })),
      ...failing.map(({ webhook_id }) => ({ id: webhook_id, ...DISABLED_AS_FAILING })),
    ]);
  }

  #healthAfter(batch: readonly AttemptOutcome[]): EndpointHealth[] {
    const health = new Map<string, EndpointHealth>();
    for (const { webhook, succeeded } of batch) {
      const before = health.get(webhook) ?? { webhook, failures: this.#endpoints.get(webhook)?.failures ?? 0, recovered: false };
      health.set(webhook, {
        webhook,
        failures: succeeded ? 0 : before.failures + 1,
        recovered: before.recovered || succeeded,
      });
    }
    return [...health.values()].filter(({ webhook, failures }) => failures > 0 || (this.#endpoints.get(webhook)?.failures ?? 0) > 0);
  }

  /** Renews the leases; an endpoint whose lease another process holds is left to that process. */
  async #renew(): Promise<void> {
    const moment = monotonicMilliseconds();
    if (moment - this.#renewedAt < (LEASE_SECONDS * 1000) / 3) return;
    if (this.#endpoints.size > 0) {
      const kept = new Set(
        (await renewEndpointLeases(this.#platform.db.writer, this.#id, [...this.#endpoints.keys()])).map((row) => row.webhook_id),
      );
      for (const webhook of this.#endpoints.keys()) if (!kept.has(webhook)) this.#forget(webhook);
    }
    this.#renewedAt = moment;
  }

  /** Returns the leases of endpoints without running and due deliveries. */
  async #release(): Promise<void> {
    const idle = [...this.#endpoints.values()]
      .filter(({ running, mayHaveMore }) => running.size === 0 && !mayHaveMore)
      .map(({ webhook }) => webhook);
    if (idle.length > 0) await this.#returnLeases(idle);
  }

  async #returnLeases(webhooks: readonly string[]): Promise<void> {
    await this.#platform.db.transaction(async (tx) => {
      await lockEndpoints(tx, webhooks);
      await releaseEndpoints(tx, this.#id, webhooks);
    });
    for (const webhook of webhooks) this.#forget(webhook);
  }

  #forget(webhook: string): void {
    this.#endpoints.delete(webhook);
    this.#targets.forget(webhook);
  }

  /** Waits for running requests up to a time limit. Those that take longer are sent again by another process. */
  async #drain(): Promise<void> {
    const until = monotonicMilliseconds() + bounds.DRAIN_MILLISECONDS;
    while (this.#inFlight > 0 && monotonicMilliseconds() < until) {
      await wait(20);
      await this.#record();
    }
    await this.#record();
    if (this.#endpoints.size > 0) await this.#returnLeases([...this.#endpoints.keys()]);
  }
}
