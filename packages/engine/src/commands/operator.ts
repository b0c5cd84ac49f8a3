import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OPERATOR_SECRETS, READY_FILE } from '@millrace/wire/cluster-names';
import { openClusterApi } from '../kubernetes/cluster-api.ts';
import { clusterAndNamespace } from '../kubernetes/kubernetes-settings.ts';
import { SecretPairing, NamespaceSecrets } from '../kubernetes/secrets.ts';
import { DynamicEngineOperator } from '../operator/operator.ts';
import { OperatorCluster, openOperatorProtocol } from '../operator/operator-calls.ts';
import type { OwnLog } from '../program/own-log.ts';
import { type CommandInput, controlPlaneUrl } from '../settings.ts';
import type { StoredCredential } from '../control-plane/credential.ts';

/** Shorter than the time without reports after which the control plane considers the operator lost, so that a cluster that does not answer is reported. */
const ANSWER_MILLISECONDS = 4000;

/**
 * `millrace-engine operator`: works for a dynamic engine in the cluster of its package, until a signal arrives. It pairs the operator where it has no
 * credential, and removes a credential that the control plane rejects.
 */
export async function operatorCommand(input: CommandInput, log: OwnLog): Promise<number> {
  const { cluster: address, namespace } = clusterAndNamespace(input.environment);
  const url = controlPlaneUrl(input);
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort(new Error(name)));

  const api = await openClusterApi(address, ANSWER_MILLISECONDS);
  const cluster = new OperatorCluster(api);
  const pairing = new SecretPairing({ secrets: new NamespaceSecrets(api, namespace), names: OPERATOR_SECRETS, url, log, signal });
  const showConnected = readyFile(input.environment['MILLRACE_READY_FILE'] || READY_FILE);
  showConnected(false);
  let newCredential: StoredCredential | undefined;
  const pairAgain = async (usedKeyDigest: string | undefined): Promise<boolean> => {
    newCredential = await pairing.pairByNewKey(usedKeyDigest);
    return newCredential !== undefined;
  };
  while (!signal.aborted) {
    const stored: StoredCredential | undefined = newCredential ?? (await pairing.credential());
    if (!stored) break;
    newCredential = undefined;
    const end = await new DynamicEngineOperator({
      cluster,
      protocol: openOperatorProtocol(url, stored.credential),
      engine: stored.engineId,
      namespace,
      log,
      signal,
      showConnected,
      pairAgain: () => pairAgain(stored.keyDigest),
    }).run();
    if (end === 'refused') {
      log('error', 'The control plane rejects the credential of this operator; generate the package again with a new key, and install it');
      await cluster.secrets(namespace).remove(OPERATOR_SECRETS.credential);
    }
    // Kubernetes is about to end this pod. If the program ended first, Kubernetes would start it again.
    if (end === 'removed') await untilAborted(signal);
  }
  return 0;
}

/** Waits for the signal. Its pause keeps this process alive, which handlers of signals do not. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await wait(3_600_000, undefined, { signal }).catch(() => undefined);
}

/** Returns a function that creates or removes the file by which the probe of the pod sees that the operator is connected. */
function readyFile(path: string): (isConnected: boolean) => void {
  let wasConnected: boolean | undefined;
  return (isConnected) => {
    if (isConnected === wasConnected) return;
    wasConnected = isConnected;
    if (!isConnected) return rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  };
}
