/** Checks logs through the public API: pages in both orders and a file, compared with the journals of the runs and with the acknowledged lines. */
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { readRun, type Execution } from '../packages/server/test/support/install.ts';
import type { Written } from './numbered-lines.ts';
import { markOf, type Acknowledged } from './recorder.ts';
import { retried } from './retried.ts';

/** The counts that must be zero. */
export type LogCounts = ReturnType<typeof noCounts>;
/** A page that was read during the failures. */
export type SampledPage = { id: string; startIndex: number; marks: readonly number[] };
/** A log as it was read: a checksum (mark) of each entry, its lines, the number of its gaps, and the number of lines that are missing in them. */
export type ReadLog = { run: Execution; marks: number[]; lines: number; gaps: number; missing: number };
type Entry = Schema<'LogEntry'>;

/** The largest number of entries of a file. */
const FILE_ENTRIES = 100_000;
const GAP = /^(\d+) log lines are missing here/;

/** Returns the initial counts. */
export const noCounts = () => ({
  'acknowledged lines lost': 0,
  'written lines lost': 0,
  doubled: 0,
  'out of order': 0,
  'wrong text': 0,
  'orders and files that disagree': 0,
  'ended otherwise': 0,
});

/** Reads one log in both orders and as a file, and adds its errors to the counts. */
export async function checkLog(
  client: Client,
  id: string,
  {
    written,
    acknowledged,
    counts,
    mayBeLost,
  }: { written: Written; acknowledged: Acknowledged; counts: LogCounts; mayBeLost: (run: Execution) => boolean },
): Promise<ReadLog> {
  const run = await retried(() => readRun(client, id));
  const succeeded = run.executionStatus === 'EXECUTION_SUCCESS';
  if (!succeeded && !(mayBeLost(run) && run.errorType === 'ENGINE_LOST')) counts['ended otherwise'] += 1;
  const numbers = new LineNumbers(written, succeeded, counts);
  const marks: number[] = [];
  for await (const page of pagesOf(client, id, 'ASC', 200)) {
    for (const entry of page) numbers.check(entry);
    marks.push(...marksOf(page));
  }
  numbers.end();
  const backwards: number[] = [];
  // With another page size, the pages begin at other entries.
  for await (const page of pagesOf(client, id, 'DESC', 193)) backwards.push(...marksOf(page));
  if (!isSame(backwards.toReversed(), marks)) counts['orders and files that disagree'] += 1;
  if (!isSame(await fileMarks(client, id), marks.slice(0, FILE_ENTRIES))) counts['orders and files that disagree'] += 1;
  counts['acknowledged lines lost'] += (acknowledged.get(id) ?? []).filter((mark, index) => marks[index] !== mark).length;
  return { run, marks, lines: numbers.lines, gaps: numbers.gaps, missing: numbers.missing };
}

/** Checks that the line numbers of a run increase by one. Where the log states that lines are missing, they may increase by as many more. */
class LineNumbers {
  lines = 0;
  gaps = 0;
  missing = 0;
  readonly #written: Written;
  readonly #isComplete: boolean;
  readonly #counts: LogCounts;
  readonly #seen = new Set<number>();
  #next = 0;

  constructor(written: Written, isComplete: boolean, counts: LogCounts) {
    this.#written = written;
    this.#isComplete = isComplete;
    this.#counts = counts;
  }

  check({ logType, logMessage }: Entry): void {
    const gap = logType === 'SYSTEM' ? GAP.exec(logMessage)?.[1] : undefined;
    if (gap !== undefined) {
      this.gaps += 1;
      this.missing += Number(gap);
      this.#next += Number(gap);
    }
    if (logType !== 'STDOUT') return;
    this.lines += 1;
    const number = Number.parseInt(logMessage, 10);
    if (this.#seen.has(number)) this.#counts.doubled += 1;
    else if (number < this.#next) this.#counts['out of order'] += 1;
    else this.#counts['written lines lost'] += number - this.#next;
    // When a run was killed, its last line may be in the log but not yet in the journal.
    if (logMessage !== this.#written.textOf(number) && (this.#isComplete || number !== this.#written.count))
      this.#counts['wrong text'] += 1;
    this.#seen.add(number);
    this.#next = Math.max(this.#next, number + 1);
  }

  end(): void {
    if (this.#isComplete) this.#counts['written lines lost'] += Math.abs(this.#written.count - this.#next);
  }
}

/** Reads a page from an index on; undefined if no server answers. */
export async function samplePage(client: Client, id: string, startIndex: number): Promise<SampledPage | undefined> {
  const query = { order: 'ASC', count: 200, startIndex } as const;
  const answer = await client
    .call('GET /monitoring/executions/{id}/logs', { path: { id }, query, signal: AbortSignal.timeout(5000) })
    .catch(() => undefined);
  return answer && { id, startIndex, marks: marksOf(answer.body.data) };
}

/** Returns whether a page that was read during the failures is still the same in the final log. */
export const isUnchanged = ({ startIndex, marks }: SampledPage, log: ReadLog): boolean =>
  isSame(log.marks.slice(startIndex, startIndex + marks.length), marks);

async function* pagesOf(client: Client, id: string, order: 'ASC' | 'DESC', count: number): AsyncGenerator<Entry[]> {
  for (let startIndex: number | undefined = 0; startIndex !== undefined;) {
    const query: { order: 'ASC' | 'DESC'; count: number; startIndex: number } = { order, count, startIndex };
    const { body }: { body: Schema<'LogPage'> } = await retried(() =>
      client.call('GET /monitoring/executions/{id}/logs', { path: { id }, query }),
    );
    yield body.data;
    startIndex = body.nextIndex;
  }
}

/** Downloads the file of a log and returns the marks of its entries. */
async function fileMarks(client: Client, id: string): Promise<number[]> {
  const { token } = (await retried(() => client.call('POST /monitoring/executions/{id}/logs', { path: { id } }))).body;
  for (;;) {
    const { body } = await retried(() => client.call('POST /monitoring/executions/{id}/logs/status', { path: { id }, body: { token } }));
    if (body.status !== 'READY') {
      await wait(100);
      continue;
    }
    const answer = await fetch(body.presignedURL ?? '');
    if (!answer.ok || !answer.body) throw new Error(`The file of ${id} was answered ${answer.status}`);
    const marks: number[] = [];
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body), crlfDelay: Infinity }))
      if (line.startsWith('{')) marks.push(...marksOf([JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line)]));
    return marks;
  }
}

const marksOf = (entries: readonly Entry[]): number[] => entries.map(({ logType, logMessage }) => markOf(logType, logMessage));

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((mark, index) => mark === b[index]);
