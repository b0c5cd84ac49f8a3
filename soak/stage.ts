/** Runs one soak: creates a scratch folder and a seed, cleans up at the end, and writes the result. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineFacts } from '../bench/report.ts';
import { openScratch } from '../bench/scratch.ts';

/** What the harness passes to a soak. */
export type Stage = {
  short: boolean;
  /** For rows that repeat tests of the product: runs only enough to check that the soak runs and counts tests. Such a run is also `short`. */
  smoke: boolean;
  /** Seconds of the load; infinite if the soak names no times. */
  seconds: number;
  seed: number;
  /** For the row that rolls between two versions: the former one, a folder or a git reference. */
  former?: string | undefined;
  /** Returns a random number from 0 to 1. The same seed gives the same numbers. */
  random(): number;
  /** The scratch folder, which is deleted at the end. */
  folder: string;
  /** Prints a line. */
  say(line: string): void;
  /** Adds something to do at the end, also after an error or a signal. The last one added is done first. */
  onEnd(closer: () => unknown): void;
};

/** The result: facts in their order, and counts that must be zero. */
export type Outcome = {
  facts: readonly (readonly [name: string, value: string | number])[];
  zero: Readonly<Record<string, number>>;
  /** Counts of events that were later than a limit. They must be zero in the long form only: the short form runs as a test, and no test asserts a time. */
  late?: Readonly<Record<string, number>>;
  notes?: readonly string[];
};

/** Runs a soak, and exits with 1 if a count that must be zero is not zero. */
export async function soak(
  row: number | 'k',
  title: string,
  times: { long: number; short: number } | undefined,
  run: (stage: Stage) => Promise<Outcome>,
): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { short: flag, smoke: flag, minutes: { type: 'string' }, seed: { type: 'string' }, former: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const settings = { ...values, short: values.short || values.smoke };
  const seconds =
    settings.minutes === undefined ? ((settings.short ? times?.short : times?.long) ?? Infinity) : Number(settings.minutes) * 60;
  const seed = Number(settings.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!(seconds > 0)) throw new Error(`--minutes is '${settings.minutes}': use a number above 0.`);
  if (!Number.isInteger(seed)) throw new Error(`--seed is '${settings.seed}': use a whole number.`);
  const { folder, onEnd, end } = await openScratch(`millrace-soak-${row}-`);
  const say = (line: string): void => console.log(line);
  say(`Row ${row}: ${title}; seed ${seed}${times ? `, ${seconds} s` : ''}`);
  let failed = true;
  try {
    const { late = {}, ...measured } = await run({
      short: settings.short,
      smoke: settings.smoke,
      seconds,
      seed,
      former: settings.former,
      random: randomNumbers(seed),
      folder,
      say,
      onEnd,
    });
    const outcome: Outcome = settings.short
      ? { ...measured, facts: [...measured.facts, ...Object.entries(late)] }
      : { ...measured, zero: { ...measured.zero, ...late } };
    failed = Object.values(outcome.zero).some((count) => count !== 0);
    const command = `npm run soak -- ${row}${settings.smoke ? ' --smoke' : settings.short ? ' --short' : ''}${settings.minutes ? ` --minutes ${settings.minutes}` : ''}${settings.former ? ` --former ${settings.former}` : ''} --seed ${seed}`;
    const text = await textOf(row, title, command, outcome);
    const results = join(import.meta.dirname, '..', 'bench', 'results');
    await mkdir(results, { recursive: true });
    // A short run must not replace the result of a long run.
    const file = join(results, settings.short ? `soak-${row}.short.md` : `soak-${row}.md`);
    await writeFile(file, text);
    say(`\n${text}\nWritten to ${file}`);
  } finally {
    await end();
  }
  process.exit(failed ? 1 : 0);
}

async function textOf(row: number | 'k', title: string, command: string, { facts, zero, notes = [] }: Outcome): Promise<string> {
  const show = (value: string | number): string => (typeof value === 'number' ? value.toLocaleString('en') : value);
  const failed = Object.entries(zero).filter(([, count]) => count !== 0);
  return [
    `# Soak, row ${row}: ${title}`,
    '',
    '| | |',
    '|---|--:|',
    ...facts.map(([name, value]) => `| ${name} | ${show(value)} |`),
    ...Object.entries(zero).map(([name, count]) => `| **${name}** | **${show(count)}** |`),
    '',
    failed.length === 0
      ? 'All counts that must be zero are zero.'
      : `**Not zero: ${failed.map(([name, count]) => `${count} ${name}`).join(', ')}.**`,
    ...(notes.length > 0 ? ['', ...notes.map((note) => `- ${note}`)] : []),
    '',
    '## Machine and run',
    '',
    '| | |',
    '|---|---|',
    `| Command | \`${command}\` |`,
    ...(await machineFacts()).map(([name, value]) => `| ${name} | ${value} |`),
    '',
  ].join('\n');
}

/** Returns a generator of random numbers from 0 to 1 (mulberry32). The same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
