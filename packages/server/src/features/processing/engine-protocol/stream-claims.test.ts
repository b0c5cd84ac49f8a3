import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyOf } from '@millrace/contract';
import { createClient } from '@millrace/contract/client';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine, type Claimed } from '../../../../test/support/engine.ts';
import { isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/claims/stream';
const server = await startTestServer();
const { call, make } = server;
const { db, wakeups } = server.platform;

type Part = { executions: Claimed[]; stop: string[] };
type Line = Part & { waitedMilliseconds: number; nextWithinMilliseconds: number };

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });
const idsOf = ({ executions }: Part): string[] => executions.map((one) => one.executionId);
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

async function prepared() {
  const task = await make.task({ parallelExecutionAllowed: true });
  return { task, engine: await standInEngine(server, task.environment), incarnation: crypto.randomUUID() };
}

/** Asks for work; `line` is the next line as it comes; `next` is the first part and then each that says something, undefined after the last one. */
function ask({ credential: token }: { credential: string }, body: Partial<BodyOf<typeof ROUTE>> = {}) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const answer = createClient({ baseUrl: server.url, token }).lines(ROUTE, {
    body: { free: 10, waitMilliseconds: 30_000, ...body },
    signal,
  });
  const line = async (): Promise<Line | undefined> => {
    const { value } = await (await answer).next();
    return value === undefined ? undefined : (JSON.parse(value) as Line);
  };
  let isFirst = true;
  const next = async (): Promise<Part | undefined> => {
    for (;;) {
      const found = await line();
      const wasFirst = isFirst;
      isFirst = false;
      if (!found) return undefined;
      const { executions, stop } = found;
      if (wasFirst || executions.length > 0 || stop.length > 0) return { executions, stop };
    }
  };
  const given = async (): Promise<string[]> => idsOf((await next()) ?? assert.fail('the answer has ended'));
  return { line, next, given, leave: () => leaving.abort() };
}

test('the first part comes at once, and each execution in the moment in which it is accepted', async () => {
  const { task, engine } = await prepared();
  const answer = ask(engine);
  assert.deepEqual(await answer.next(), { executions: [], stop: [] });
  let rung = 0;
  const forget = wakeups.listen(task.environment, () => (rung += 1));
  for (let index = 0; index < 3; index += 1) {
    const id = await start(task.id);
    assert.deepEqual(await answer.given(), [id]);
    await pause(50);
  }
  forget();
  assert.equal(rung, 0, 'handed over without a look');
  answer.leave();
});

test('task-executions.lease.unanswered: an answer shows that its connection lives, and how old each part can be at most', async () => {
  const { task, engine } = await prepared();
  const answer = ask(engine, { waitMilliseconds: 5000 });
  const lines = [await answer.line(), await answer.line()];
  const id = await start(task.id);
  let given = await answer.line();
  // On a busy machine another line that says nothing new can come first.
  while (given && given.executions.length === 0) given = await answer.line();
  assert.deepEqual(
    lines.map((one) => one && [one.executions, one.stop, one.nextWithinMilliseconds]),
    [
      [[], [], 2000],
      [[], [], 2000],
    ],
  );
  assert.deepEqual(given && idsOf(given), [id]);
  const waited = [...lines, given].map((one) => one?.waitedMilliseconds ?? -1);
  assert.ok((waited[0] ?? -1) >= 0 && (waited[1] ?? 0) >= 1000 && (waited[2] ?? 0) >= (waited[1] ?? 0), waited.join());
  answer.leave();
});

test('what waits already is in the first part', async () => {
  const { task, engine } = await prepared();
  const ids = [await start(task.id), await start(task.id)];
  const answer = ask(engine);
  assert.deepEqual((await answer.given()).toSorted(), ids);
  const third = await start(task.id);
  assert.deepEqual(await answer.given(), [third]);
  answer.leave();
});

test('the answer ends when half of the room is given', async () => {
  const { task, engine } = await prepared();
  for (const [free, most] of [
    [1, 1],
    [3, 2],
    [4, 2],
  ] as const) {
    const answer = ask(engine, { free });
    await answer.next();
    for (let index = 0; index < most; index += 1) {
      const id = await start(task.id);
      assert.deepEqual(await answer.given(), [id]);
    }
    assert.equal(await answer.next(), undefined);
  }
});

test('the answer ends after 50 parts with executions, or a moment after the first', async () => {
  const { engine, task } = await prepared();
  const lengths: number[] = [];
  // On a machine that is busy the moment is over first.
  for (let tries = 0; tries < 10 && lengths.at(-1) !== 50; tries += 1) {
    const tasks = await Promise.all([1, 2].map(() => make.task({ workspace: task.workspace, parallelExecutionAllowed: true })));
    const answer = ask(engine, { free: 1000 });
    await answer.next();
    let length = 0;
    for (; length <= 50; length += 1) {
      const id = await start(tasks[length % 2]?.id ?? '');
      const part = await answer.next();
      assert.deepEqual(idsOf(part ?? (await engine.claim())), [id], 'what is in no part waits for the next claim');
      if (!part) break;
    }
    lengths.push(length);
  }
  assert.equal(lengths.at(-1), 50, lengths.join(', '));
});

