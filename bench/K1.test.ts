// run: own process, waiting, on request because it starts a Kubernetes cluster
import { test } from 'node:test';
import { onCluster, startsAndCalls } from './smoke.ts';

test('K1 starts and calls every contestant', onCluster, (t) => startsAndCalls(t, 'K1'));
