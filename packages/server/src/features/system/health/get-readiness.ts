import { setTimeout as wait } from 'node:timers/promises';
import { endpoint } from '../../../core/endpoint.ts';
import { Problem } from '../../../core/problem.ts';
import { sql } from '../../../core/sql.ts';
import { healthy } from './json.ts';

/** Milliseconds in which the database has to answer. */
const PATIENCE = 1500;

/** Says whether calls can be served: the database answers and the server is not about to end. */
export const getReadiness = endpoint('GET /readyz', {
  allow: 'public',

  async run({ tx, signal }) {
    if (signal.aborted) throw new Problem(503, 'unavailable', 'The server is stopping.');
    const answered = await Promise.race([tx.rows(sql`select 1`).then(() => true), wait(PATIENCE, false, { ref: false })]);
    if (!answered) throw new Problem(503, 'unavailable', `The database has not answered within ${PATIENCE} ms.`);
    return { status: 200, body: healthy() };
  },
});
