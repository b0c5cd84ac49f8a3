/** Pods that wait for executions (ADR 76): each pool has pods of one shape, and each pod serves one execution. */
import { randomBytes } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterJob } from './cluster-objects.ts';
import type { OrderServer } from './content-server.ts';
import { type PodOrder, type PodWait, sealOrder, WAIT_FILE, waitingKey, waitingToken } from './pod-order.ts';
import { phaseOf } from './pod-state.ts';
import type { PodWatch } from './pod-watch.ts';
import {
  ANNOTATIONS,
  LABELS,
  ownedSecret,
  poolKey,
  type PodShape,
  type PoolShape,
  runMarks,
  shapeOf,
  tokenDigest,
  waitingJobOf,
} from './run-objects.ts';

/** The bounds of all pools: the most waiting pods, and the time without an execution after which a pool is emptied. */
export type WarmBounds = { pods: number; idleMilliseconds: number };

/** The services and settings of the pools. `secret` outlives the program of the engine; the keys of waiting pods come from it. */
type WarmParts = {
  cluster: Cluster;
  watch: PodWatch;
  orders: OrderServer;
  engine: string;
  contentUrl: string;
  shape: PodShape;
  bounds: WarmBounds;
  secret: () => string;
  log: OwnLog;
  signal: AbortSignal;
};

/** A waiting pod that was taken for one execution. */
export type TakenPod = {
  /** The name of its Job. */
  name: string;
  /** Turns its Job into that of the execution, and gives it the order. Resolves to false, and removes the pod, where the cluster refuses the change. */
  assign: (order: PodOrder) => Promise<boolean>;
  /** The pod needs its order no longer. */
  release: () => void;
};

type WaitingPod = { name: string; key: Buffer; createdAt: number; forget: () => void };
/** `shape` is undefined where an earlier program of the agent has made the pool, and no execution has needed it since. */
type Pool = { key: string; shape?: PoolShape; pods: Map<string, WaitingPod>; usedAt: number; isFilling: boolean };

/** The conditions of a Job that has ended. */
const ENDS: ReadonlySet<string> = new Set(['Complete', 'Failed']);
const NAME_BYTES = 8;
const MAX_PAUSE_MILLISECONDS = 60_000;

/** The pools of one agent. */
export class WarmPools {
  readonly #parts: WarmParts;
  readonly #pools = new Map<string, Pool>();
  readonly #backoff = new Backoff(1000, MAX_PAUSE_MILLISECONDS);

