import { endpoint } from '../../../core/endpoint.ts';
import { monotonicMilliseconds } from '../../../core/clock.ts';
import { endGone, stopsIn, wakeBecauseOf } from '../task-executions/index.ts';
import { Bell } from './bell.ts';
import { look, takeBack, waitForWork } from './hand-out.ts';
import { lastLooks } from './last-looks.ts';
import { countClaim } from './measures.ts';

/** Milliseconds after which a waiting engine looks again without a wake-up: the safety net under a lost hint. */
const LOOK_AGAIN = 2000;

/** The looks for what is to end are another matter than those for work. */
const stopsOf = (engine: string): string => `stops ${engine}`;

/**
 * Hands out work as soon as there is some. Each look is one statement and its own transaction, since the wait between looks must not hold one. An
 * engine that was just given all there was need not look again before somebody is woken, and what is accepted at this process while it waits is its
 * own without a look.
 */
export const claimExecutions = endpoint('POST /engine/v1/claims', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 4 * 1024 * 1024,

  async run(call) {
    const { body, db, engine, metrics, wakeups, signal } = call;
    const until = monotonicMilliseconds() + body.waitMilliseconds;
    const { engineId, environment } = engine;
    const looks = lastLooks(wakeups, LOOK_AGAIN);
    const [bell, stopBell] = [new Bell(), new Bell()];
    const forget = wakeups.listen(environment, () => bell.ring());
    const forgetStops = wakeups.listen(stopsIn(environment), () => {
      stopBell.ring();
      bell.ring();
    });
    try {
      if (body.gone?.length) wakeups.wake(wakeBecauseOf(await db.transaction((tx) => endGone(tx, engine.engineId, body.gone ?? []))));
      for (let rung = false; ;) {
        bell.hush();
        const toldToStop = stopBell.hush();
        // At each look: a claim that was given up may still take something while this one waits.
        await takeBack(call);
        const heard = wakeups.count(environment);
        const heardOfStops = wakeups.count(stopsIn(environment));
        const patient = !rung && body.waitMilliseconds >= LOOK_AGAIN;
        const holdsFor = patient ? looks.holdsFor(engineId, heard) : 0;
        const stops = toldToStop || (!rung && !(patient && looks.holdsFor(stopsOf(engineId), heardOfStops) > 0));
        const found = await look(call, signal, { work: body.free > 0 && holdsFor === 0, stops });
        if (holdsFor === 0 && found.executions.length < body.free) looks.note(engineId, heard);
        else if (holdsFor === 0) looks.forget(engineId);
        if (found.stop.length > 0) looks.forget(stopsOf(engineId));
        else if (stops) looks.note(stopsOf(engineId), heardOfStops);
        const left = until - monotonicMilliseconds();
        if (found.executions.length > 0 || found.stop.length > 0 || left <= 0) {
          countClaim(metrics, found.executions.length);
          return { status: 200, body: found };
        }
        const waited = await waitForWork(call, bell, Math.min(left, holdsFor || LOOK_AGAIN));
        rung = waited.rung;
        // Nobody is there any more to take what another look would claim.
        if (waited.executions.length > 0 || signal.aborted) {
          countClaim(metrics, waited.executions.length);
          return { status: 200, body: { executions: waited.executions, stop: [] } };
        }
      }
    } finally {
      forget();
      forgetStops();
    }
  },
});
