import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerGivenUp, answerParts, FirstPartOverdue } from './answer-parts.ts';

const TIMES = { overdueMilliseconds: 100, wholeMilliseconds: 60_000 };
const { signal: calm } = new AbortController();
const line = (more: object = {}): string => JSON.stringify({ executions: [], stop: [], ...more });

/** An answer that brings these lines and then nothing more, while its connection stays open. */
async function* silentAfter(lines: readonly string[], signal: AbortSignal): AsyncGenerator<string> {
  yield* lines;
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('broken off'))));
}

async function read(lines: readonly string[], outer = calm): Promise<number> {
  let count = 0;
  try {
    for await (const _ of answerParts(TIMES, outer, (signal) => Promise.resolve(silentAfter(lines, signal)))) count += 1;
  } catch (error) {
    throw Object.assign(error as Error, { count });
  }
  return count;
}

test('gives an answer up that falls silent though it has said when the next part comes', async () => {
  const every = line({ nextWithinMilliseconds: 20 });
  await assert.rejects(read([every, every]), (error: AnswerGivenUp & { count: number }) => {
    assert.ok(error instanceof AnswerGivenUp);
    assert.match(error.message, /fallen silent for 0\.12 s/);
    return error.count === 2;
  });
});

test('waits for an answer that says nothing of its next part', async () => {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(new Error('left')), 500);
  await assert.rejects(read([line()], leaving.signal), /^Error: left$/);
});

test('tells an answer that did not begin from one that fell silent', async () => {
  await assert.rejects(read([]), FirstPartOverdue);
});
