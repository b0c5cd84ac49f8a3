// run: own process, waiting, on request because it starts a Kubernetes cluster
import { test } from 'node:test';
import { onCluster } from '../bench/smoke.ts';
import { assertShortForm } from './short-form.ts';

test('soak, row k, short form', onCluster, (t) => assertShortForm(t, 'k'));
