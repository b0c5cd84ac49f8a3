// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, temporaryFolder } from '../../test/engine.ts';
import { shellBundle } from '../../test/zips.ts';

const CLAIMS = '/engine/v1/claims';

test('task-executions.lease.unanswered: runs an execution once when the answer of its claim was lost', async (t) => {
  const { plane } = await engineFor(t);
  plane.loseAnswers.push(CLAIMS, CLAIMS);
  const execution = plane.add(await shellBundle('echo once'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(plane.loseAnswers, []);
  assert.equal(execution.lines.filter((line) => line.message === 'once').length, 1);
  assert.deepEqual(plane.faults, []);
});

test('numbers its claims within one incarnation', async (t) => {
  const { plane, agent } = await engineFor(t);
  plane.loseAnswers.push(CLAIMS);
  await plane.ended(plane.add(await shellBundle('echo one')));
  await agent.stop();
  assert.deepEqual(
    plane.claims.map(({ number }) => number),
    plane.claims.map((_, index) => 1 + index),
  );
  assert.equal(new Set(plane.claims.map(({ incarnation }) => incarnation)).size, 1);
});

test('names its abandoned claim when it stops, and leaves no incarnation note', async (t) => {
  const { plane, agent, folder } = await engineFor(t);
  await plane.until(() => plane.claims.length === 1, 'the first claim');
  await agent.stop();
  const last = plane.claims.at(-1);
  assert.deepEqual([last?.free, last?.waitMilliseconds, last?.unanswered], [0, 0, [1]]);
  assert.deepEqual(await readdir(join(folder, 'incarnations')), []);
});

test('leaves its incarnation note when the control plane cannot be reached at its end, and the next program reports it as gone', async (t) => {
  const folder = await temporaryFolder();
  const first = await engineFor(t, { folder, settleMilliseconds: 100 });
  await first.plane.until(() => first.plane.claims.length === 1, 'the first claim');
  const incarnation = first.plane.claims[0]?.incarnation;
  await first.plane.close();
  await first.agent.stop();
  // Replace the process id: the note must name an ended process, but the process of this test wrote it.
  await writeFile(join(folder, 'incarnations', `${incarnation}.json`), JSON.stringify({ pid: 2 ** 22 + 1 }));
  const second = await engineFor(t, { folder });
  await second.plane.until(() => second.plane.claims.length === 1, 'a claim');
  assert.deepEqual(second.plane.claims[0]?.gone, [incarnation]);
  await second.plane.ended(second.plane.add(await shellBundle('exit 0')));
  await second.plane.until(() => second.plane.claims.length === 2, 'the next claim');
  assert.deepEqual(second.plane.claims.at(-1)?.gone, []);
});

test('an incomplete incarnation note is ignored', async (t) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'incarnations'));
  await writeFile(join(folder, 'incarnations', `${crypto.randomUUID()}.json`), '{"pi');
  const { plane } = await engineFor(t, { folder });
  await plane.ended(plane.add(await shellBundle('exit 0')));
  assert.deepEqual(plane.claims[0]?.gone, []);
});
