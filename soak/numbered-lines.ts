/** Tasks that write numbered lines to their log, and a journal outside the product from which each line can be derived. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zip } from '../packages/server/test/support/bundles.ts';

/** The lines of a run according to its journal: their number, and the text of each. */
export type Written = { count: number; textOf(number: number): string };

/** A line of 57,600 characters, so that few lines make many megabytes. The queue of an engine counts them uncompressed. */
const FILLING = Array.from({ length: 900 }, (_, number) => createHash('sha256').update(String(number)).digest('hex')).join('');

/**
 * A script that writes ten lines at a time, with `pause` seconds in between, until the file `stop` exists. Each line goes to the log first and then to
 * the journal; all lines differ.
 */
export const steadyScript = (journal: string, stop: string, pause: number): string => `exec 3>> ${journal}/$MILLRACE_EXECUTION_ID.lines
i=0
while [ ! -e ${stop} ]; do
  n=0
  while [ $n -lt 10 ]; do
    read -r a < /proc/sys/kernel/random/uuid; read -r b < /proc/sys/kernel/random/uuid; read -r c < /proc/sys/kernel/random/uuid
    echo "$i $a $b $c"; echo "$i $a $b $c" >&3
    i=$((i+1)); n=$((n+1))
  done
  sleep ${pause}
done`;

/**
 * A bundle that writes a line every 50 ms. As soon as the file `burst` exists, it writes `megabytes` at once; as soon as the file `resume` exists, it
 * writes forty further lines.
 */
export const burstBundle = (journal: string, megabytes: number, files: { burst: string; resume: string }): Promise<Buffer> =>
  zip({
    'millrace.json': JSON.stringify({ name: 'burst', version: '1.0.0', run: ['node', 'burst.mjs'] }),
    filling: FILLING,
    'burst.mjs': `
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
const journal = ${JSON.stringify(journal)} + '/' + process.env.MILLRACE_EXECUTION_ID + '.burst';
const filling = readFileSync('filling', 'utf8');
let count = 0;
const line = (rest) => new Promise((resolve) => process.stdout.write(count++ + ' ' + rest + '\\n', resolve));
const note = () => (writeFileSync(journal + '.new', JSON.stringify({ from, to, count })), renameSync(journal + '.new', journal));
while (!existsSync(${JSON.stringify(files.burst)})) await line('before'), await wait(50);
const from = count;
const to = from + ${Math.ceil((megabytes * 2 ** 20) / FILLING.length)};
while (count < to) await line(filling);
note();
while (!existsSync(${JSON.stringify(files.resume)})) await wait(50);
for (let last = 0; last < 40; last += 1) await line('after'), await wait(50);
note();
`,
  });

/** Reads the journal: the lines of each run. */
export async function readWritten(journal: string): Promise<Map<string, Written>> {
  const all = new Map<string, Written>();
  for (const name of await readdir(journal)) {
    const [id = '', kind] = name.split('.');
    const text = await readFile(join(journal, name), 'utf8');
    all.set(id, kind === 'burst' ? burstOf(JSON.parse(text)) : linesOf(text));
  }
  return all;
}

const burstOf = ({ from, to, count }: { from: number; to: number; count: number }): Written => ({
  count,
  textOf: (number) => `${number} ${number < from ? 'before' : number < to ? FILLING : 'after'}`,
});

/** Reads a journal of lines. An incomplete last line, which a kill has cut off, is ignored. */
function linesOf(text: string): Written {
  const lines = text.split('\n').slice(0, -1);
  return { count: lines.length, textOf: (number) => lines[number] ?? '' };
}
