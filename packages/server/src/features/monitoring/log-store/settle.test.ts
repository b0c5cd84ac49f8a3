import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChunkFault } from '@millrace/wire/log-chunks';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { chunkOf, REPORTED_AT, standInEngine, type Lease, type Line } from '../../../../test/support/engine.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { readLogLines, searchLog } from './index.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);

async function running(): Promise<Lease> {
  await call('POST /processing/executions', { body: { executable: task.id } });
  const { executionId, fence } = await engine.claimOne();
  return { executionId, fence };
}
const page = async ({ executionId }: Lease, query: Record<string, unknown>) => {
  const { status, body } = await call('GET /monitoring/executions/{id}/logs', { path: { id: executionId }, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const chunksOf = ({ executionId }: Lease) =>
  platform.db.reader.rows<{ lines: number; settled: boolean; inStore: boolean }>(sql`
    select lines, settled, blob_key is not null as "inStore"
    from log_chunk
    where execution_id = ${executionId}
    order by end_index`);

/** Ends a run, and moves its end into the past, so that its log can be settled. */
async function ended(lease: Lease): Promise<void> {
  await engine.finish(lease);
  await platform.db.writer.rows(sql`
    update task_execution
    set finished_at = finished_at - interval '1 minute'
    where id = ${lease.executionId}`);
}

/** Returns a generator of random numbers that a seed repeats. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes a log in chunks of any size, with a clock that also goes back, and returns its lines. */
async function write(lease: Lease, count: number, most: number, random: (below: number) => number): Promise<Line[]> {
  const severities = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
  const all: Line[] = [];
  let at = REPORTED_AT;
  while (all.length < count) {
    const lines = Array.from({ length: 1 + random(most) }, (_, place): Line => {
      at += random(20) === 0 ? -random(2000) : random(50);
      const words = Array.from({ length: 6 }, () => random(2 ** 32).toString(36)).join(' ');
      return { at, severity: severities[random(6)] ?? 'INFO', type: 'STDOUT', message: `${all.length + place} ${words} 🚧` };
    });
    await engine.log(lease, lines, all.length);
    all.push(...lines);
  }
  return all;
}

async function checkPages(lease: Lease, all: readonly Line[], random: (below: number) => number): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    const [one, other] = [REPORTED_AT + random(all.length * 25), REPORTED_AT + random(all.length * 25)];
    const bounds: Record<string, string>[] = [
      {},
      { startTime: new Date(one).toISOString() },
      { endTime: new Date(other).toISOString() },
      { startTime: new Date(Math.min(one, other)).toISOString(), endTime: new Date(Math.max(one, other)).toISOString() },
    ];
    const range = bounds[random(4)] ?? {};
    const [from, to] = [Date.parse(range['startTime'] ?? '1970-01-01'), Date.parse(range['endTime'] ?? '9999-01-01')];
    const expected = all.filter((line) => line.at >= from && line.at <= to);
    const query = { ...range, order: random(2) === 0 ? 'ASC' : 'DESC', startIndex: random(expected.length + 3), count: 1 + random(200) };
    const ordered = query.order === 'ASC' ? expected : expected.toReversed();
    const { data, totalSize, totalSizeFiltered } = await page(lease, query);
    assert.deepEqual([totalSize, totalSizeFiltered], [all.length, expected.length], JSON.stringify(query));
    assert.deepEqual(
      data,
      ordered.slice(query.startIndex, query.startIndex + query.count).map(({ at, severity, type, message }) => ({
        severity,
        logType: type,
        logTimestamp: at,
        logMessage: message,
      })),
      JSON.stringify(query),
    );
  }
}

test('pages have the right lines before and after a log is settled', async () => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  const files = (await server.files()).length;
  const [small, large] = [await running(), await running()];
  const [few, many] = [await write(small, 150, 3, random), await write(large, 20_000, 6000, random)];
  await checkPages(small, few, random);
  await checkPages(large, many, random);

  await runTimer(platform, 'settle-logs');
  assert.ok(
    (await chunksOf(large)).every(({ settled, inStore }) => !settled && !inStore),
    'the log of an unfinished execution is not settled',
  );
  await ended(small);
  await ended(large);
  await runTimer(platform, 'settle-logs');
  assert.deepEqual(await chunksOf(small), [{ lines: few.length, settled: true, inStore: false }]);
  const stored = await chunksOf(large);
  assert.ok(stored.every(({ settled, inStore }) => settled && inStore));
  assert.equal(
    stored.reduce((sum, { lines }) => sum + lines, 0),
    many.length,
  );
  assert.ok(stored.length >= 5, 'large chunks are cut, so that a page unpacks little');
  assert.equal((await server.files()).length, files + 1, 'the large log is in one object');
  await checkPages(small, few, random);
  await checkPages(large, many, random);
  await runTimer(platform, 'settle-logs');
  assert.deepEqual(await chunksOf(large), stored, 'a settled log is not settled again');
});

