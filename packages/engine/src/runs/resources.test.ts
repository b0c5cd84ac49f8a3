// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import type { ControlPlane } from '../../test/control-plane.ts';
import { engineFor, messages } from '../../test/engine.ts';
import { shellBundle, zipOf } from '../../test/zips.ts';

type Claimed = Schema<'ClaimedResource'>;

/** Stores content in the control plane, and returns the resource as a claim lists it. */
function claimedResource(plane: ControlPlane, variable: string, name: string, content: Buffer, file = true): Claimed {
  const hash = createHash('sha256').update(content).digest('hex');
  plane.bundles.set(hash, content);
  return { variable, name, file, hash, size: content.length };
}

test('bundles.run.resources: each run gets its resources as files and folders of its own', async (t) => {
  const { plane } = await engineFor(t);
  const folder = await zipOf({ 'deep/a.txt': 'a', 'b.txt': 'b' });
  const resources = [
    claimedResource(plane, 'resource_file_codes', 'codes.csv', Buffer.from('LIS\n')),
    claimedResource(plane, 'resource_file_same', 'codes.csv', Buffer.from('OPO\n')),
    claimedResource(plane, 'resource_directory_lists', '../lists', folder, false),
  ];
  const script = `
    cat "$resource_file_codes" "$resource_file_same"
    case "$resource_file_codes" in */codes.csv) echo named;; esac
    cd "$resource_directory_lists" && find . -type f | sort
    echo changed >> "$resource_file_codes"
    echo kept > "$resource_flow_temp_folder/x" && cat "$resource_flow_temp_folder/x"
    case "$(dirname "$(dirname "$(dirname "$resource_directory_lists")")")" in */runs/*) echo within;; esac`;
  const zip = await shellBundle(script);
  for (let time = 0; time < 2; time += 1) {
    const execution = plane.add(zip, { resources });
    const finish = await plane.ended(execution);
    assert.equal(finish.outcome, 'EXECUTION_SUCCESS', finish.errorMessage);
    assert.deepEqual(messages(execution.lines, 'STDOUT'), ['LIS', 'OPO', 'named', './b.txt', './deep/a.txt', 'kept', 'within']);
  }
  assert.deepEqual(plane.faults, []);
});

test('an execution is not deployed when a directory cannot be unpacked or a resource is missing', async (t) => {
  const { plane } = await engineFor(t);
  const zip = await shellBundle('echo never');
  const broken = claimedResource(plane, 'resource_directory_a', 'broken', Buffer.from('no zip'), false);
  const gone: Claimed = { variable: 'resource_file_a', name: 'gone', file: true, hash: 'e'.repeat(64), size: 1 };
  for (const [resource, type] of [
    [broken, 'RESOURCE_UNUSABLE'],
    [gone, 'RESOURCE_UNAVAILABLE'],
  ] as const) {
    const execution = plane.add(zip, { resources: [resource] });
    const finish = await plane.ended(execution);
    assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', type]);
    assert.match(
      finish.errorMessage ?? '',
      new RegExp(`^The resource "${resource.name}" cannot be used\\. .+[^.]\\. Upload the resource again$`),
    );
    assert.doesNotMatch(finish.errorMessage ?? '', /publish/i);
    assert.deepEqual(messages(execution.lines, 'STDOUT'), []);
  }
});
