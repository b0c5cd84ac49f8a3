/** The timer of engines. */
import type { Timer } from '../../../core/background/jobs.ts';
import { markLost } from './engine-events.ts';

/** The maximum number of engines that one transaction marks. */
const BATCH = 200;

/** Marks engines that have stopped sending heartbeats as lost. */
export const markLostEngines: Timer = {
  name: 'mark-lost-engines',
  milliseconds: 5000,
  does: 'marks engines that have stopped sending heartbeats, and raises their events',
  async run({ db, log }) {
    const lost = await markLost(db.writer, BATCH);
    if (lost.length > 0) log.warn({ engines: lost.map(({ name }) => name) }, 'engines have stopped sending heartbeats');
  },
};
