/** The commands about environments, workspaces and artifacts, on the machine of an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandChecks } from '../support/command-checks.ts';
import { startCommandLine } from '../support/command-line.ts';

const { folder, millrace } = await startCommandLine();
const { succeeds, json, refuses } = commandChecks((words) => millrace(words));

async function publish(version: string, ...more: string[]): Promise<void> {
  const zip = join(folder, `${version}.zip`);
  await writeFile(zip, await shellBundle('exit 0', { name: 'load', version, parameters: [{ name: 'table' }] }));
  await succeeds('artifact', 'publish', zip, ...more);
}

describe('the command line for environments and workspaces', () => {
  it('creates, shows, changes and deletes them', async () => {
    assert.match(
      await succeeds('environment', 'create', 'Test', '--workspace', 'Finance', '--description', 'For trials'),
      /^Created environment Test/,
    );
    assert.match(await succeeds('workspace', 'create', 'Invoices', '--environment', 'Test'), /^Created workspace Invoices/);
    assert.match(await succeeds('environment', 'show', 'Test'), /Description +For trials\nDefault +no\nWorkspaces +.*Invoices/);
    const { id } = await json('environment', 'show', 'Test');
    const replaced = ['-f', 'name=Test', '-f', 'description=For trials', '-f', 'maxCloudContainers:=3'];
    await succeeds('api', 'PUT', `/orchestration/environments/${id}`, ...replaced);
    await succeeds('environment', 'change', 'Test', '--name', 'Trials');
    const { description, maxCloudContainers } = await json('environment', 'show', 'Trials');
    assert.deepEqual([description, maxCloudContainers], ['For trials', 3], 'what no option names stays');
    await succeeds('workspace', 'change', 'Trials/Invoices', '--protect-upgrades', '--description', 'Bills');
    await succeeds('workspace', 'change', 'Trials/Invoices', '--name', 'Billing');
    const shown = await succeeds('workspace', 'show', 'Billing');
    assert.match(
      shown,
      /Description +Bills\nEnvironment +Trials\nType +custom\nOwner +admin\nUpgrades +only by artifacts of this workspace/,
    );
    await refuses([
      [['environment', 'create', 'Trials', '--workspace', 'x'], 1, /Trials|that name/],
      [['environment', 'create', 'Other'], 2, /--workspace/],
      [['environment', 'change', 'Trials'], 2, /at least one option/],
      [['environment', 'show', 'Trails'], 4, /There is no environment "Trails"\. Known: .*Trials/],
      [['workspace', 'change', 'Billing'], 2, /at least one option/],
      [['workspace', 'delete', 'Biling', '--yes'], 4, /There is no workspace "Biling"/],
      [['workspace', 'delete', 'default/Shared', '--yes'], 1, /./],
    ]);
    await succeeds('workspace', 'delete', 'Billing', '--yes');
    assert.equal((await millrace(['workspace', 'show', 'Billing'])).code, 4);
    await succeeds('environment', 'delete', 'Trials', '--yes');
    assert.equal((await json('environment', 'list')).length, 1);
  });
});

describe('the command line for artifacts', () => {
  it('shows, lists and deletes versions of an artifact', async () => {
    await publish('1.0.0');
    await publish('1.1.0');
    await succeeds('task', 'create', 'nightly', '--artifact', 'load', '--artifact-version', '1.1.0');
    assert.match(
      await succeeds('artifact', 'show', 'load'),
      /Versions +2\nVersion +1\.1\.0\S*\n[^]*Published +.* by admin[^]*table +\S+ +no/,
    );
    assert.match(await succeeds('artifact', 'versions', 'load'), /1\.1\.0[^]*1\.0\.0/);
    assert.equal((await json('artifact', 'versions', 'load', '--limit', '1')).length, 1);
    await refuses([
      [['artifact', 'delete', 'load', '--yes'], 1, /nightly/],
      [['artifact', 'delete', 'load', '--artifact-version', '1.1.0', '--yes'], 1, /nightly/],
      [['artifact', 'delete', 'load', '--artifact-version', '9', '--yes'], 4, /no version 9/],
      [['artifact', 'show', 'laod'], 4, /There is no artifact "laod"/],
    ]);
    assert.match(await succeeds('artifact', 'delete', 'load', '--artifact-version', '1.0', '--yes'), /^Deleted version 1\.0\.0/);
    assert.equal((await json('artifact', 'versions', 'load')).length, 1);
    await publish('2.0.0', '--name', 'other');
    await succeeds('artifact', 'delete', 'other', '--yes');
    assert.equal((await millrace(['artifact', 'show', 'other'])).code, 4);
  });
});
