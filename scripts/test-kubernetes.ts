/** Runs the tests that need a real cluster: npm run test:kubernetes -- <work folder> [--keep] [<word of their path>…]. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPaths, root } from './house/source-files.ts';
import { CLUSTER_NEEDS, runProgram, TestCluster } from './kubernetes/test-cluster.ts';

const NEEDS = `npm run test:kubernetes -- <work folder> [--keep] [<word of a path>…]

Builds the examples and the images, and runs the tests in folders "on-cluster": all, or those whose paths contain a word.
Each file has a fresh cluster of one node.
${CLUSTER_NEEDS}--keep leaves the cluster running; the next call then uses it, and the images in it.
`;

function test(words: string[]): number {
  const { values, positionals } = parseArgs({ args: words, options: { keep: { type: 'boolean' } }, allowPositionals: true });
  const [workFolder, ...pathWords] = positionals;
  const cluster = TestCluster.of(workFolder, process.env['MILLRACE_CLUSTER_SCRIPTS']);
  if (typeof cluster === 'string') {
    console.error(`${cluster}\n\n${NEEDS}`);
    return 2;
  }
  const tests = findPaths('{packages/engine,deploy}/test/on-cluster/*.test.ts').filter(
    (path) => pathWords.length === 0 || pathWords.some((word) => path.includes(word)),
  );
  if (tests.length === 0) {
    console.error(`No path of a test on a cluster contains ${pathWords.join(' or ')}.`);
    return 2;
  }
  let worst = 0;
  try {
    if (runProgram(process.execPath, [join(root, 'scripts', 'build-examples.ts')]) !== 0) return 1;
    if (!(values.keep && cluster.isUp) && !cluster.buildImages()) return 1;
    for (const path of tests) {
      if (!values.keep) cluster.down();
      if (!cluster.up()) return 1;
      worst = Math.max(worst, cluster.run(['--test', join(root, path)]));
    }
    return worst;
  } finally {
    if (!values.keep) cluster.down();
  }
}

process.exit(test(process.argv.slice(2)));
