/** Chooses test files, starts their database, and runs them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { createTemplate } from '../../packages/server/test/support/database.ts';
import type { FileReport } from './report.ts';
import { runFiles } from './run-files.ts';
import { makeScratch } from './scratch.ts';
import { readStatement, type Statement, type TestFile } from './statement.ts';

const root = join(import.meta.dirname, '..', '..');
const PATTERNS = [
  'packages/*/{src,test}/**/*.test.ts',
  '{scripts,examples}/**/*.test.ts',
  'deploy/test/**/*.test.ts',
  '{soak,bench}/*.test.ts',
];

/** A part of all tests: what `npm test` runs, what only `npm run test:all` runs, both, or the files that are named. */
export type Part = 'quick' | 'rest' | 'all' | 'named';

const belongsTo: Readonly<Record<Exclude<Part, 'named'>, (statement: Statement) => boolean>> = {
  quick: (statement) => !statement.has('in test:all') && !statement.has('on request'),
  rest: (statement) => statement.has('in test:all') || statement.has('in parts'),
  all: (statement) => !statement.has('on request'),
};

async function findFiles(part: Part, words: readonly string[]): Promise<TestFile[]> {
  const paths: string[] = [];
  for await (const path of glob(PATTERNS, { cwd: root, exclude: (name) => /node_modules|^build$/.test(name) })) paths.push(path);
  const files = paths.toSorted().map((path) => ({ path, statement: readStatement(path, readFileSync(join(root, path), 'utf8')) }));
  return files.filter(({ path, statement }) => (part === 'named' ? words.some((word) => path.includes(word)) : belongsTo[part](statement)));
}

/** Runs git in the repository. Returns its lines; none if there is no repository. */
function gitLines(...words: string[]): string[] {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  } catch {
    return [];
  }
}

/** Tells the tests of all operations which operations belong to this run (`packages/server/test/support/matrix-part.ts`). */
function passPartToTests(part: Part): void {
  if (part === 'all' || part === 'named') return;
  const changed = [...gitLines('diff', '--name-only', 'main'), ...gitLines('ls-files', '--others', '--exclude-standard')];
  const sections = changed.flatMap((path) => /^packages\/server\/src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? []);
  process.env['MILLRACE_TEST_PART'] = part;
  process.env['MILLRACE_TEST_SEED'] = gitLines('rev-parse', 'HEAD')[0] ?? '';
  process.env['MILLRACE_TEST_CHANGED'] = [...new Set(sections)].join(',');
}

/** Starts the browser that all files share; undefined if the machine has none. Its library is loaded only for that. */
async function startBrowser(): Promise<{ stop(): Promise<void> } | undefined> {
  const { startBrowserServer } = await import('../../packages/server/test/support/chromium.ts');
  const browser = await startBrowserServer();
  if (browser !== undefined) process.env['MILLRACE_TEST_BROWSER'] = browser.endpoint;
  return browser;
}

/** The PostgreSQL on which the tests run in place of that of the product: the npm package in the folder that MILLRACE_TEST_POSTGRES names. */
function otherPostgres(): { folder: string; version: string } | undefined {
  const folder = process.env['MILLRACE_TEST_POSTGRES'];
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  console.log(`PostgreSQL ${version}, of MILLRACE_TEST_POSTGRES`);
  return { folder: join(folder, 'native'), version };
}

/** Writes what came of the tests, with the machine and the day, for the page of the proof. */
async function record(reports: readonly FileReport[], command: string): Promise<void> {
  const { TEST_RUN, testRunText } = await import('../house/test-run.ts');
  const { machineFacts } = await import('../../bench/report.ts');
  const counted = reports.map(({ file, passed, failures, skips }) => ({ file, passed, failed: failures.length, skipped: skips.length }));
  writeFileSync(join(root, TEST_RUN), testRunText(command, counted, await machineFacts()));
  console.log(`\nRecorded in ${TEST_RUN}. Write the page of the proof again with: npm run generate`);
}

/** Runs a part of the tests. Returns the exit code. With `recordAs`, the command of the run, its counts are written into the results. */
export async function runTests(part: Part, words: readonly string[] = [], recordAs?: string): Promise<number> {
  const files = await findFiles(part, words);
  if (files.length === 0) {
    console.error(`No path of a test file contains ${words.join(' or ')}.`);
    return 1;
  }
  passPartToTests(part);
  const browser = files.some(({ statement }) => statement.has('browser')) ? await startBrowser() : undefined;
  const { folder, temporary, remove } = await makeScratch();
  console.log(`${files.length} test files; starting their database`);
  const other = otherPostgres();
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: () => undefined,
    durable: false,
    ...(other && { binaries: other }),
  });
  const end = async (): Promise<void> => {
    await Promise.all([postgres.stop(), browser?.stop()]);
    await remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().finally(() => process.exit(130)));
  try {
    await createTemplate(postgres.tcpUrl);
    process.env['MILLRACE_TEST_DATABASE_URL'] = postgres.tcpUrl;
    process.env['TMPDIR'] = temporary;
    return await runFiles(root, files, recordAs === undefined ? undefined : (reports) => record(reports, recordAs));
  } finally {
    await end();
  }
}