  constructor(parts: WarmParts) {
    this.#parts = parts;
    const { idleMilliseconds } = parts.bounds;
    const timer = setInterval(() => this.#emptyIdle(), Math.max(20, Math.min(idleMilliseconds / 4, 30_000)));
    timer.unref();
    parts.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Fills the pool of the settings. Call it after `adopt`. */
  open(): void {
    const { shape } = this.#parts;
    if (shape.warm) this.#poolFor({ shape, layout: 'millrace' });
    this.refill();
  }

  /** Creates the pods that are missing. Call it after the pod of an execution was created, because executions go first. */
  refill(): void {
    for (const pool of this.#pools.values()) void this.#fill(pool);
  }

  /** Takes a pod that waits for an execution of this shape; undefined if there is none. */
  take(claim: Schema<'ClaimedExecution'>): TakenPod | undefined {
    const shape = shapeOf(claim, this.#parts.shape);
    if (!shape.warm) return undefined;
    const pool = this.#poolFor({ shape, layout: claim.bundle.layout });
    const pod = [...pool.pods.values()].find(({ name }) => this.#parts.orders.isAsking(name));
    if (!pod) return undefined;
    pool.pods.delete(pod.name);
    this.#backoff.reset();
    return { name: pod.name, assign: (order) => this.#assign(pod, order), release: pod.forget };
  }

  /** Takes over a waiting pod of an earlier program, or removes it where it has ended or its key is not known any more. Does nothing for other Jobs. */
  adopt({ metadata, status }: ClusterJob): void {
    const { name, labels = {}, annotations = {}, deletionTimestamp, creationTimestamp } = metadata;
    const key = labels[LABELS.pool];
    if (key === undefined || labels[LABELS.execution] !== undefined || deletionTimestamp !== undefined) return;
    const pool = this.#poolByKey(key);
    if (pool.pods.has(name)) return;
    const pod = this.#expect(pool, name, Date.parse(creationTimestamp ?? ''));
    const hasEnded = status?.conditions?.some(({ type, status: holds }) => holds === 'True' && ENDS.has(type));
    const isKnown = annotations[ANNOTATIONS.token] === tokenDigest(waitingToken(pod.key));
    if (isKnown && !hasEnded) return;
    pool.pods.delete(name);
    void this.#remove(pod, isKnown ? 'it has ended' : 'the credential of the engine was renewed since it began to wait');
  }

  /** Returns the pool of a shape, and notes that it is in use. */
  #poolFor(shape: PoolShape): Pool {
    const pool = this.#poolByKey(poolKey(shape, this.#parts.contentUrl));
    pool.shape = shape;
    pool.usedAt = performance.now();
    return pool;
  }

  #poolByKey(key: string): Pool {
    const known = this.#pools.get(key);
    if (known) return known;
    const pool: Pool = { key, pods: new Map(), usedAt: performance.now(), isFilling: false };
    this.#pools.set(key, pool);
    return pool;
  }

  /** Creates the missing pods of a pool, one after the other, with growing pauses while that fails. */
  async #fill(pool: Pool): Promise<void> {
    if (pool.isFilling) return;
    pool.isFilling = true;
    const { signal, log } = this.#parts;
    while (!signal.aborted && pool.shape && pool.pods.size < (pool.shape.shape.warm ?? 0) && this.#hasRoom()) {
      try {
        await this.#create(pool, pool.shape);
      } catch (error) {
        log('warn', 'A pod that waits for executions could not be created; the engine tries again', { reason: messageOf(error) });
        await sleepUnlessAborted(this.#backoff.next(), signal);
      }
    }
    pool.isFilling = false;
  }

  #hasRoom(): boolean {
    let waiting = 0;
    for (const { pods } of this.#pools.values()) waiting += pods.size;
    return waiting < this.#parts.bounds.pods;
  }

  async #create(pool: Pool, shape: PoolShape): Promise<void> {
    const { cluster, engine, contentUrl } = this.#parts;
    const name = `millrace-warm-${randomBytes(NAME_BYTES).toString('hex')}`;
    const pod = this.#expect(pool, name, Date.now());
    try {
      const facts = { name, namespace: cluster.namespace, engine, key: pool.key, token: waitingToken(pod.key) };
      const job = await cluster.createJob(waitingJobOf(shape, facts));
      const wait: PodWait = { name, key: pod.key.toString('base64'), url: contentUrl };
      await cluster.createSecret(ownedSecret(WAIT_FILE, JSON.stringify(wait), cluster.namespace, job));
      // The pool was emptied meanwhile, when there was no Job to remove.
      if (!pool.pods.has(name)) await this.#remove(pod);
    } catch (error) {
      pool.pods.delete(name);
      await this.#remove(pod);
      throw error;
    }
  }

  /** Adds a pod to its pool, and replaces it when it ends without an execution. */
  #expect(pool: Pool, name: string, createdAt: number): WaitingPod {
    const { orders, watch, secret, log } = this.#parts;
    const key = waitingKey(secret(), name);
    const ready = (): void => log('info', 'A pod waits for an execution', { job: name });
    const forgetOrder = orders.expect(name, tokenDigest(waitingToken(key)), ready);
    const entry: WaitingPod = { name, key, createdAt, forget: forgetOrder };
    pool.pods.set(name, entry);
    const unwatch = watch.on(name, (pod, gone) => {
      if ((!gone && phaseOf(pod) !== 'ended') || !pool.pods.delete(name)) return;
      void this.#replace(pool, entry);
    });
    entry.forget = () => {
      forgetOrder();
      unwatch();
    };
    return entry;
  }

  /** Replaces a pod after a pause, which grows until a pod was used: a pod that cannot run would otherwise be created again without end. */
  async #replace(pool: Pool, pod: WaitingPod): Promise<void> {
    await this.#remove(pod, 'it has ended');
    await sleepUnlessAborted(this.#backoff.next(), this.#parts.signal);
    await this.#fill(pool);
  }

  async #assign(pod: WaitingPod, order: PodOrder): Promise<boolean> {
    const { name, key, createdAt } = pod;
    const { labels, annotations, deadline } = runMarks(order);
    // The cluster counts from the creation of the Job.
    const waited = Math.max(0, Math.ceil((Date.now() - createdAt) / 1000));
    const spec = deadline !== undefined && { spec: { activeDeadlineSeconds: deadline + waited } };
    try {
      await this.#parts.cluster.changeJob(name, { metadata: { labels, annotations }, ...spec });
    } catch (error) {
      await this.#remove(pod, error);
      return false;
    }
    this.#parts.orders.give(name, sealOrder(key, name, order));
    return true;
  }

  async #remove({ name, forget }: WaitingPod, reason?: unknown): Promise<void> {
    forget();
    if (reason !== undefined) this.#parts.log('info', 'The engine removes a waiting pod', { job: name, reason: messageOf(reason) });
    await this.#parts.cluster.deleteJob(name).catch((error: unknown) => {
      this.#parts.log('warn', 'A waiting pod could not be removed; it ends by itself without the engine', {
        job: name,
        reason: messageOf(error),
      });
    });
  }

  #emptyIdle(): void {
    for (const pool of this.#pools.values()) {
      if (performance.now() - pool.usedAt < this.#parts.bounds.idleMilliseconds) continue;
      this.#pools.delete(pool.key);
      delete pool.shape;
      for (const pod of pool.pods.values()) void this.#remove(pod, 'no execution has needed it for a while');
      pool.pods.clear();
    }
  }
}
