/** Soaks that consist of tests: they repeat a test file, or run it once with more work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { createTemplate } from '../packages/server/test/support/database.ts';
import type { Stage } from './stage.ts';

/** The result of the rounds, of which each is one run of one file; `output` has the lines `soak: …` that the tests printed, without that word. */
export type Rounds = { rounds: number; passed: number; failed: number; output: string[] };

/** The addresses of the database servers that soaks have started. */
const servers = new WeakMap<Stage, Promise<string>>();

/** Returns the address of the database server of a soak. Its first call starts the server, which stops with the soak. */
function databaseServerOf(stage: Stage): Promise<string> {
  const started = servers.get(stage) ?? startServer(stage);
  servers.set(stage, started);
  return started;
}

async function startServer(stage: Stage): Promise<string> {
  const folder = join(stage.folder, 'database');
  // PostgreSQL runs as another user when root runs this.
  await mkdir(folder, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
  stage.onEnd(() => postgres.stop());
  await createTemplate(postgres.tcpUrl);
  return postgres.tcpUrl;
}

/** What one round runs. */
type RoundOptions = {
  /** Further environment variables of the tests. */
  environment?: Record<string, string>;
  database?: boolean;
  /** The beginning of the title of a test. A smoke run runs only this test; default: all tests of the file. */
  sample?: string;
};

/** Runs several test files one after the other, again and again until the time is over. A smoke run runs the last file, once. */
export async function repeatFiles(stage: Stage, files: readonly string[], options: RoundOptions): Promise<Rounds> {
  // A smoke run does not run all files, but checks that all exist.
  for (const file of files) await access(join(import.meta.dirname, '..', file));
  const total: Rounds = { rounds: 0, passed: 0, failed: 0, output: [] };
  const until = performance.now() + stage.seconds * 1000;
  do {
    for (const file of stage.smoke ? files.slice(-1) : files) {
      const result = await runRounds(stage, file, { ...options, maxRounds: 1 });
      total.rounds += result.rounds;
      total.passed += result.passed;
      total.failed += result.failed;
      total.output.push(...result.output);
    }
  } while (!stage.smoke && performance.now() < until);
  return total;
}

/**
 * Runs a test file repeatedly until the time is over: at least once, at most `maxRounds` times. With `database`, the tests use a PostgreSQL of the soak,
 * or that of the test which runs the soak.
 */
export async function runRounds(
  stage: Stage,
  file: string,
  { maxRounds = Infinity, environment = {}, database = false, sample }: RoundOptions & { maxRounds?: number },
): Promise<Rounds> {
  const pattern = stage.smoke && sample !== undefined ? [`--test-name-pattern=^${sample}`] : [];
  const databaseEnvironment =
    database && process.env['MILLRACE_TEST_DATABASE_URL'] === undefined
      ? { MILLRACE_TEST_DATABASE_URL: await databaseServerOf(stage) }
      : undefined;
  const total: Rounds = { rounds: 0, passed: 0, failed: 0, output: [] };
  const until = performance.now() + stage.seconds * 1000;
  do {
    total.rounds += 1;
    const child = spawn(
      process.execPath,
      ['--test', '--test-reporter=tap', '--test-timeout=86400000', ...pattern, join(import.meta.dirname, '..', file)],
      {
        // If a test runs this soak, its runner must not count these tests as its own.
        env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...databaseEnvironment, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(child, 'close');
    const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    total.passed += count('pass');
    // A round in which no test ran counts as a failure.
    total.failed += Math.max(count('fail') + count('cancelled'), child.exitCode === 0 && count('pass') > 0 ? 0 : 1);
    total.output.push(...[...text.matchAll(/^ *# soak: (.*)$/gm)].map(([, line = '']) => line));
    stage.say(`  round ${total.rounds}: ${count('pass')} passed, ${count('fail')} failed`);
    if (child.exitCode !== 0) stage.say(text);
  } while (total.rounds < maxRounds && performance.now() < until);
  return total;
}
