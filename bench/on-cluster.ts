/** Benchmarks that need a Kubernetes cluster: each starts one, and starts itself again in the network of the cluster. */
import { basename } from 'node:path';
import { CLUSTER_NEEDS, TestCluster } from '../scripts/kubernetes/test-cluster.ts';

const INSIDE = 'MILLRACE_BENCH_IN_CLUSTER';

/** Runs a benchmark in the network of a cluster. A running cluster (of `test:kubernetes -- <work folder> --keep`) is used with its images. */
export async function onCluster(program: string, run: () => Promise<void>): Promise<void> {
  if (process.env[INSIDE] === '1') return run();
  const words = process.argv.slice(2);
  const { MILLRACE_CLUSTER_SCRIPTS: scripts, MILLRACE_CLUSTER_WORK: work } = process.env;
  const cluster = work ? TestCluster.of(work, scripts) : 'MILLRACE_CLUSTER_WORK is not set: it names the work folder.';
  const id = basename(program, '.ts');
  if (typeof cluster === 'string') {
    if (words.includes('--smoke')) return console.log(`  skipped  ${id}: ${cluster}`);
    console.error(`${id}: ${cluster}\n\n${CLUSTER_NEEDS}`);
    process.exitCode = 2;
    return;
  }
  const wasUp = cluster.isUp;
  try {
    const isReady = (wasUp || cluster.buildImages()) && cluster.up();
    process.exitCode = isReady ? cluster.run([program, ...words], { [INSIDE]: '1' }) : 1;
  } finally {
    if (!wasUp) cluster.down();
  }
}
