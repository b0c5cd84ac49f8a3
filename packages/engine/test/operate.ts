/** Operators for tests, with a cluster of objects. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openClusterApi } from '../src/kubernetes/cluster-api.ts';
import { DynamicEngineOperator, type OperatorEnd } from '../src/operator/operator.ts';
import { OperatorCluster, openOperatorProtocol } from '../src/operator/operator-calls.ts';
import { atEnd } from './at-end.ts';
import { ObjectCluster } from './object-cluster.ts';
import { OperatorPlane } from './operator-plane.ts';

/** The namespace of the operator. */
export const OWN = 'millrace-engine';

/** A running operator, with its control plane and its cluster. */
export type RunningOperator = {
  plane: OperatorPlane;
  cluster: ObjectCluster;
  logged: string[];
  end: Promise<OperatorEnd>;
  connections: boolean[];
};

/** Starts a paired operator whose rounds are short. `pairAgain` looks for another pairing key; by default there is none. */
export async function operate(
  t: TestContext,
  prepare: (plane: OperatorPlane, cluster: ObjectCluster) => void = () => {},
  pairAgain: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<RunningOperator> {
  const [plane, cluster] = await Promise.all([OperatorPlane.open(t), ObjectCluster.open(t)]);
  plane.credential = 'mry_test';
  cluster.installOperator(OWN, plane.engine);
  prepare(plane, cluster);
  const stop = new AbortController();
  const [logged, connections]: [string[], boolean[]] = [[], []];
  const operator = new DynamicEngineOperator({
    cluster: new OperatorCluster(await openClusterApi({ url: cluster.url })),
    protocol: openOperatorProtocol(plane.url, plane.credential),
    engine: plane.engine,
    namespace: OWN,
    log: (level, message, facts) => logged.push(JSON.stringify({ level, message, ...facts })),
    signal: stop.signal,
    showConnected: (now) => connections.push(now),
    pairAgain,
    roundMilliseconds: 20,
  });
  const end = operator.run();
  atEnd(t, async () => {
    stop.abort();
    await end;
    assert.deepEqual(plane.faults, []);
  });
  return { plane, cluster, logged, end, connections };
}
