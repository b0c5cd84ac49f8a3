// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { NO_TINY_DISK_REASON, tinyDisk } from '../../test/tiny-disk.ts';
import { jsonLog, logFile, logOutput } from './own-log.ts';

test('a full disk does not end the program; the log later says how many lines are missing', async (t) => {
  const disk = await tinyDisk(t, 1);
  if (!disk) return t.skip(NO_TINY_DISK_REASON);
  const path = join(disk.folder, 'engine.log');
  const file = openSync(path, 'a');
  const log = jsonLog(logOutput(file));
  log('info', 'before');
  await disk.fill();
  const text = 'x'.repeat(5000);
  for (let number = 0; number < 3; number += 1) log('info', text);
  await disk.empty();
  log('info', 'after');
  closeSync(file);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'));
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as { message: string; lines?: number });
  assert.equal(first?.message, 'before');
  assert.deepEqual(
    rest.slice(-2).map(({ message, lines: lost }) => [message.slice(0, 5), lost]),
    [
      ['Lines', 3],
      ['after', undefined],
    ],
  );
});

test('a log file is rotated by its size, even when two engines write it, and every line stays complete', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'engine.log');
  const bounds = { bytes: 2 ** 16, kept: 50 };
  const engines = [jsonLog(logOutput(logFile(path, bounds))), jsonLog(logOutput(logFile(path, bounds)))];
  for (let number = 0; number < 2000; number += 1) for (const log of engines) log('info', 'x'.repeat(200), { number });
  const names = readdirSync(folder);
  assert.ok(names.length > 5 && names.includes('engine.log.1'), names.join());
  // Each engine counts only the bytes that it has written itself.
  for (const name of names) assert.ok(statSync(join(folder, name)).size < 3 * bounds.bytes, name);
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  const numbers = lines.map((line) => (JSON.parse(line) as { number: number }).number).toSorted((one, other) => one - other);
  assert.deepEqual(
    numbers,
    Array.from({ length: 4000 }, (_, index) => Math.floor(index / 2)),
  );
});
