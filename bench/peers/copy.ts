/** Raw COPY: writes lines of executions into a table without an index, one transaction for each execution, over several connections. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { lineText } from '../log-lines.ts';
import { databaseUrl, serve } from './serve.ts';

/** The number of executions, the lines of each, and the number of connections. */
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
    // The lines are created before the measurement starts, as in Millrace's turn. Only the number of the execution is added later.
    const at = new Date().toISOString();
    const rows = Array.from({ length: lines }, (_, index) => `${index}\t${at}\tINFO\tSTDOUT\t${lineText(index)}\n`);
    const startedAt = performance.now();
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
    const seconds = (performance.now() - startedAt) / 1000;
    const counted = await clients[0]?.query<{ count: string }>('select count(*) from line');
    if (Number(counted?.rows[0]?.count) !== executions * lines)
      throw new Error(`${counted?.rows[0]?.count} lines are in the table instead of ${executions * lines}`);
    return { seconds };
  },
  stop: async () => void (await Promise.all(clients.map((client) => client.end()))),
});
