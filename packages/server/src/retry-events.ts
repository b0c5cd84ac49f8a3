/** Retries events that were set aside, on the machine of an install: for operators, after the cause of the failures is removed. */
import { Database } from './core/database/db.ts';
import { holdAgain } from './features/events/fan-out/index.ts';

/** Makes a server pass the events to their consumers again, within seconds. Returns the number of events of each consumer. */
export async function retryEvents(databaseUrl: string): Promise<{ consumer: string; events: number }[]> {
  const db = new Database({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  try {
    return await holdAgain(db.writer);
  } finally {
    await db.close();
  }
}
