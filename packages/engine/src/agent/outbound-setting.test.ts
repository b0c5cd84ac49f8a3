// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { shellBundle } from '../../test/zips.ts';
import { outboundOf } from './own-parameters.ts';

const SHOW = `node -e 'console.log(JSON.parse(require("node:fs").readFileSync(process.env.MILLRACE_CONTEXT)).MILLRACE_CRAWL_OUTBOUND ?? "none")'`;

test('crawlers.run.outbound: the setting of the engine replaces what the control plane proposes, for crawls only', async (t) => {
  const printed = async (setting: string, parameters: Record<string, string>): Promise<string> => {
    const { plane } = await engineFor(t, { environment: { ...process.env, MILLRACE_ENGINE_OUTBOUND_ALLOW: setting } });
    const execution = plane.add(await shellBundle(SHOW), { parameters });
    await plane.ended(execution);
    return messages(execution.lines, 'STDOUT').join();
  };
  const crawl = { MILLRACE_CRAWL_OUTBOUND: 'private,loopback' };
  assert.equal(await printed('10.1.0.0/16', crawl), '10.1.0.0/16');
  assert.equal(await printed('', crawl), 'private,loopback');
  assert.equal(await printed('none', {}), 'none', 'another task gets no such parameter');
});

test('a setting that cannot be read stops the engine', () => {
  for (const text of ['all', 'private,none', '10.0.0.0/99', 'localhost'])
    assert.throws(
      () => outboundOf({ MILLRACE_ENGINE_OUTBOUND_ALLOW: text }),
      /MILLRACE_ENGINE_OUTBOUND_ALLOW is .*: set it to none, or to private/,
    );
  assert.equal(outboundOf({}), undefined);
});
