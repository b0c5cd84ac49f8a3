/** The load of P10 on a contestant: checks and writes in random order, at full speed or at a fixed rate. */
import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsOf, percentile } from '../contestant.ts';
import { nextCheck, numbersFrom, type Check, type SharingSize } from '../sharing-seed.ts';
import { serve } from './serve.ts';

/**
 * A command for a contestant: `answers` returns the answers to `count` checks; `speed` makes operations for some seconds, `atOnce` at a time;
 * `rate` begins `perSecond` operations in each second, without waiting for earlier ones; `lists` reads the list `count` times.
 * One of a hundred operations is a write.
 */
export type SharingOrder =
  | { kind: 'answers'; size: SharingSize; count: number }
  | { kind: 'speed'; size: SharingSize; seconds: number; atOnce: number }
  | { kind: 'rate'; size: SharingSize; seconds: number; perSecond: number }
  | { kind: 'lists'; count: number };

/** The figures of a measurement: checks per second, and the milliseconds within which 99 % were answered. */
export type SharingFigures = { perSecond: number; p99: number; checks: number; writes: number };

/** A contestant. `check` returns whether an account has at least a level, `write` changes a sharing, `list` reads the list of the reader. */
export type SharingPeer = {
  check(check: Check): Promise<boolean>;
  write(check: Check): Promise<unknown>;
  list?(): Promise<number>;
  stop(): Promise<unknown>;
};

const SEED = 20_261_123;
/** Milliseconds between two groups of operations at a fixed rate. */
const STEP = 2;

/** Serves the commands of P10. */
export const serveSharings = (peer: SharingPeer): void =>
  serve<SharingOrder>({
    stop: () => peer.stop(),
    answer: async (order) => {
      if (order.kind === 'answers') return answersOf(peer, order);
      if (order.kind === 'speed') return speedOf(peer, order);
      return order.kind === 'rate' ? rateOf(peer, order) : listsOf(peer, order.count);
    },
  });

async function answersOf({ check }: SharingPeer, { size, count }: { size: SharingSize; count: number }): Promise<boolean[]> {
  const next = numbersFrom(SEED);
  const answers: boolean[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await check(nextCheck(next, size)));
  return answers;
}

/** Counts operations, and records the time of each check. */
class Meter {
  readonly #peer: SharingPeer;
  readonly #next: () => number;
  readonly #size: SharingSize;
  readonly #times: number[] = [];
  #writes = 0;

  constructor(peer: SharingPeer, size: SharingSize) {
    this.#peer = peer;
    this.#size = size;
    // Other operations than in the comparison of the answers, and the same for each contestant.
    this.#next = numbersFrom(SEED + 1);
  }

  async operate(): Promise<void> {
    const isWrite = this.#next() < 0.01;
    const question = nextCheck(this.#next, this.#size);
    if (isWrite) {
      this.#writes += 1;
      return void (await this.#peer.write(question));
    }
    const startedAt = performance.now();
    await this.#peer.check(question);
    this.#times.push(performance.now() - startedAt);
  }

  figures(milliseconds: number): SharingFigures {
    const { length: checks } = this.#times;
    return { perSecond: checks / (milliseconds / 1000), p99: percentile(this.#times, 0.99), checks, writes: this.#writes };
  }
}

async function speedOf(
  peer: SharingPeer,
  { size, seconds, atOnce }: { size: SharingSize; seconds: number; atOnce: number },
): Promise<SharingFigures> {
  const meter = new Meter(peer, size);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const worker = async (): Promise<void> => {
    do {
      await meter.operate();
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return meter.figures(performance.now() - startedAt);
}

/** Operations begin at their time, also while others wait, so a contestant that cannot follow shows growing times. */
async function rateOf(
  peer: SharingPeer,
  { size, seconds, perSecond }: { size: SharingSize; seconds: number; perSecond: number },
): Promise<SharingFigures> {
  const meter = new Meter(peer, size);
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  const total = seconds * perSecond;
  while (pending.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1000) * perSecond));
    while (pending.length < due) pending.push(meter.operate());
    await wait(STEP);
  }
  await Promise.all(pending);
  return meter.figures(performance.now() - startedAt);
}

async function listsOf({ list }: SharingPeer, count: number): Promise<{ entries: number; p99: number }> {
  if (!list) throw new Error('This contestant has no list.');
  let entries = 0;
  const times = await millisecondsOf(count, async () => {
    entries = await list();
  });
  return { entries, p99: percentile(times, 0.99) };
}
