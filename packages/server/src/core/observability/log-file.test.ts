import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { mountTinyDisk, NO_DISK_REASON } from '../../../test/support/tiny-disk.ts';
import { createLog, LogDestination } from './log.ts';

const folders: string[] = [];
const folder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'millrace-log-file-')));
  return folders.at(-1) ?? '';
};
after(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** Returns the numbers of the lines in all files of a log, the oldest file first. Fails if a line is torn. */
const numbersIn = (home: string): number[] =>
  readdirSync(home)
    .filter((name) => /^server\.log(\.\d+)?$/.test(name))
    .toSorted((a, b) => Number(b.slice(11)) - Number(a.slice(11)))
    .flatMap((name) => readFileSync(join(home, name), 'utf8').split('\n').filter(Boolean))
    .flatMap((line) => (JSON.parse(line) as { number?: number }).number ?? []);

test('a log is rotated by its size, keeps the configured number of files, and loses no line between them', async () => {
  const home = folder();
  const bounds = { bytes: 2 ** 16, kept: 3 };
  const path = join(home, 'server.log');
  let number = 0;
  // The second start continues the file of the first one.
  for (const start of [1, 2]) {
    const file = new LogDestination(path, bounds);
    const log = createLog('info', file);
    for (let lines = 0; lines < 3000; lines += 1) {
      log.info({ number: number++ }, 'x'.repeat(100));
      if (lines % 50 === 0) await wait(1);
    }
    // What waits to be written when a log ends is not rotated any more.
    log.info({ number: number++ }, 'the last line');
    await once(file.stream, 'drain');
    file.stream.end();
    await once(file.stream, 'close');
    assert.deepEqual(readdirSync(home).toSorted(), ['server.log', 'server.log.1', 'server.log.2', 'server.log.3'], `start ${start}`);
  }
  for (const name of readdirSync(home)) assert.ok(statSync(join(home, name)).size < 3 * bounds.bytes, name);
  const numbers = numbersIn(home);
  const first = numbers[0] ?? assert.fail('no line');
  assert.deepEqual(
    numbers,
    Array.from({ length: number - first }, (_, index) => first + index),
  );
});

test('a log that ends while many lines wait to be written loses none of them', async () => {
  const home = folder();
  const file = new LogDestination(join(home, 'server.log'), { bytes: 2 ** 16, kept: 3 });
  await file.opened;
  const log = createLog('info', file);
  for (let number = 0; number < 3000; number += 1) log.info({ number }, 'x'.repeat(100));
  file.stream.end();
  await once(file.stream, 'close');
  assert.deepEqual(
    numbersIn(home),
    Array.from({ length: 3000 }, (_, number) => number),
  );
});

test('a log on a full disk is rotated when there is space again, and no line is lost or torn', { timeout: 60_000 }, async (t) => {
  const home = folder();
  const disk = mountTinyDisk(home, 1);
  if (!disk) return t.skip(NO_DISK_REASON);
  t.after(() => disk.unmount());
  const file = new LogDestination(join(home, 'server.log'), { bytes: 2 ** 16, kept: 2 });
  const log = createLog('info', file);
  let number = 0;
  const writeLines = async (): Promise<void> => {
    for (let lines = 0; lines < 1000; lines += 1) log.info({ number: number++ }, 'x'.repeat(100));
    await wait(50);
  };
  await writeLines();
  await disk.fill();
  await writeLines();
  while (!file.isFailing) await wait(20);
  await disk.empty();
  while (file.isFailing) {
    log.info('a try');
    await wait(50);
  }
  await writeLines();
  file.stream.end();
  await once(file.stream, 'close');
  const numbers = numbersIn(home);
  assert.equal(numbers.at(-1), number - 1);
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => (numbers[0] ?? 0) + index),
    'no line is lost or torn',
  );
});

/** Runs a program with `log`, which writes to the file that is the first argument, or to standard output. */
const programWith = (text: string, ...words: string[]) =>
  spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { createLog, LogDestination } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
     const file = new LogDestination(process.argv[1]);
     const log = createLog('info', file);
     await file.opened;
     ${text}`,
    '--',
    ...words,
  ]);

const EXIT = 'process.exit(3)';
const writeLines = (count: number): string => `for (let number = 0; number < ${count}; number += 1) log.info('x'.repeat(100));`;

test('a process whose log cannot be written ends', { timeout: 60_000 }, async () => {
  const ends: [end: string, code: number][] = [
    [EXIT, 3],
    ['throw new Error("a crash")', 1],
    [`await new Promise((resolve) => setTimeout(resolve, 200)); ${EXIT}`, 3],
  ];
  for (const [end, code] of ends)
    assert.deepEqual(await once(programWith(`${writeLines(1000)} ${end}`, '/dev/full'), 'exit'), [code, null], end);
});

test('a process ends whose log nobody reads', { timeout: 60_000 }, async () => {
  const program = programWith(`${writeLines(10_000)} ${EXIT}`);
  program.stdout.pause();
  assert.deepEqual(await once(program, 'exit'), [3, null]);
});
