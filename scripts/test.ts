/** Runs the tests: without words all but those "on request"; with words each test file whose path contains one of them. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { createTemplate } from '../packages/server/test/support/database.ts';
import { readIsolation } from './tests/isolation.ts';
import { planRun, type TestFile } from './tests/plan-run.ts';
import { runFiles } from './tests/run-files.ts';
import { makeScratch } from './tests/scratch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const PATTERNS = [
  'packages/*/{src,test}/**/*.test.ts',
  'scripts/**/*.test.ts',
  'examples/**/*.test.ts',
  'deploy/test/**/*.test.ts',
  'soak/*.test.ts',
  'bench/*.test.ts',
];

async function findFiles(words: readonly string[]): Promise<TestFile[]> {
  const paths: string[] = [];
  for await (const path of glob(PATTERNS, { cwd: root, exclude: (name) => /node_modules|^build$/.test(name) })) paths.push(path);
  const files = paths.toSorted().map((path) => ({ path, ...readIsolation(path, readFileSync(join(root, path), 'utf8')) }));
  return files.filter(({ path, onRequest }) => (words.length === 0 ? !onRequest : words.some((word) => path.includes(word))));
}

async function test(words: readonly string[]): Promise<number> {
  const files = await findFiles(words);
  if (files.length === 0) {
    console.error(`No path of a test file contains ${words.join(' or ')}.`);
    return 1;
  }
  const { folder, temporary, remove } = await makeScratch();
  console.log(`${files.length} test files; starting their database`);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
  const end = async (): Promise<void> => {
    await postgres.stop();
    await remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().finally(() => process.exit(130)));
  try {
    await createTemplate(postgres.tcpUrl);
    process.env['MILLRACE_TEST_DATABASE_URL'] = postgres.tcpUrl;
    process.env['TMPDIR'] = temporary;
    return await runFiles(await planRun(root, files, join(folder, 'groups')), (file) => relative(root, file));
  } finally {
    await end();
  }
}

process.exit(await test(process.argv.slice(2)));
