import { oneLine } from '../../text.ts';

/** The parts of the report, in their order, with their headings. */
const REPORT_PARTS = {
  permissions: 'Objects that the token may not read',
  answers: 'Answers that could not be used',
  names: 'Names that were changed',
  engines: 'Engines, clusters and run profiles',
  accounts: 'Users and service accounts',
  secrets: 'Secrets',
  content: 'Bundles and content of resources',
  cloud: 'Settings that exist in the cloud only',
  starts: 'Tasks and plans with automatic starts',
  references: 'References without a target',
  fields: 'Fields that files do not have, or not with this value',
  leftOut: 'Objects that have no files',
  files: 'Files that stay as they are',
} as const;

/** A part of the report. */
type ReportPart = keyof typeof REPORT_PARTS;

/** A problem, the objects that have it, and advice. */
export type ReportLine = { part: ReportPart; problem: string; advice: string; objects: string[] };

/** The most objects that a line of `report.md` names. */
const MOST_SHOWN = 50;

/** Collects the objects and fields that an import could not take over. Equal problems share a line. */
export class ImportReport {
  readonly #lines = new Map<string, Omit<ReportLine, 'objects'> & { objects: Set<string> }>();

  /** Adds an object to the line about a problem. */
  add(part: ReportPart, object: string, problem: string, advice: string): void {
    const key = JSON.stringify([part, problem, advice]);
    const line = this.#lines.get(key) ?? { part, problem, advice, objects: new Set<string>() };
    line.objects.add(object);
    this.#lines.set(key, line);
  }

  /** All lines in the order of the parts; an account that has not changed gives the same lines. */
  lines(): ReportLine[] {
    const parts = Object.keys(REPORT_PARTS);
    return [...this.#lines.values()]
      .map((line) => ({ ...line, objects: [...line.objects].toSorted() }))
      .toSorted((first, second) => parts.indexOf(first.part) - parts.indexOf(second.part) || compareTexts(textOf(first), textOf(second)));
  }
}

const textOf = ({ problem, advice, objects }: ReportLine): string => JSON.stringify([problem, objects, advice]);
const compareTexts = (first: string, second: string): number => (first < second ? -1 : first > second ? 1 : 0);

/** The report as Markdown, for people. */
export function reportText(source: string, counts: Readonly<Record<string, number>>, lines: readonly ReportLine[]): string {
  const written = Object.entries(counts).map(([noun, count]) => `| ${noun} | ${count} |`);
  const parts = Object.entries(REPORT_PARTS).flatMap(([part, title]) => {
    const partLines = lines.filter((line) => line.part === part);
    return partLines.length === 0 ? [] : ['', `## ${title}`, '', ...partLines.map(lineText)];
  });
  return [
    `# Import from ${inMarkdown(source)}`,
    '',
    'The files hold these objects. Read the parts below before `millrace apply`: each line names a problem with its objects, and says what to do.',
    '`report.json` has the same lines for programs. `docs/moving-in.md` explains the order of the steps.',
    '',
    '| kind | files |',
    '|---|--:|',
    ...written,
    ...parts,
    '',
  ].join('\n');
}

function lineText({ problem, advice, objects }: ReportLine): string {
  const shown = objects.slice(0, MOST_SHOWN).map(inMarkdown).join(', ');
  const more = objects.length > MOST_SHOWN ? ` and ${objects.length - MOST_SHOWN} more` : '';
  return `- **${shown}${more}**: ${inMarkdown(problem)} ${inMarkdown(advice)}`;
}

/** Text of the account must not become Markdown. Code in back quotes is ours. */
const inMarkdown = (text: string): string =>
  oneLine(text)
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.length > 2 && piece.startsWith('`') ? piece : piece.replaceAll(/[\\`*_<>[\]|#~]/g, String.raw`\$&`)))
    .join('');
