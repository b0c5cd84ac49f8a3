import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tinyDisk, WHY_NO_DISK } from '../test/tiny-disk.ts';
import { jsonLog, logOutput } from './own-log.ts';

test('a log whose disk is full ends nothing, and says how many lines are missing', async (t) => {
  const disk = await tinyDisk(t, 1);
  if (!disk) return t.skip(WHY_NO_DISK);
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
