/** Parses the committed results of benchmarks and soaks for the proof pack. */

/** A comparison of a benchmark: its title, our median with its unit, and whether its target was reached. */
export type MeasuredComparison = { title: string; figure: string; target: string; reached: boolean | undefined };

/** A result file. A benchmark has comparisons, a soak counts. `isClaim` is false for results of runs that are too short to be quoted. */
export type MeasuredResult = {
  file: string;
  title: string;
  command: string;
  date: string;
  isClaim: boolean;
  comparisons: readonly MeasuredComparison[];
  /** The counts of a soak that must be zero, and are not. */
  notZero: readonly string[];
};

const MACHINE = '## Machine and run';
/** Older results say "To reach" in place of "Target". */
const TARGET = /^(?:Target|To reach): (.+)\. \*\*(Reached|Not reached)\*\* in this run\.$/m;

/** Parses a file of `bench/results`. Throws if it does not name its command and date. */
export function parseResult(file: string, text: string): MeasuredResult {
  const title = /^# (.+)$/m.exec(text)?.[1];
  const cell = (name: string): string | undefined => new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(text)?.[1];
  const [command, date] = [cell('Command'), cell('Date')];
  if (title === undefined || command === undefined || date === undefined)
    throw new Error(`${file} has no title, or names no command or no date: measure it again.`);
  const sections = text.split(/^(?=## )/m).filter((section) => section.startsWith('## ') && !section.startsWith(MACHINE));
  return {
    file,
    title,
    command,
    date,
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
