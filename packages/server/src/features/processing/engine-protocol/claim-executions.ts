import { reach } from '@millrace/contract/fault-points';
import { endpoint, type Call } from '../../../core/endpoint.ts';
import { monotonicMilliseconds } from '../../../core/clock.ts';
import { claim } from '../task-executions/index.ts';
import { giveParameters } from './give-parameters.ts';
import { selectStops } from './queries.ts';

/** Milliseconds after which a waiting engine looks again without a wake-up: the safety net under a lost hint. */
const LOOK_AGAIN = 2000;

/**
 * Hands out work as soon as there is some. Each look is one statement and its own transaction, since the wait between looks must not hold one.
 */
export const claimExecutions = endpoint('POST /engine/v1/claims', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 4 * 1024 * 1024,

  async run(call) {
    const { body, engine, wakeups, signal } = call;
    const until = monotonicMilliseconds() + body.waitMilliseconds;
    const bell = new Bell();
    const forget = wakeups.listen(engine.environment, () => bell.ring());
    try {
      for (;;) {
        bell.hush();
        const found = await look(call);
        const left = until - monotonicMilliseconds();
        if (found.executions.length > 0 || found.stop.length > 0 || left <= 0) return { status: 200, body: found };
        await bell.wait(Math.min(left, LOOK_AGAIN), signal);
        // Nobody is there any more to take what another look would claim.
        if (signal.aborted) return { status: 200, body: found };
      }
    } finally {
      forget();
    }
  },
});

async function look(call: Call<'POST /engine/v1/claims', 'engine'>) {
  const { body, engine, db, limits } = call;
  const held = body.running ?? [];
  if (body.free > 0) reach('claim.before-commit');
  const [claimed, stops] = await Promise.all([
    body.free > 0 ? claim(db.writer, engine, { most: body.free, ...limits }) : [],
    held.length > 0 ? selectStops(db.reader, engine.engineId, held) : [],
  ]);
  if (claimed.length > 0) reach('claim.after-commit');
  return { executions: await giveParameters(call, claimed), stop: stops.map((one) => one.id) };
}

/** A bell that was rung while nobody listened is heard by the next who waits. */
class Bell {
  #rung = false;
  #heard: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#heard?.();
  }

  hush(): void {
    this.#rung = false;
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#rung || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heard = resolve;
    const timer = setTimeout(resolve, milliseconds);
    const leave = (): void => resolve();
    signal.addEventListener('abort', leave, { once: true });
    await promise;
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
    this.#heard = undefined;
  }
}
