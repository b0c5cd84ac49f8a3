// run: own process, waiting, on request because it starts a Kubernetes cluster
import { test } from 'node:test';
import { onCluster } from '../bench/smoke.ts';
import { passesInShort } from './short-form.ts';

test('soak, row k, short form', onCluster, (t) => passesInShort(t, 'k'));