test('cuts very many short lines into chunks that can be read', async () => {
  const lease = await running();
  const texts = [
    ...Array.from({ length: 9000 }, () => ''),
    ...Array.from({ length: 3 }, (_, index) => String(index).repeat(65_000)),
    'last',
  ];
  const lines = texts.map((message): Line => ({ at: 1, severity: 'INFO', type: 'STDOUT', message }));
  for (let first = 0; first < lines.length; first += 6000) await engine.log(lease, lines.slice(first, first + 6000), first);
  await ended(lease);
  await runTimer(platform, 'settle-logs');
  assert.deepEqual(
    (await chunksOf(lease)).map(({ lines: count, inStore }) => [count, inStore]),
    [
      [8192, false],
      [809, false],
      [3, false],
    ],
  );
  const { data } = await page(lease, { count: 5 });
  assert.deepEqual(
    data.map((line: { logMessage: string }) => line.logMessage),
    texts.slice(-5).toReversed(),
  );
});

test('does not join lines with different clock shifts', async () => {
  const lease = await running();
  const now = Date.now();
  for (const [index, shift] of [0, 0, 3_600_000, 3_600_000].entries())
    await engine.report({
      sentAt: Date.now() + shift,
      logs: [
        { ...lease, firstIndex: index, chunk: chunkOf([{ at: now + shift, severity: 'INFO', type: 'STDOUT', message: String(index) }]) },
      ],
    });
  await ended(lease);
  const before = await page(lease, { order: 'ASC' });
  await runTimer(platform, 'settle-logs');
  assert.equal((await chunksOf(lease)).length >= 2, true);
  assert.deepEqual(await page(lease, { order: 'ASC' }), before);
  for (const { logTimestamp } of before.data) assert.ok(Math.abs(logTimestamp - now) < 60_000);
});

test('joins the many small chunks of an unfinished run, and continues the indexes', async () => {
  const lease = await running();
  for (let first = 0; first < 1010; first += 202)
    await engine.report({
      logs: Array.from({ length: 202 }, (_, place) => ({
        ...lease,
        firstIndex: first + place,
        chunk: chunkOf([{ at: REPORTED_AT, severity: 'INFO', type: 'STDOUT', message: String(first + place) }]),
      })),
    });
  assert.equal((await chunksOf(lease)).length, 1010);
  await runTimer(platform, 'settle-logs');
  assert.deepEqual(await chunksOf(lease), [{ lines: 1010, settled: true, inStore: false }]);
  await engine.log(lease, ['next'], 1010);
  const { data, totalSize } = await page(lease, { count: 2 });
  assert.deepEqual([totalSize, data.map((line: { logMessage: string }) => line.logMessage)], [1011, ['next', '1009']]);
});

test('a reader gets each line once while a log is settled', async () => {
  for (const backwards of [false, true]) {
    const lease = await running();
    const count = 100;
    for (let index = 0; index < count; index += 1) await engine.log(lease, [`line ${index} `], index);
    await ended(lease);
    const { reader } = platform.db;
    let chunksRead = 0;
    // Another process settles the log between the first and the second query for chunks.
    const tx = {
      ...reader,
      rows: async <Row>(query: Sql): Promise<Row[]> => {
        if (query.strings.join('').includes('and c.severities & ') && (chunksRead += 1) === 2) await runTimer(platform, 'settle-logs');
        return reader.rows<Row>(query);
      },
    };
    const source = { tx, blobs: platform.blobs };
    const expected = Array.from({ length: count }, (_, index) => `line ${index} `);
    const read: string[] = [];
    if (backwards) {
      const { lines } = await searchLog(source, lease.executionId, {
        text: 'line',
        severity: undefined,
        range: { startTime: undefined, endTime: undefined },
        backwards,
        from: undefined,
        count,
      });
      read.push(...lines.map((line) => line.message).toReversed());
    } else
      for await (const lines of readLogLines(source, lease.executionId, { from: 0, to: count }))
        read.push(...lines.map((line) => line.message));
    assert.deepEqual(await chunksOf(lease), [{ lines: count, settled: true, inStore: false }], 'the log was settled meanwhile');
    assert.deepEqual(read, expected);
  }
});

test('a damaged log stays unchanged and does not delay other logs', async () => {
  const [broken, sound] = [await running(), await running()];
  for (const lease of [broken, sound]) {
    for (const index of [0, 1]) await engine.log(lease, [String(index)], index);
    await ended(lease);
  }
  await platform.db.writer.rows(sql`
    update log_chunk
    set data = 'not a line'
    where execution_id = ${broken.executionId}
      and end_index = 2`);
  await assert.rejects(runTimer(platform, 'settle-logs'), ChunkFault);
  assert.deepEqual(
    (await chunksOf(broken)).map(({ settled }) => settled),
    [false, false],
  );
  assert.deepEqual(await chunksOf(sound), [{ lines: 2, settled: true, inStore: false }]);
  assert.equal((await call('DELETE /monitoring/executions/{id}/logs', { path: { id: broken.executionId } })).status, 200);
  await runTimer(platform, 'settle-logs');
});
