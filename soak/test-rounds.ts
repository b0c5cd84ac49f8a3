/** Tests that are soaks when they go on for longer: the same file again and again, or once with more work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { createTemplate } from '../packages/server/test/support/database.ts';
import type { Stage } from './stage.ts';

/** What came of the rounds; `said` are the lines that the tests themselves wrote. */
export type Rounds = { rounds: number; passed: number; failed: number; said: string[] };

/** Runs a test file until the time is over, at least once and at most so many times. */
export async function runRounds(
  stage: Stage,
  file: string,
  {
    most = Infinity,
    environment = () => ({}),
    database = false,
    sample,
  }: {
    most?: number;
    environment?: (round: number) => Record<string, string>;
    database?: boolean;
    /** A test of the file by which a smoke run shows that tests are run and counted; without it, all of them. */
    sample?: string;
  },
): Promise<Rounds> {
  const own: Record<string, string> = {};
  const chosen = stage.smoke && sample !== undefined ? [`--test-name-pattern=^${sample}`] : [];
  // A test that runs a soak has a database server at hand.
  if (database && process.env['MILLRACE_TEST_DATABASE_URL'] === undefined) {
    const postgres = await startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
    stage.onEnd(() => postgres.stop());
    await createTemplate(postgres.tcpUrl);
    own['MILLRACE_TEST_DATABASE_URL'] = postgres.tcpUrl;
  }
  const total: Rounds = { rounds: 0, passed: 0, failed: 0, said: [] };
  const until = performance.now() + stage.seconds * 1000;
  do {
    total.rounds += 1;
    const child = spawn(
      process.execPath,
      ['--test', '--test-reporter=tap', '--test-timeout=86400000', ...chosen, join(import.meta.dirname, '..', file)],
      {
        // A test may run this soak: its runner is not the one of these tests.
        env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...own, ...environment(total.rounds) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(child, 'close');
    const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    total.passed += count('pass');
    // A round in which no test ran shows nothing.
    total.failed += Math.max(count('fail') + count('cancelled'), child.exitCode === 0 && count('pass') > 0 ? 0 : 1);
    total.said.push(...[...text.matchAll(/^ *# (soak: .*)$/gm)].map(([, line = '']) => line));
    stage.say(`  round ${total.rounds}: ${count('pass')} passed, ${count('fail')} failed`);
    if (child.exitCode !== 0) stage.say(text);
  } while (total.rounds < most && performance.now() < until);
  return total;
}
