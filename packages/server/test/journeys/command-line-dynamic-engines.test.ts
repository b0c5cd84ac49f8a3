/** The commands for dynamic engines: a package is written, an operator is paired by its key, and its reports are shown. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Schema } from '@millrace/contract';
import { createClient } from '@millrace/contract/client';
import { withEntries } from '@millrace/wire/zip-entries';
import { LATEST } from '../../src/features/processing/dynamic-engines/packages/releases.ts';
import { startCommandLine } from '../support/command-line.ts';

const { install, folder, millrace } = await startCommandLine();
const administrator = await install.client();

const namesIn = (path: string): Promise<string[]> => withEntries(path, async (entries) => entries.map(({ name }) => name));
const succeeds = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await millrace(['dynamic-engine', ...words]);
  assert.equal(code, 0, err);
  return out;
};

describe('the commands for dynamic engines', () => {
  it('create an engine, write its packages, show what its operator reports, and delete it', async (t) => {
    assert.match((await millrace(['dynamic-engine', 'list'])).err, /No dynamic engines/);
    const { id } = JSON.parse(await succeeds('create', 'warehouse', '--description', 'Beside the warehouse', '--json')) as { id: string };
    assert.match(await succeeds('list'), /warehouse +CREATING/);
    assert.match(await succeeds('status', 'warehouse'), /^NOT_DEPLOYED, nothing was reported yet/);

    const file = join(folder, 'package.zip');
    assert.match(await succeeds('package', 'warehouse', '--file', file), /readable by you only/);
    assert.deepEqual(await namesIn(file), [`${id}-values.yaml`]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const again = await millrace(['dynamic-engine', 'package', 'warehouse', '--file', file]);
    assert.equal(again.code, 2);
    assert.match(again.err, /it exists/);
    const manifest = join(folder, 'manifest.zip');
    await succeeds('package', id, '--kind', 'manifest', '--package-version', LATEST, '--new-key', '--file', manifest);
    assert.deepEqual(await namesIn(manifest), ['custom-resource-definitions.yaml', 'resources.yaml']);
    const wrong = await millrace(['dynamic-engine', 'package', id, '--package-version', '9.9.9', '--file', join(folder, 'wrong.zip')]);
    assert.ok(wrong.err.includes(`There is no version '9.9.9': name one of ${LATEST}`), wrong.err);
    await assert.rejects(stat(join(folder, 'wrong.zip')), 'a refused package leaves no file');

    const key = await keyIn(manifest);
    const { body: pairing } = await createClient({ baseUrl: install.url }).call('POST /engine/v1/pairing', {
      body: { preAuthorizedKey: key, version: '0.1.0' },
    });
    const operator = createClient({ baseUrl: install.url, token: pairing.credential });
    const infra: Schema<'ObservedServices'> = {
      status: 'IN_ERROR',
      services: [{ name: 'engine-operator', status: 'RUNNING', podsErrors: { 'engine-operator-0': 'not ready' } }],
    };
    const report = (environments: { linkId: string; status: 'RUNNING' | 'NOT_DEPLOYED' }[]) =>
      operator.call('PUT /engine/v1/dynamic-engine/status', { body: { version: '0.1.0', revision: 1, infra, environments } });
    let running: Parameters<typeof report>[0] = [];
    // Reports must continue, because commands may take longer than 10 seconds on a busy machine, and the removals of a silent operator end.
    const reporting = setInterval(() => void report(running).catch(() => {}), 1000);
    t.after(() => clearInterval(reporting));
    await report([]);
    const status = await succeeds('status', 'warehouse');
    assert.match(status, /^IN_ERROR, reported \S+/);
    assert.match(status, /engine-operator +RUNNING\n +engine-operator-0: not ready/);

    const { body: environment } = await administrator.call('POST /orchestration/dynamic-engine-environments', {
      body: { name: 'pods', workspaceName: 'first' },
    });
    assert.match(await succeeds('assign', 'warehouse', 'pods'), /^Assigned\./);
    const { body: desired } = await operator.call('GET /engine/v1/dynamic-engine', {});
    const linkId = desired.environments[0]?.linkId ?? '';
    running = [{ linkId, status: 'RUNNING' }];
    await report(running);
    assert.match(await succeeds('status', 'warehouse', '--environment', environment.id), /^RUNNING, reported/);
    const used = await millrace(['dynamic-engine', 'delete', 'warehouse', '--yes']);
    assert.match(used.err, /1 environment is assigned/);
    assert.match(await succeeds('unassign', 'pods'), /is being removed/);
    running = [];
    await report([]);
    assert.match(await succeeds('unassign', 'pods'), /was not assigned/);
    assert.match(await succeeds('delete', 'warehouse', '--yes'), /The operator removes dynamic engine/);
    assert.match(await succeeds('list'), /warehouse +DELETED/);
  });
});

/** Returns the pairing key in the manifests of a package. */
const keyIn = (path: string): Promise<string> =>
  withEntries(path, async (entries) => {
    const parts: Buffer[] = [];
    for (const { name, content } of entries) if (name === 'resources.yaml') for await (const part of content()) parts.push(part);
    const [, key = ''] = /\n {2}key: ["']?([0-9a-f]{64})/.exec(Buffer.concat(parts).toString('utf8')) ?? [];
    return key;
  });
