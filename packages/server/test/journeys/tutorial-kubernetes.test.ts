// run: waiting, in test:all because it starts an engine and shells
/** Runs the blocks of docs/tutorials/kubernetes.md that need no cluster; packages/engine/test/on-cluster tests the steps of the other blocks. */
// tries the blocks of `docs/tutorials/kubernetes.md`, without those with helm or kubectl: see packages/engine/test/on-cluster
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readText } from '../../../../scripts/house/source-files.ts';
import { followTutorial } from '../support/tutorial.ts';

const PAGE = 'docs/tutorials/kubernetes.md';
const ON_CLUSTER = /^(?:helm|kubectl) /m;
const { shell } = await followTutorial(PAGE, { leftOut: ON_CLUSTER });

it('says that a test leaves out the blocks that need a cluster', () =>
  assert.match(readText(PAGE), /It leaves out the blocks with `helm` or `kubectl`\./));

it('assigns an environment only to an engine that is installed', async () => {
  assert.match(
    await shell('millrace dynamic-engine assign warehouse Warehouse'),
    /is not connected, its state is CREATING: install its package/,
  );
});
