// run: own process, waiting, on request because it starts a Kubernetes cluster
import { test } from 'node:test';
import { onCluster, assertSmokeRun } from './smoke.ts';

test('K1 starts and calls every contestant', onCluster, (t) => assertSmokeRun(t, 'K1'));