test('the answer ends a moment after its first executions: an engine that lost its network is not given more and more', async () => {
  const { task, engine } = await prepared();
  const answer = ask(engine);
  await answer.next();
  const id = await start(task.id);
  assert.deepEqual(await answer.given(), [id]);
  assert.equal(await answer.next(), undefined);
});

test('the answer ends with its wait, and one that asks for nothing is given nothing', async () => {
  const { task, engine } = await prepared();
  await start(task.id);
  const answer = ask(engine, { free: 0, waitMilliseconds: 300 });
  assert.deepEqual([await answer.next(), await answer.next()], [{ executions: [], stop: [] }, undefined]);
});

test('an answer that was given all there was finds what comes next, also where nobody rings', async () => {
  const { task, engine } = await prepared();
  const late = await start(task.id);
  await db.writer.rows(sql`update live_execution set available_at = now() + interval '1 hour' where execution_id = ${late}`);
  const answer = ask(engine);
  assert.deepEqual(await answer.given(), []);
  await db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${late}`);
  assert.deepEqual(await answer.given(), [late], 'the safety net under a lost hint');
  answer.leave();
});

test('a part names what to stop, once, also of what the same answer has given', async () => {
  const { task, engine } = await prepared();
  const answer = ask(engine);
  await answer.next();
  const id = await start(task.id);
  assert.deepEqual(await answer.given(), [id]);
  await end(id);
  assert.deepEqual(await answer.next(), { executions: [], stop: [id] });
  const next = await start(task.id);
  assert.deepEqual(await answer.next().then((part) => [part && idsOf(part), part?.stop]), [[next], []]);
  answer.leave();
});

test('task-executions.lease.unanswered: each part is a claim of its own, and only what did not come goes back', async () => {
  const { task, engine, incarnation } = await prepared();
  const answer = ask(engine, { incarnation, number: 1 });
  await answer.next();
  const came = await start(task.id);
  assert.deepEqual(await answer.given(), [came]);
  const lost = await start(task.id);
  await answer.next();
  answer.leave();
  const again = (await engine.claim({ incarnation, number: 6, unanswered: [2, 3, 4, 5] })).executions;
  assert.deepEqual(
    again.map((one) => [one.executionId, one.fence]),
    [[lost, 3]],
  );
  assert.deepEqual(await engine.start({ executionId: came, fence: 1 }), [], 'what came is held as before');
});

test('task-executions.lease.unanswered: an answer that was given up is given nothing any more, though it is still open', async () => {
  const { task, engine, incarnation } = await prepared();
  const answer = ask(engine, { incarnation, number: 1, waitMilliseconds: 1500 });
  await answer.next();
  await engine.claim({ free: 0, incarnation, number: 6, unanswered: [1, 2, 3, 4, 5] });
  const id = await start(task.id);
  assert.equal(await answer.next(), undefined);
  assert.deepEqual(idsOf(await engine.claim({ incarnation, number: 7 })), [id]);
});

test('task-executions.lease.unanswered: a caller that goes away in the middle takes nothing more with it', async () => {
  const { task, engine } = await prepared();
  const answer = ask(engine);
  await answer.next();
  const came = await start(task.id);
  assert.deepEqual(await answer.given(), [came]);
  answer.leave();
  await pause(200);
  const id = await start(task.id);
  assert.deepEqual(idsOf(await engine.claim()), [id]);
});

test('a part says nothing of other environments, and an engine that was deleted is given nothing', async () => {
  const { task, engine } = await prepared();
  const answer = ask(engine, { waitMilliseconds: 1000 });
  await answer.next();
  await start((await make.task()).id);
  await db.writer.rows(sql`delete from engine where id = ${engine.id}`);
  const id = await start(task.id);
  assert.equal(await answer.next(), undefined);
  const other = await standInEngine(server, task.environment);
  assert.deepEqual(idsOf(await other.claim()), [id]);
});

test('a caller without a credential, and a body that does not fit, are refused before the answer begins', async () => {
  const { engine } = await prepared();
  const body = { free: 1, waitMilliseconds: 0 };
  isRefused(await call(ROUTE, { token: undefined, body }), 401, 'not_signed_in');
  isRefused(await call(ROUTE, { token: await make.administratorToken(), body }), 401, 'not_signed_in');
  for (const wrong of [{}, { ...body, free: 1001 }, { ...body, waitMilliseconds: 30_001 }, { ...body, extra: 1 }])
    isRefused(await engine.send(ROUTE, wrong), 400, 'malformed_request');
});
