import { arm, readFault } from '@millrace/wire/fault-points';
import { startConfiguredTracing } from '@millrace/wire/tracing-settings';
import { startAgent } from '../agent/agent.ts';
import type { AgentOptions } from '../agent/options.ts';
import { fixedCredential, keepCredential, readCredential, type StoredCredential } from '../control-plane/credential.ts';
import { ENGINE_VERSION } from '../control-plane/protocol.ts';
import type { OwnLog } from '../program/own-log.ts';
import type { OpenRunner } from '../runs/runner.ts';
import { UsageError } from '../program/usage-error.ts';
import { type CommandInput, folderOf, isolationOf, limitsOf, runnerOf, wholeNumberSetting } from '../settings.ts';

/** The settings that a parent process sends, so that the credential is neither on the command line nor in the environment. */
type Handover = { url: string; credential: string; name?: string; capacity?: number };

/** The process that started this engine. `gone` resolves when the parent process has ended. */
type Parent = { handover: Promise<Handover>; gone: Promise<void> };

/** Reads the handover from the IPC channel if there is one, else from stdin as one line of JSON. The end of the channel means that the parent ended. */
function listenToParent(): Parent {
  const handover = Promise.withResolvers<Handover>();
  const gone = Promise.withResolvers<void>();
  const end = () => {
    handover.reject(new Error('The parent process ended before it sent the address of the control plane'));
    gone.resolve();
  };
  const accept = (value: unknown) => {
    const message = value as Handover;
    if (typeof message?.url === 'string' && typeof message.credential === 'string') handover.resolve(message);
    else handover.reject(new Error('The parent process must send {"url": …, "credential": …} as one line of JSON'));
  };
  // The parent reads the log of this process. When it has ended, writing to the log must not fail.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  if (process.channel) {
    process.once('message', accept);
    process.once('disconnect', end);
  } else {
    let text = '';
    let hasRead = false;
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (chunk: string) => {
      if (hasRead) return;
      text += chunk;
      const line = text.indexOf('\n');
      if (line === -1) return;
      hasRead = true;
      accept(parsed(text.slice(0, line)));
      text = '';
    });
    process.stdin.on('error', end);
    process.stdin.on('close', end);
    process.stdin.on('end', end);
  }
  return { handover: handover.promise, gone: gone.promise };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DRAIN_SECONDS = 300;

/**
 * `millrace-engine run`: claims executions until a signal arrives. The first signal waits for running tasks, the second one ends them. Returns 3 if the
 * control plane has deleted the engine, so that systemd does not start it again.
 */
export async function runCommand(input: CommandInput, log: OwnLog): Promise<number> {
  arm(readFault(input.environment));
  if (process.platform === 'win32') log('warn', 'The engine for Windows is a preview, which was never run on Windows by its authors');
  const { flags } = input;
  const folder = folderOf(input);
  const capacitySetting = wholeNumberSetting(input, 'capacity', 'MILLRACE_ENGINE_CAPACITY', 1);
  const runner = runnerOf(input) === 'kubernetes' ? await openKubernetes(input.environment) : undefined;
  // Pods outlive this program, and the next one continues them: there is nothing to wait for.
  const drainSetting = wholeNumberSetting(input, 'drain-seconds', 'MILLRACE_ENGINE_DRAIN_SECONDS', 0) ?? (runner && 0);
  const shared = {
    folder,
    log,
    environment: input.environment,
    ...limitsOf(input),
    isolation: isolationOf(input),
    ...(runner && { runner }),
  };
  const parent = flags['with-parent'] ? listenToParent() : undefined;
  const { options, drainSeconds } = parent
    ? startOfParent(await parent.handover, shared, drainSetting)
    : startOfFolder(await readCredential(folder), shared, drainSetting);
  const capacity = capacitySetting ?? options.capacity;
  const tracing = await startConfiguredTracing(input.environment, { name: 'millrace-engine', version: ENGINE_VERSION });
  const agent = await startAgent({
    ...options,
    tracing,
    ...(capacity !== undefined && { capacity }),
    ...(flags.url !== undefined && { url: flags.url }),
  });
  let signals = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      signals += 1;
      void (signals === 1 && drainSeconds > 0 ? agent.drain(drainSeconds * 1000) : agent.stop());
    });
  }
  void parent?.gone.then(agent.orphan);
  return (await agent.done) === 'deleted' ? 3 : 0;
}

/** Imports the code of the runner only here, so that other engines do not load it. */
async function openKubernetes(environment: NodeJS.ProcessEnv): Promise<OpenRunner> {
  const [{ kubernetesRunner }, { kubernetesSettings }] = await Promise.all([
    import('../kubernetes/kubernetes-runner.ts'),
    import('../kubernetes/kubernetes-settings.ts'),
  ]);
  return kubernetesRunner(kubernetesSettings(environment));
}

type AgentStart = { options: AgentOptions; drainSeconds: number };
type SharedOptions = Pick<AgentOptions, 'folder' | 'log' | 'environment' | 'limits' | 'isolation' | 'cacheBytes' | 'runner'>;

/** The default is not to drain, because a server that stops should not wait for its engine. */
function startOfParent(handover: Handover, shared: SharedOptions, drainSeconds = 0): AgentStart {
  const { url, credential, name, capacity } = handover;
  if (capacity !== undefined && (!Number.isSafeInteger(capacity) || capacity < 1))
    throw new UsageError('The parent process sent an invalid capacity: it must be a whole number of at least 1');
  return {
    options: { ...shared, url, credentials: fixedCredential(credential), ...(name && { name }), ...(capacity && { capacity }) },
    drainSeconds,
  };
}

function startOfFolder(stored: StoredCredential | undefined, shared: SharedOptions, drainSeconds = DRAIN_SECONDS): AgentStart {
  if (!stored) throw new Error(`The folder ${shared.folder} holds no credential: pair the engine first (millrace-engine pair)`);
  const credentials = keepCredential(shared.folder, stored, shared.log);
  return { options: { ...shared, url: stored.url, credentials, ...(stored.name && { name: stored.name }) }, drainSeconds };
}
