import { readCredential } from '../control-plane/credential.ts';
import { openOperatorProtocol } from '../operator/operator-calls.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { type CommandInput, controlPlaneUrl, folderOf } from '../settings.ts';
import { sleepUnlessAborted } from '../program/waiting.ts';

const ATTEMPTS = 30;
const PAUSE_MILLISECONDS = 2000;

/**
 * `millrace-engine ask-state`: asks the control plane, with the credential of the operator, whether the engine is connected, or whether the environment in
 * MILLRACE_ENVIRONMENT is ready. It asks for a minute: a package that was just installed needs some seconds. `helm test` runs it. Throws if the engine or
 * environment is not ready then.
 */
export async function askStateCommand(input: CommandInput, log: OwnLog): Promise<number> {
  const folder = folderOf(input);
  const stored = await readCredential(folder);
  if (!stored) throw new Error(`The folder ${folder} holds no credential: the operator is not paired yet`);
  const protocol = openOperatorProtocol(controlPlaneUrl(input), stored.credential);
  const environment = input.environment['MILLRACE_ENVIRONMENT'] || undefined;
  const pause = Number(input.environment['MILLRACE_ASK_MILLISECONDS'] || PAUSE_MILLISECONDS);
  for (let attempt = 1; ; attempt += 1) {
    const { state, isReady } = await stateOf(protocol, environment).catch((error: unknown) => ({
      state: messageOf(error),
      isReady: false,
    }));
    if (isReady) {
      log('info', environment === undefined ? 'The engine is connected' : 'The environment is ready', { state });
      return 0;
    }
    if (attempt === ATTEMPTS) {
      const problem = environment === undefined ? 'The engine is not connected' : 'The environment is not ready';
      throw new Error(`${problem} after ${ATTEMPTS} attempts: ${state}`);
    }
    await sleepUnlessAborted(pause);
  }
}

async function stateOf(protocol: ReturnType<typeof openOperatorProtocol>, environment: string | undefined) {
  const desired = await protocol.desired(undefined, AbortSignal.timeout(30_000));
  if (environment === undefined) return { state: `the engine is ${desired.state}`, isReady: desired.state === 'CONNECTED' };
  const found = desired.environments.find(({ environmentId }) => environmentId === environment);
  return { state: `the environment is ${found?.status ?? 'NOT_ASSIGNED'}`, isReady: found?.status === 'READY' };
}
