import { AGENT_SECRETS } from '@millrace/wire/cluster-names';
import { startConfiguredTracing } from '@millrace/wire/tracing-settings';
import { startAgent } from '../agent/agent.ts';
import { keepStored } from '../control-plane/credential.ts';
import { openClusterApi } from '../kubernetes/cluster-api.ts';
import { kubernetesRunner } from '../kubernetes/kubernetes-runner.ts';
import { urlOfHost, kubernetesSettings } from '../kubernetes/kubernetes-settings.ts';
import { SecretPairing, NamespaceSecrets } from '../kubernetes/secrets.ts';
import type { OwnLog } from '../program/own-log.ts';
import { ENGINE_VERSION } from '../control-plane/protocol.ts';
import { type CommandInput, controlPlaneUrl, folderOf, limitsOf, wholeNumberSetting } from '../settings.ts';

const DEFAULT_CAPACITY = 20;

/**
 * `millrace-engine agent`: the engine of an environment of a dynamic engine. It runs tasks as pods of its namespace, and keeps its credential in a Secret
 * there. The operator writes the key that pairs it. A signal ends it at once: its pods continue, and the next agent continues them. It removes the
 * credential and returns 3 if the control plane has deleted the engine.
 */
export async function agentCommand(input: CommandInput, log: OwnLog): Promise<number> {
  const environment = withContentAddress(input.environment);
  const settings = kubernetesSettings(environment);
  const url = controlPlaneUrl(input);
  const capacity = wholeNumberSetting(input, 'capacity', 'MILLRACE_ENGINE_CAPACITY', 1) ?? DEFAULT_CAPACITY;
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort(new Error(signal)));

  const secrets = new NamespaceSecrets(await openClusterApi(settings.cluster), settings.namespace);
  const pairing = new SecretPairing({ secrets, names: AGENT_SECRETS, url, log, signal: stop.signal });
  const stored = await pairing.credential();
  if (!stored) return 0;
  const agent = await startAgent({
    url,
    credentials: keepStored(pairing.store, stored, log),
    folder: folderOf(input),
    log,
    name: stored.name,
    capacity,
    environment,
    ...limitsOf(input),
    runner: kubernetesRunner(settings),
    tracing: await startConfiguredTracing(environment, { name: 'millrace-engine', version: ENGINE_VERSION }),
  });
  const end = (): void => void agent.stop();
  stop.signal.addEventListener('abort', end);
  if (stop.signal.aborted) end();
  if ((await agent.done) !== 'deleted') return 0;
  // The operator sees that the credential is gone, and asks for another key.
  await secrets.remove(AGENT_SECRETS.credential);
  return 3;
}

/** The address of the Service of the agent, from the variables that Kubernetes sets. It stays the same when the pod of the agent is replaced. */
function withContentAddress(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { MILLRACE_KUBERNETES_CONTENT_URL: contentUrl, ENGINE_AGENT_SERVICE_HOST: host, ENGINE_AGENT_SERVICE_PORT: port } = environment;
  if (contentUrl || !host || !port) return environment;
  return { ...environment, MILLRACE_KUBERNETES_CONTENT_URL: urlOfHost('http', host, port) };
}
