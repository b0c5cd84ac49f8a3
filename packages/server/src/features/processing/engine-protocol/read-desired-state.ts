import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { found } from '../../../core/base/problem.ts';
import { selectDesiredRevision, selectDesiredState } from '../dynamic-engines/index.ts';
import { WakeupFlag } from './wakeup-flag.ts';

/** Milliseconds after which a waiting call reads the number again without a wake-up, because a wake-up may be lost. */
const POLL_MILLISECONDS = 2000;

/**
 * Returns the desired state of a dynamic engine, at once or after a change. Each read is one statement, so that no transaction is open during a wait.
 * @rule dynamic-engines.desired.wait
 */
export const readDesiredState = endpoint('GET /engine/v1/dynamic-engine', {
  allow: 'dynamic-engine',
  transaction: 'none',

  async run({ dynamicEngine: { dynamicEngineId: id }, db, tokens, wakeups, query, signal }) {
    const flag = new WakeupFlag();
    const unsubscribe = wakeups.listen(id, () => flag.set());
    const end = monotonicMilliseconds() + (query.waitMilliseconds ?? 0);
    try {
      for (;;) {
        flag.consume();
        const left = end - monotonicMilliseconds();
        const changed = query.revision === undefined || (await selectDesiredRevision(db.reader, id)) !== query.revision;
        if (changed || left <= 0 || signal.aborted) break;
        await flag.wait(Math.min(left, POLL_MILLISECONDS), signal);
      }
    } finally {
      unsubscribe();
    }
    return { status: 200, body: found(await selectDesiredState(db.reader, tokens, id), 'Dynamic engine', id) };
  },
});
