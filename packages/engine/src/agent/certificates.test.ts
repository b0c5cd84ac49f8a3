// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { shellBundle } from '../../test/zips.ts';

const SHOW = `node -e 'console.log(JSON.parse(require("node:fs").readFileSync(process.env.MILLRACE_CONTEXT)).MILLRACE_CERTIFICATES ?? "none")'`;

test('bundles.run.certificates', async (t) => {
  const file = join(await temporaryFolder(), 'authority.pem');
  await writeFile(file, '-----BEGIN CERTIFICATE-----\n');
  const { plane } = await engineFor(t, { environment: { ...process.env, NODE_EXTRA_CA_CERTS: file } });
  const bundle = await shellBundle(`${SHOW}; echo "variable:$NODE_EXTRA_CA_CERTS"`);
  const printed = async (parameters: Record<string, string>): Promise<string[]> => {
    const execution = plane.add(bundle, { parameters });
    await plane.ended(execution);
    return messages(execution.lines, 'STDOUT');
  };
  assert.deepEqual(await printed({ MILLRACE_CERTIFICATES: '' }), ['-----BEGIN CERTIFICATE-----', '', 'variable:']);
  assert.deepEqual(await printed({}), ['none', 'variable:']);
});

test('bundles.run.certificates: a file that cannot be read is named in the log of the engine, and runs go on', async (t) => {
  const file = join(await temporaryFolder(), 'none.pem');
  const { plane, logged } = await engineFor(t, { environment: { ...process.env, NODE_EXTRA_CA_CERTS: file } });
  const execution = plane.add(await shellBundle(SHOW), { parameters: { MILLRACE_CERTIFICATES: '' } });
  await plane.ended(execution);
  assert.deepEqual(messages(execution.lines, 'STDOUT').join(''), '');
  assert.ok(logged.some((line) => line.includes('NODE_EXTRA_CA_CERTS') && line.includes(file)));
});
