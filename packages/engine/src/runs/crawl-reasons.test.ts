// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineFor } from '../../test/engine.ts';
import { shellBundle } from '../../test/zips.ts';

const FAIL = `echo '{"engineLog":"connect ECONNREFUSED 10.0.0.1:22"}' >> "$MILLRACE_REPORT"; echo "[ERROR] coarse"; exit 3`;

test('crawlers.run.reasons: the complete reason is in the own log of the engine, and in no report', async (t) => {
  const { plane, logged } = await engineFor(t);
  const task = plane.add(await shellBundle(FAIL), {});
  await plane.ended(task);
  assert.ok(!logged.some((line) => line.includes('ECONNREFUSED')), 'other tasks write nothing into the log of the engine');
  const crawl = plane.add(await shellBundle(FAIL), { parameters: { MILLRACE_CRAWL_REASONS: 'coarse' } });
  const { errorMessage } = await plane.ended(crawl);
  assert.equal(errorMessage, 'The task ended with exit code 3. Last error: [ERROR] coarse');
  assert.ok(logged.some((line) => line.includes('A crawl has failed') && line.includes('connect ECONNREFUSED 10.0.0.1:22')));
  assert.ok(!JSON.stringify(crawl).includes('ECONNREFUSED'));
});
