// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LogLine } from '@millrace/wire/log-chunks';
import { temporaryFolder } from '../../test/engine.ts';
import { LogQueue } from './log-queue.ts';

const line = (message: string): LogLine => ({ at: 1, severity: 'INFO', type: 'STDOUT', message });
const numbered = (from: number, to: number): LogLine[] => Array.from({ length: to - from }, (_, index) => line(`line ${from + index}`));

function takeAll(queue: LogQueue, max = 7): { messages: string[]; indexes: number[] } {
  const messages: string[] = [];
  const indexes: number[] = [];
  for (let taken = queue.take(max, Infinity, () => 1); taken; taken = queue.take(max, Infinity, () => 1)) {
    indexes.push(...taken.lines.map((_, offset) => taken.firstIndex + offset));
    messages.push(...taken.lines.map(({ message }) => message));
  }
  return { messages, indexes };
}

test('returns lines in order and without gaps, from memory and file', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'unsent');
  const queue = new LogQueue(path, { memoryBytes: 2000, spillBytes: 2 ** 20 });
  for (let from = 0; from < 500; from += 10) queue.push(numbered(from, from + 10));
  assert.ok((await stat(path)).size > 0);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  const some = queue.take(3, Infinity, () => 1);
  assert.deepEqual(
    some?.lines.map(({ message }) => message),
    ['line 0', 'line 1', 'line 2'],
  );
  queue.push(numbered(500, 505));
  const rest = takeAll(queue);
  assert.deepEqual(
    rest.messages,
    numbered(3, 505).map(({ message }) => message),
  );
  assert.deepEqual(
    rest.indexes,
    Array.from({ length: 502 }, (_, index) => index + 3),
  );
  assert.ok(queue.empty);
  queue.close();
  assert.deepEqual(await readdir(folder), []);
});

test('execution-logs.list.gap: states how many lines are missing when the file was full', async () => {
  const queue = new LogQueue(join(await temporaryFolder(), 'unsent'), { memoryBytes: 500, spillBytes: 500 });
  for (let index = 0; index < 100; index += 1) queue.push(numbered(index, index + 1));
  queue.pushLast([line('the end')]);
  const { messages, indexes } = takeAll(queue);
  assert.equal(messages.at(-1), 'the end');
  const missing = Number(/^(\d+) log lines are missing here/.exec(messages.at(-2) ?? '')?.[1]);
  assert.equal(missing + messages.length - 2, 100);
  assert.ok(missing > 50);
  assert.deepEqual(
    indexes,
    messages.map((_, index) => index),
  );
});

test('execution-logs.list.gap: accepts lines when there is space again, and states the gap in its place', async () => {
  for (const limits of [
    { memoryBytes: 200, spillBytes: 60 },
    { memoryBytes: 1000, spillBytes: 40 },
  ]) {
    const queue = new LogQueue(join(await temporaryFolder(), 'unsent'), limits);
    const messages: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      queue.push(numbered(index, index + 1));
      const taken = index % 20 < 17 ? undefined : queue.take(5, Infinity, () => 1);
      messages.push(...(taken?.lines ?? []).map(({ message }) => message));
    }
    queue.pushLast([]);
    messages.push(...takeAll(queue).messages);
    assert.ok(messages.filter((message) => message.includes('are missing here')).length > 1);
    let next = 0;
    for (const message of messages) {
      const missing = /^(\d+) log lines are missing here/.exec(message)?.[1];
      if (missing === undefined) assert.equal(message, `line ${next}`);
      next += Number(missing ?? 1);
    }
    assert.equal(next, 60);
  }
});

test('execution-logs.list.gap: is stated after all other lines, even when nothing more is written', async () => {
  const queue = new LogQueue(join(await temporaryFolder(), 'unsent'), { memoryBytes: 200, spillBytes: 60 });
  for (let index = 0; index < 20; index += 1) queue.push(numbered(index, index + 1));
  const { messages } = takeAll(queue);
  assert.equal(messages.at(-1)?.split(':')[0], `${21 - messages.length} log lines are missing here`);
  assert.ok(queue.empty);
});

test('takes no more than the budget, but always one line', async () => {
  const queue = new LogQueue(join(await temporaryFolder(), 'unsent'));
  queue.push([line('a'.repeat(10)), line('b'.repeat(10)), line('c'.repeat(10))]);
  assert.equal(queue.take(10, 25, ({ message }) => message.length)?.lines.length, 2);
  assert.equal(queue.take(10, 5, ({ message }) => message.length)?.lines.length, 1);
  assert.equal(
    queue.take(10, 5, ({ message }) => message.length),
    undefined,
  );
});
