/** Runs contestants in turns on one machine and writes down what came out. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Comparison, Contestant } from './comparison.ts';
import { endLeftovers } from './process-tree.ts';
import { reportOf, type Measured } from './report.ts';

/** What a script is given. */
export type Stage = {
  /** Less work; the figures are no claim. */
  quick: boolean;
  /** The least work with which every contestant is started and called. Such a run is `quick` too, and its figures say nothing. */
  smoke: boolean;
  rounds: number;
  /** The folder of another checkout of Millrace, which takes part beside this one. */
  beside: string | undefined;
  /** A folder that is removed at the end. */
  folder: string;
  say(line: string): void;
  /** Called at the end, the last first, also after a failure or Ctrl-C. */
  onEnd(closer: () => unknown): void;
};

/** Runs one script of this folder: `prepare` sets up what all rounds share and names the comparisons. */
export async function bench(id: string, title: string, prepare: (stage: Stage) => Promise<Comparison[]>): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { quick: flag, smoke: flag, rounds: { type: 'string' }, beside: { type: 'string' } } as const;
  const { quick: wantsQuick, smoke, rounds: wanted, beside } = parseArgs({ options }).values;
  const quick = wantsQuick || smoke;
  const rounds = Number(wanted ?? (quick ? 1 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is '${wanted}': give a whole number from 1 on.`);
  // PostgreSQL runs as another user when we are root, and has to pass through this folder.
  const folder = await mkdtemp(join(tmpdir(), `millrace-bench-${id}-`));
  const closers: (() => unknown)[] = [];
  let ended: Promise<void> | undefined;
  // Once: what fails because everything is being stopped must not end this process before everything has.
  const end = (): Promise<void> => (ended ??= endAll());
  const endAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await Promise.resolve(close()).catch((error: unknown) => console.error(error));
    endLeftovers(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  // A signal to the whole group comes twice: from its sender, and from the command that started this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end().finally(() => process.exit(130)));
  const say = (line: string): void => console.log(line);
  try {
    const comparisons = await prepare({
      quick,
      smoke,
      rounds,
      beside: beside && resolve(beside),
      folder,
      say,
      onEnd: (closer) => closers.push(closer),
    });
    const measured: Measured[] = [];
    for (const comparison of comparisons) measured.push(await takeTurns(comparison, rounds, say, smoke));
    const failed = measured.flatMap(({ failures }) => [...failures.keys()]);
    if (failed.length > 0) process.exitCode = 1;
    if (smoke) {
      say(failed.length > 0 ? `\n${id}: ${failed.join(', ')} failed, see above.` : `\n${id}: every contestant was started and called.`);
      if (failed.length > 0) await sayLogs(folder, say);
      return;
    }
    const words = [id, quick ? '--quick' : '', `--rounds ${rounds}`, beside === undefined ? '' : '--beside <another checkout>'];
    const command = ['npm run bench --', ...words].filter(Boolean).join(' ');
    const text = await reportOf({ id, title, command, quick, rounds, measured });
    const results = join(import.meta.dirname, 'results');
    await mkdir(results, { recursive: true });
    // A quick run shows that the script works; it must not replace figures that people rely on.
    const file = join(results, quick ? `${id}.quick.md` : `${id}.md`);
    await writeFile(file, text);
    say(`\n${text}\nWritten to ${file}`);
    if (failed.length > 0) say(`Not measured, because it failed: ${failed.join(', ')}. The figures beside it are no comparison.`);
  } catch (error) {
    await sayLogs(folder, say);
    throw error;
  } finally {
    await end();
  }
}

/** What the programs said last, before their logs are removed. */
async function sayLogs(folder: string, say: Stage['say']): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.log'))) {
    const text = (await readFile(join(folder, name), 'utf8')).trim();
    if (text !== '') say(`\n── ${name}\n${text.split('\n').slice(-8).join('\n')}`);
  }
}

async function takeTurns(comparison: Comparison, rounds: number, say: Stage['say'], smoke: boolean): Promise<Measured> {
  const { contestants, title, unit, decimals = 0 } = comparison;
  const values = new Map<string, number[]>(contestants.map((one) => [one.name, []]));
  const failures = new Map<string, string>();
  const details = new Map<string, string[]>();
  const parts = new Map<string, Map<string, number[]>>();
  say(`\n${title}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`);
  for (const [name, reason] of Object.entries(comparison.skipped ?? {})) say(`  skipped  ${name}: ${reason}`);
  const turn = async (one: Contestant, round: number): Promise<void> => {
    try {
      const value = await takeTurn(one);
      values.get(one.name)?.push(value);
      details.set(one.name, one.details?.() ?? []);
      for (const [part, figure] of one.parts?.() ?? []) addTo(parts, part, one.name, figure);
      say(`  round ${round}  ${one.name.padEnd(36)} ${value.toFixed(decimals)} ${unit}`);
    } catch (error) {
      // Without ours there is nothing to compare; a peer that fails is named and left out.
      if (one === contestants[0]) throw error;
      failures.set(one.name, error instanceof Error ? error.message : String(error));
      say(`  round ${round}  ${one.name.padEnd(36)} failed: ${failures.get(one.name)}`);
    }
  };
  for (let round = 1; round <= rounds; round += 1) {
    const left = contestants.filter(({ name }) => !failures.has(name));
    if (smoke && comparison.waits) await Promise.all(left.map((one) => turn(one, round)));
    else for (const one of left) await turn(one, round);
  }
  return { comparison, values, failures, details, parts };
}

function addTo(parts: Map<string, Map<string, number[]>>, part: string, name: string, figure: number): void {
  const figures = parts.get(part) ?? new Map<string, number[]>();
  parts.set(part, figures.set(name, [...(figures.get(name) ?? []), figure]));
}

async function takeTurn(one: Contestant): Promise<number> {
  try {
    await one.start();
    return await one.run();
  } finally {
    await one.stop();
  }
}
