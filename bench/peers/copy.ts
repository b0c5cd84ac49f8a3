/** Raw COPY: lines of executions into a table without an index, a transaction for each execution, over some connections. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { lineText } from '../log-lines.ts';
import { databaseUrl, serve } from './serve.ts';

/** How many executions write how many lines each, over how many connections. */
export type CopyOrder = { executions: number; lines: number; width: number };

const clients: Client[] = [];

serve<CopyOrder>({
  answer: async ({ executions, lines, width }) => {
    while (clients.length < width) {
      const client = new Client({ connectionString: databaseUrl() });
      await client.connect();
      clients.push(client);
    }
    await clients[0]?.query(`
      create table if not exists line (execution_id integer, index bigint, at timestamptz, severity text, type text, message text)`);
    await clients[0]?.query('truncate line');
    // What is copied is made before the clock starts, as the other side's lines are; only the number of the execution differs.
    const at = new Date().toISOString();
    const rows = Array.from({ length: lines }, (_, index) => `${index}\t${at}\tINFO\tSTDOUT\t${lineText(index)}\n`);
    const began = performance.now();
    let next = 0;
    const work = async (client: Client): Promise<void> => {
      for (let execution = next++; execution < executions; execution = next++) {
        const text = function* (): Generator<string> {
          for (let first = 0; first < rows.length; first += 500)
            yield rows
              .slice(first, first + 500)
              .map((row) => `${execution}\t${row}`)
              .join('');
        };
        await pipeline(Readable.from(text(), { objectMode: false }), client.query(from('copy line from stdin')));
      }
    };
    await Promise.all(clients.map(work));
    const seconds = (performance.now() - began) / 1000;
    const counted = await clients[0]?.query<{ count: string }>('select count(*) from line');
    if (Number(counted?.rows[0]?.count) !== executions * lines) throw new Error(`${counted?.rows[0]?.count} lines are there`);
    return { seconds };
  },
  stop: async () => void (await Promise.all(clients.map((client) => client.end()))),
});
