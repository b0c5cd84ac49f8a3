/** The proof pack of a release: what the contract demands and what was measured, each with the command that repeats it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOperations } from '@millrace/contract/ledgers';
import { conformancePage, readRequirements } from '../house/conformance-page.ts';
import { endpointsPage } from '../house/endpoints-page.ts';
import { servedRoutes } from '../house/routes.ts';
import { placeRules } from '../house/rule-places.ts';
import { rulesPage } from '../house/rules-page.ts';
import { readText } from '../house/source-files.ts';
import { git } from './git.ts';

/** A comparison of a benchmark: its title, our median with its unit, and whether its target was reached. */
type MeasuredComparison = { title: string; figure: string; target: string; reached: boolean | undefined };

/** A result file. A benchmark has comparisons, a soak counts. `isClaim` is false for results of runs that are too short to be quoted. */
type MeasuredResult = {
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
function parseResult(file: string, text: string): MeasuredResult {
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

/** Writes the folder `proof`: README.md, the pages of the conformance, and the results as they were measured. */
export function writeProofPack(folder: string, version: string, commit: string): void {
  const results = git('ls-files', 'bench/results/*.md').split('\n').filter(Boolean);
  for (const name of ['conformance', 'results']) mkdirSync(join(folder, name), { recursive: true });
  for (const path of results) writeFileSync(join(folder, 'results', fileOf(path)), readText(path));
  const pages = { 'endpoints.md': endpointsPage(), 'rules.md': rulesPage(), 'oauth-conformance.md': conformancePage() };
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, 'conformance', name), withoutLinks(text));
  const parsed = results.map((path) => parseResult(fileOf(path), readText(path)));
  writeFileSync(join(folder, 'README.md'), pageOf(version, commit, parsed));
}

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The pages link to files of the repository. Here the paths stand in place of the links. */
const withoutLinks = (text: string): string => text.replace(/\[[^\]]*\]\(\.\.\/([^)]*)\)/g, '`$1`');

function pageOf(version: string, commit: string, results: readonly MeasuredResult[]): string {
  const isSoak = ({ file }: MeasuredResult): boolean => file.startsWith('soak-');
  return `# Proof pack of Millrace ${version}

Written by \`npm run release\` from the commit \`${commit}\`. The commands run in its sources, \`../millrace-${version}.tar.gz\`. Paths on
the pages of \`conformance/\` are paths in these sources. Each file of \`results/\` names the machine and the day of its measurement, and each figure holds only for that
machine; \`bench/README.md\` of the sources says what counts as a claim.

## Conformance of the contract

${conformance()}

## Reliability: soaks

Each soak causes failures in an install under load, and counts from outside what must be zero.

| soak | result | measured | command |
|---|---|---|---|
${results.filter(isSoak).map(soakRow).join('\n')}

## Performance: benchmarks

| benchmark | figure | target | measured | command |
|---|---|---|---|---|
${results
  .filter((result) => !isSoak(result))
  .flatMap(benchRows)
  .join('\n')}
`;
}

function conformance(): string {
  const served = new Set<string>(servedRoutes().map(({ route }) => route));
  const published = readOperations().map(({ method, path }) => `${method} ${path}`);
  const missing = published.filter((route) => !served.has(route));
  const rules = placeRules();
  const done = rules.filter(({ places }) => places.length > 0);
  const untested = done.filter(({ tests }) => tests.length === 0);
  const open = rules.filter(({ places }) => places.length === 0);
  const requirements = readRequirements();
  const listed = (names: readonly string[]): string => (names.length === 0 ? '' : `: ${names.map((name) => `\`${name}\``).join(', ')}`);
  const rows = [
    [
      'operations of the published API that are served',
      `${published.length - missing.length} of ${published.length}; not served ${missing.length}${listed(missing)}`,
      '`npm test -- contract/openapi`',
      'endpoints.md',
    ],
    ['operations that are served in all', String(served.size), '`npm run where -- "POST /oauth/token"` for one of them', 'endpoints.md'],
    [
      'rules that are enforced, each with its place and its test',
      `${done.length} of ${rules.length}; without a test ${untested.length}${listed(untested.map(({ id }) => id))}; not done ${open.length}${listed(open.map(({ id }) => id))}`,
      '`npm test`, or `npm test -- schedules` for one section',
      'rules.md',
    ],
    [
      'requirements of the OAuth standards with a test',
      `${requirements.filter(({ tests }) => tests.length > 0).length} of ${requirements.length}; the others say why`,
      '`npm test -- oauth`',
      'oauth-conformance.md',
    ],
  ];
  return [
    '| what | result | command | page |',
    '|---|---|---|---|',
    ...rows.map(([subject, result, command, page]) => `| ${subject} | ${result} | ${command} | [${page}](conformance/${page}) |`),
  ].join('\n');
}

const linked = ({ file, title }: MeasuredResult): string => `[${title}](results/${file})`;

function soakRow(result: MeasuredResult): string {
  const verdict = result.notZero.length === 0 ? 'all that must be zero is zero' : `**not zero**: ${result.notZero.join(', ')}`;
  return `| ${linked(result)} | ${verdict} | ${result.date} | \`${result.command.replaceAll('`', '')}\` |`;
}

function benchRows(result: MeasuredResult): string[] {
  const rest = `${result.date} | \`${result.command.replaceAll('`', '')}\``;
  return result.comparisons.map(({ title, figure, target, reached }) => {
    const verdict = reached === undefined ? 'none' : `${target}: ${reached ? 'reached' : '**not reached**'}`;
    return `| ${linked(result)}; ${title} | ${figure}${result.isClaim ? '' : ' (not a claim)'} | ${verdict} | ${rest} |`;
  });
}
