/** The report of the figures of comparisons. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { findBinaries, linkLibraries } from '../packages/server/src/embedded-postgres/binaries.ts';
import { type Comparison, medianOf } from './contestant.ts';

/** A comparison with the values of its rounds. */
export type Measured = {
  comparison: Comparison;
  values: ReadonlyMap<string, readonly number[]>;
  failures: ReadonlyMap<string, string>;
  details: ReadonlyMap<string, readonly string[]>;
  /** The figures of parts, by part and contestant. */
  parts: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
};

/** A run of a benchmark. */
type Run = {
  id: string;
  title: string;
  command: string;
  quick: boolean;
  rounds: number;
  fullRounds: number;
  measured: readonly Measured[];
};

/** Renders the result as Markdown. */
export async function reportOf({ id, title, command, quick, rounds, fullRounds, measured }: Run): Promise<string> {
  const warning =
    quick || rounds < fullRounds
      ? [
          '',
          `**Not a claim**: ${quick ? 'a quick run' : `only ${rounds} rounds`}; a claim needs ${fullRounds === 1 ? 'one full round' : `${fullRounds} full rounds`} on an idle machine.`,
        ]
      : [];
  const machine = [...(await machineFacts()), ['Peers', peerVersions()]].map(([name, value]) => `| ${name} | ${value} |`);
  return [
    `# ${id}: ${title}`,
    ...warning,
    ...measured.flatMap((comparison) => ['', ...sectionOf(comparison)]),
    '',
    '## Machine and run',
    '',
    '| | |',
    '|---|---|',
    `| Command | \`${command}\` |`,
    `| Rounds | ${rounds}, contestants in turns |`,
    ...machine,
    '',
  ].join('\n');
}

function sectionOf({ comparison, values, failures, details, parts }: Measured): string[] {
  const { title, unit, better, contestants, target, notes = [], decimals = 0 } = comparison;
  const median = (name: string): number => medianOf(values.get(name) ?? []);
  const ours = median(contestants[0]?.name ?? '');
  const show = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: decimals, minimumFractionDigits: decimals });
  const range = (rounds: readonly number[]): string => `${show(Math.min(...rounds))} – ${show(Math.max(...rounds))}`;
  const ratioOf = (first: number, other: number): string => (better === 'more' ? first / other : other / first).toFixed(2);
  const rows = contestants.map(({ name }, index) => {
    const rounds = values.get(name) ?? [];
    if (failures.has(name) || rounds.length === 0) return `| ${name} | not measured: ${failures.get(name) ?? 'no round'} | | | |`;
    const cells = [show(median(name)), range(rounds), index === 0 ? '' : ratioOf(ours, median(name)), rounds.map(show).join('; ')];
    return `| ${index === 0 ? `**${name}**` : name} | ${cells.join(' | ')} |`;
  });
  const verdict = target ? ['', `Target: ${target.text}. **${target.reached(median) ? 'Reached' : 'Not reached'}** in this run.`] : [];
  const partRows = [...parts].map(([part, figures]) => {
    const [first = Number.NaN, ...others] = contestants.map(({ name }) => medianOf(figures.get(name) ?? []));
    const cells = [
      show(first),
      range(figures.get(contestants[0]?.name ?? '') ?? []),
      ...others.flatMap((other) => [show(other), ratioOf(first, other)]),
    ];
    return `| ${part} | ${cells.join(' | ')} |`;
  });
  const partHead = ['part', ...contestants.flatMap(({ name }, index) => [name, index === 0 ? 'min – max' : 'ratio'])];
  const partTable =
    partRows.length === 0 ? [] : ['', `| ${partHead.join(' | ')} |`, `|---|${'--:|'.repeat(partHead.length - 1)}`, ...partRows];
  const facts = contestants.flatMap(({ name }) => (details.get(name) ?? []).map((line) => `- ${name}: ${line}`));
  return [
    `## ${title}`,
    '',
    `In ${unit}; ${better} is better. A ratio above 1 means that Millrace is better than that row.`,
    '',
    '| contestant | median | min – max | ratio | rounds |',
    '|---|--:|--:|--:|---|',
    ...rows,
    ...verdict,
    ...partTable,
    ...(notes.length + facts.length > 0 ? [''] : []),
    ...notes.map((note) => `- ${note}`),
    ...facts,
  ];
}

/** Returns the names and values that describe this machine. */
export async function machineFacts(): Promise<[string, string][]> {
  const processors = cpus();
  const binaries = await findBinaries();
  await linkLibraries(binaries);
  const postgres = execFileSync(join(binaries.folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  return [
    ['Date', new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC'],
    ['Processor', `${processors[0]?.model.trim() || 'unknown'}, ${processors.length} cores`],
    ['Memory', `${(totalmem() / 2 ** 30).toFixed(1)} GiB`],
    ['Kernel', `${type()} ${release()}`],
    ['Node', process.version],
    ['PostgreSQL', `${postgres}, fsync on`],
  ];
}

function peerVersions(): string {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
