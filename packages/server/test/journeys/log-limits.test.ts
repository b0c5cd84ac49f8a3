// run: own process, waiting, in test:all because it starts whole programs
/** Unusual output of a task: an endless line, binary output, colours, and very many lines. All of it is stored, and other tasks are not affected. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { zip, shellBundle } from '../support/bundles.ts';
import { pairEngine } from '../support/engine-process.ts';
import { eventually, finished, publishTask, startInstall, startRun, wholeLog } from '../support/install.ts';
import { folderBesideTasks } from '../support/task-files.ts';

/** The number of lines of the task that writes many lines: three times the limit of a file. */
const MANY = 300_000;
/** Characters of each of these lines: together much more than the allowed memory of server and engine. */
const LINE = 700;
/** The allowed peak memory: about 1.5 times the measured peak, and less than all lines would need. */
const MAX_MEGABYTES = { server: 400, engine: 360 };

const folder = await folderBesideTasks('millrace-log-limits-');
const install = await startInstall({ MILLRACE_ENGINE: 'none', MILLRACE_CHECK_ANSWERS: 'off' });
const client = await install.client();
const engine = await pairEngine(client, install.url, { name: 'log limits', folder: join(folder, 'engine') });
after(async () => {
  await engine.end('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});
engine.start();

/** Returns a bundle with one program for Node. */
const program = (source: string): Promise<Buffer> =>
  zip({ 'millrace.json': JSON.stringify({ name: 'writer', version: '1.0.0', run: ['node', 'writer.mjs'] }), 'writer.mjs': source });

const page = async (id: string, query: { order?: 'ASC' | 'DESC'; startIndex?: number; count?: number }): Promise<Schema<'LogPage'>> =>
  (await client.call('GET /monitoring/executions/{id}/logs', { path: { id }, query })).body;

/** Returns all results of a search. One answer covers a part of a long log and has the index for the next call. */
async function searched(
  id: string,
  query: { text: string; order?: 'ASC' | 'DESC'; count?: number },
): Promise<Schema<'NumberedLogEntry'>[]> {
  const found: Schema<'NumberedLogEntry'>[] = [];
  for (let more: { startIndex?: number } | undefined = {}; more !== undefined;) {
    const { body }: { body: Schema<'LogMatches'> } = await client.call('GET /monitoring/executions/{id}/logs/search', {
      path: { id },
      query: { ...query, ...more },
    });
    found.push(...body.data);
    more = body.nextIndex === undefined ? undefined : { startIndex: body.nextIndex };
  }
  return found;
}

async function runOf(name: string, bundle: Buffer): Promise<string> {
  return startRun(client, await publishTask(client, bundle, { name }));
}

async function succeeded(id: string): Promise<string> {
  const run = await finished(client, id);
  assert.equal(run.executionStatus, 'EXECUTION_SUCCESS', run.errorMessage);
  return id;
}

/** Returns the peak memory of a process. */
async function peakMegabytes(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}

/** Requests the file of a log, waits for it, and returns its text and the status of the request. */
async function fileOf(id: string): Promise<{ status: number; size: number; text: string }> {
  const { status, body } = await client.call('POST /monitoring/executions/{id}/logs', { path: { id }, query: { fileFormat: 'TEXT' } });
  const url = await eventually('the file is written', async () => {
    const path = { id };
    return (await client.call('POST /monitoring/executions/{id}/logs/status', { path, body: { token: body.token } })).body.presignedURL;
  });
  return { status, size: body.size, text: await (await fetch(url)).text() };
}

const gate = join(folder, 'gate');
await writeFile(gate, '');
const counting = `i=0; while [ -e ${gate} ]; do echo "neighbour $i"; i=$((i+1)); sleep 0.02; done; echo "wrote $i"`;
const neighbour = await runOf('neighbour', await shellBundle(counting));

test('binary output becomes valid text, and an endless line is cut with a mark', async () => {
  const id = await runOf(
    '../../names/that climb',
    await program(`
      const write = (bytes) => new Promise((resolve) => process.stdout.write(bytes, resolve));
      await write(Buffer.alloc(10 * 2 ** 20, 'x'));
      await write('\\nafter the long line\\n');
      await write(Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28, 0xe2, 0x82, 0x62, 0x0a]));
      await write('a\\0b\\0\\n');
      await write('\\x1b[31mred\\x1b[0m \\x1b[1;4mbold\\x1b[m \\x1b]0;title\\x07plain\\n');
      await write('10 %\\r50 %\\r100 %\\n');
      await write('windows\\r\\n\\n');
      await write('../../../etc/passwd\\n');
      await write('<script>alert(1)</script> \\u2028 \\u202e\\n');
      await write(Buffer.from('split 🚧'.slice(0, 6) + '🚧').subarray(0, 8));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await write(Buffer.from('split 🚧'.slice(0, 6) + '🚧').subarray(8));
      await new Promise((resolve) => process.stderr.write('no end', resolve));
    `),
  );
  await succeeded(id);
  const lines = await wholeLog(client, id);
  const written = lines.filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);
  const [long = '', ...rest] = written;
  assert.equal(long, `${'x'.repeat(2 ** 16)} … [cut at 64 KiB]`);
  assert.deepEqual(rest, [
    'after the long line',
    'a\ufffd\ufffd\ufffd(\ufffdb',
    'ab',
    'red bold plain',
    '10 %\r50 %\r100 %',
    'windows',
    '',
    '../../../etc/passwd',
    '<script>alert(1)</script> \u2028 \u202e',
    'split 🚧',
  ]);
  assert.deepEqual(
    lines.filter((line) => line.logType === 'STDERR').map((line) => line.logMessage),
    ['no end'],
  );
  const { status, text } = await fileOf(id);
  assert.equal(status, 200);
  const shown = lines.map((line) => `${new Date(line.logTimestamp).toISOString()} ${line.severity} ${line.logType} ${line.logMessage}\n`);
  assert.equal(text, shown.join(''));
  assert.deepEqual((await readdir(folder)).toSorted(), ['engine', 'engine.log', 'gate'], 'the name of a task must not become a path');
});

test('execution-logs.limits.entries: every one of very many lines can be read, and a file contains the last ones', async () => {
  const textOf = (number: number): string =>
    `line ${number} ${((number * 2_654_435_761) % 2 ** 32).toString(16)} `.padEnd(LINE, 'some text ');
  const id = await runOf(
    'many',
    await program(`
      const LINE = ${LINE};
      const saying = ${textOf.toString()};
      for (let from = 0; from < ${MANY}; from += 1000) {
        const text = Array.from({ length: 1000 }, (_, index) => saying(from + index) + '\\n').join('');
        await new Promise((resolve) => process.stdout.write(text, resolve));
      }
    `),
  );
  await succeeded(id);
  const head = (await page(id, { order: 'ASC', count: 50 })).data;
  const first = head.findIndex((line) => line.logType === 'STDOUT');
  const { totalSize } = await page(id, {});
  const tail = totalSize - MANY - first;
  assert.ok(tail >= 0);
  const messages = ({ data }: Schema<'LogPage'>): string[] => data.map((line) => line.logMessage);
  const textsFrom = (number: number, count: number): string[] => Array.from({ length: count }, (_, index) => textOf(number + index));
  for (const number of [0, 1, 8191, 8192, 99_999, 149_900, 271_828, MANY - 200]) {
    assert.deepEqual(messages(await page(id, { order: 'ASC', startIndex: first + number, count: 200 })), textsFrom(number, 200));
    const startIndex = tail + MANY - number - 200;
    assert.deepEqual(messages(await page(id, { order: 'DESC', startIndex, count: 200 })), textsFrom(number, 200).toReversed());
  }
  assert.deepEqual(messages(await page(id, { order: 'ASC', startIndex: totalSize })), []);

  const found = await searched(id, { text: textOf(271_828).toUpperCase() });
  assert.deepEqual(
    found.map((line) => [line.index, line.logMessage]),
    [[first + 271_828, textOf(271_828)]],
  );
  assert.deepEqual(
    (await searched(id, { text: 'line 2999', order: 'DESC', count: 200 })).map((line) => line.logMessage),
    [...textsFrom(299_900, 100).toReversed(), ...textsFrom(29_990, 10).toReversed(), textOf(2999)],
  );

  // The file has the last entries. It may have fewer than 100,000, because a millisecond is not divided.
  const { status, size, text } = await fileOf(id);
  const lines = text.split('\n').slice(0, -1);
  assert.ok(status === 206 && size === lines.length && size > tail && size <= 100_000, `${status} ${size} ${lines.length}`);
  const written = lines.slice(0, lines.length - tail).map((line) => line.slice(line.indexOf('line ')));
  assert.deepEqual(written, textsFrom(MANY - written.length, written.length));
});

test('another task loses no line, and the memory of server and engine stays limited', async () => {
  await rm(gate);
  const lines = (await wholeLog(client, await succeeded(neighbour)))
    .filter((line) => line.logType === 'STDOUT')
    .map((line) => line.logMessage);
  const count = Number(/^wrote (\d+)$/.exec(lines.at(-1) ?? '')?.[1]);
  assert.ok(count > 0);
  assert.deepEqual(
    lines.slice(0, -1),
    Array.from({ length: count }, (_, number) => `neighbour ${number}`),
  );
  const [server, agent] = [await peakMegabytes(install.pid), await peakMegabytes(engine.pid)];
  console.log(`soak: most memory of the server ${server.toFixed(0)} MB, of the engine ${agent.toFixed(0)} MB`);
  assert.ok(server < MAX_MEGABYTES.server, `the server used ${server} MB`);
  assert.ok(agent < MAX_MEGABYTES.engine, `the engine used ${agent} MB`);
});
