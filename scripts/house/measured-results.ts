/** The committed results of benchmarks and soaks, `bench/results/*.md`, as data. */
import { findPaths, readText } from './source-files.ts';
import { TEST_RUN } from './test-run.ts';

/** A comparison of a benchmark: its title, our median with its unit, and whether its target was reached. */
type MeasuredComparison = { title: string; figure: string; target: string; reached: boolean | undefined };

/**
 * A result file. `date` is in UTC, to the minute, `machine` the processor and the memory. A benchmark has comparisons, a soak counts. `isClaim` is false
 * for results of runs that are too short to be quoted.
 */
export type MeasuredResult = {
  path: string;
  isSoak: boolean;
  title: string;
  command: string;
  date: string;
  machine: string;
  isClaim: boolean;
  comparisons: readonly MeasuredComparison[];
  /** The counts of a soak that must be zero, and are not. */
  notZero: readonly string[];
};

/** Benchmarks that have no committed result yet. */
export const UNMEASURED: readonly string[] = [];
const MACHINE = '## Machine and run';
/** Older results say "To reach" in place of "Target". */
const TARGET = /^(?:Target|To reach): (.+)\. \*\*(Reached|Not reached)\*\* in this run\.$/m;

/** Parses a result. Throws if it does not name its command, its date and its machine. */
export function parseResult(path: string, text: string): MeasuredResult {
  const cell = (name: string): string => {
    const found = new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`${path} has no row "${name}": measure it again.`);
    return found;
  };
  const sections = text.split(/^(?=## )/m).filter((section) => section.startsWith('## ') && !section.startsWith(MACHINE));
  return {
    path,
    isSoak: path.includes('/soak-'),
    title: /^# (.+)$/m.exec(text)?.[1] ?? path,
    command: cell('Command').replaceAll('`', ''),
    date: cell('Date'),
    machine: `${cell('Processor')}, ${cell('Memory')}`,
    isClaim: !text.includes('**Not a claim**'),
    comparisons: sections.flatMap(parseComparison),
    notZero: [...text.matchAll(/^\| \*\*(.+?)\*\* \| \*\*(.+?)\*\* \|$/gm)].flatMap(([, name = '', value]) => (value === '0' ? [] : [`${name}: ${value}`])), // prettier-ignore
  };
}

function parseComparison(section: string): MeasuredComparison[] {
  const title = /^## (.+)$/m.exec(section)?.[1] ?? '';
  const unit = /^In (.+?); (?:more|less) is better\./m.exec(section)?.[1];
  const median = /^\| \*\*.+?\*\* \| ([^|]+) \|/m.exec(section)?.[1];
  if (unit === undefined || median === undefined) return [];
  const [, target = '', verdict] = TARGET.exec(section) ?? [];
  return [{ title, figure: `${median} ${unit}`, target, reached: verdict === undefined ? undefined : verdict === 'Reached' }];
}

/** Returns the results that must be there: one of each row of the soaks, and of each benchmark but those that are not measured yet. */
function expectedPaths(): string[] {
  const ids = (pattern: string, name: RegExp): string[] => findPaths(pattern).flatMap((path) => name.exec(path)?.[1] ?? []);
  const soaks = ids('soak/row-*.ts', /\/row-(\w+)\.ts$/).map((row) => `soak-${row}`);
  const benchmarks = ids('bench/*.ts', /\/([A-Z]\d+[a-z]?)\.ts$/).filter((id) => !UNMEASURED.includes(id));
  return [...soaks, ...benchmarks].map((id) => `bench/results/${id}.md`);
}

/**
 * Throws unless the results among `paths` are those of each row of the soaks and of each benchmark: a missing one would be missing on the page without
 * a word, and one of a benchmark that counts as unmeasured would contradict the page.
 */
export function requireResults(paths: readonly string[], expected: readonly string[] = expectedPaths()): void {
  const missing = expected.filter((path) => !paths.includes(path));
  const surplus = paths.filter((path) => !expected.includes(path));
  if (missing.length > 0) throw new Error(`These results are missing: ${missing.join(', ')}. Measure them, or restore the files.`);
  if (surplus.length > 0)
    throw new Error(`${surplus.join(', ')}: no row or benchmark has this result, or it is in UNMEASURED of measured-results.ts.`);
}

/** Reads all committed results, soaks by their row and benchmarks by their id. Throws if one is missing or incomplete. */
export function readResults(): MeasuredResult[] {
  const paths = findPaths('bench/results/*.md').filter((path) => path !== TEST_RUN && !/\.(?:quick|short|smoke)\.md$/.test(path));
  requireResults(paths);
  return paths.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((path) => parseResult(path, readText(path)));
}
