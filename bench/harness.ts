/** Runs contestants in turns on one machine, and writes the result file. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Comparison, Contestant, Stage } from './contestant.ts';
import { reportOf, type Measured } from './report.ts';
import { openScratch } from './scratch.ts';

/** Runs one benchmark: `prepare` sets up what all rounds share, and returns the comparisons. `full` says how many rounds a full run has. */
export async function bench(
  id: string,
  title: string,
  prepare: (stage: Stage) => Promise<Comparison[]>,
  full: { rounds: number } = { rounds: 5 },
): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = { quick: flag, smoke: flag, rounds: text, minutes: text, beside: text } as const;
  const { quick: wantsQuick, smoke, rounds: wantedRounds, minutes: wantedMinutes, beside } = parseArgs({ options }).values;
  const minutes = wantedMinutes === undefined ? undefined : Number(wantedMinutes);
  if (minutes !== undefined && !(minutes > 0)) throw new Error(`--minutes is '${wantedMinutes}': use a number above 0.`);
  const quick = wantsQuick || smoke || minutes !== undefined;
  const rounds = Number(wantedRounds ?? (quick ? 1 : full.rounds));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is '${wantedRounds}': use a whole number, at least 1.`);
  const { folder, onEnd, end } = await openScratch(`millrace-bench-${id}-`);
  const say = (line: string): void => console.log(line);
  try {
    const stage = { quick, smoke, rounds, minutes, beside: beside && resolve(beside), folder, say, onEnd };
    const comparisons = await prepare(stage);
    const measured: Measured[] = [];
    for (const comparison of comparisons) measured.push(await takeTurns(comparison, stage));
    const failed = measured.flatMap(({ failures }) => [...failures.keys()]);
    if (failed.length > 0) process.exitCode = 1;
    if (smoke) {
      say(failed.length > 0 ? `\n${id}: ${failed.join(', ')} failed, see above.` : `\n${id}: every contestant was started and called.`);
      if (failed.length > 0) await printLogs(folder, say);
      return;
    }
    const length = minutes === undefined ? (quick ? '--quick' : '') : `--minutes ${minutes}`;
    const words = [id, length, `--rounds ${rounds}`, beside === undefined ? '' : '--beside <another checkout>'];
    const command = ['npm run bench --', ...words].filter(Boolean).join(' ');
    const report = await reportOf({ id, title, command, quick, rounds, fullRounds: full.rounds, measured });
    const results = join(import.meta.dirname, 'results');
    await mkdir(results, { recursive: true });
    // A quick run must not replace the figures of a full run.
    const file = join(results, quick ? `${id}.quick.md` : `${id}.md`);
    await writeFile(file, report);
    say(`\n${report}\nWritten to ${file}`);
    if (failed.length > 0) say(`Not measured, because it failed: ${failed.join(', ')}. The other figures have no comparison with it.`);
  } catch (error) {
    await printLogs(folder, say);
    throw error;
  } finally {
    await end();
  }
}

/** Prints the last lines of the logs of all programs, before the logs are removed. */
async function printLogs(folder: string, say: Stage['say']): Promise<void> {
  for (const name of (await readdir(folder)).filter((contestant) => contestant.endsWith('.log'))) {
    const text = (await readFile(join(folder, name), 'utf8')).trim();
    if (text !== '') say(`\n── ${name}\n${text.split('\n').slice(-8).join('\n')}`);
  }
}

async function takeTurns(comparison: Comparison, stage: Stage): Promise<Measured> {
  const { rounds, say, smoke } = stage;
  const { contestants, title, unit, decimals = 0 } = comparison;
  const values = new Map<string, number[]>(contestants.map((contestant) => [contestant.name, []]));
  const failures = new Map<string, string>();
  const details = new Map<string, string[]>();
  const parts = new Map<string, Map<string, number[]>>();
  say(`\n${title}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`);
  for (const [name, reason] of Object.entries(comparison.skipped ?? {})) say(`  skipped  ${name}: ${reason}`);
  const turn = async (contestant: Contestant, round: number): Promise<void> => {
    try {
      const value = await takeTurn(contestant, stage);
      values.get(contestant.name)?.push(value);
      details.set(contestant.name, contestant.details?.() ?? []);
      for (const [part, figure] of contestant.parts?.() ?? []) addTo(parts, part, contestant.name, figure);
      say(`  round ${round}  ${contestant.name.padEnd(36)} ${value.toFixed(decimals)} ${unit}`);
    } catch (error) {
      // Without Millrace there is nothing to compare. A peer that fails is reported and left out.
      if (contestant === contestants[0]) throw error;
      failures.set(contestant.name, error instanceof Error ? error.message : String(error));
      say(`  round ${round}  ${contestant.name.padEnd(36)} failed: ${failures.get(contestant.name)}`);
    }
  };
  for (let round = 1; round <= rounds; round += 1) {
    const remaining = contestants.filter(({ name }) => !failures.has(name));
    if (smoke && comparison.waits) await Promise.all(remaining.map((contestant) => turn(contestant, round)));
    else for (const contestant of remaining) await turn(contestant, round);
  }
  return { comparison, values, failures, details, parts };
}

function addTo(parts: Map<string, Map<string, number[]>>, part: string, name: string, figure: number): void {
  const figures = parts.get(part) ?? new Map<string, number[]>();
  parts.set(part, figures.set(name, [...(figures.get(name) ?? []), figure]));
}

/** Starts a contestant and measures it. What it has opened on its turn is closed in reverse order. */
async function takeTurn(contestant: Contestant, stage: Stage): Promise<number> {
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  stage.onEnd(closeAll);
  const turn: Stage = { ...stage, onEnd: (closer) => void closers.push(closer) };
  try {
    await contestant.start?.(turn);
    return await contestant.run(turn);
  } finally {
    await closeAll();
  }
}
