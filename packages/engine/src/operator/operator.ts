/** The operator of a dynamic engine: carries out the desired state in its cluster, and reports what the cluster runs (ADR 69, ADR 72). */
import type { Schema } from '@millrace/contract';
import { OPERATOR } from '@millrace/wire/cluster-names';
import { ClusterRefusal } from '../kubernetes/cluster-api.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { ENGINE_VERSION } from '../control-plane/protocol.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { giveKey, lacksCredential, NOT_INSTALLED, observe, remove, removeOperator, stateOfRefusal } from './environment-work.ts';
import { type InstalledEnvironment, type OperatorCluster, type OperatorProtocol, CredentialRejected } from './operator-calls.ts';
import { cutText, deploymentTypeOf, failureEventsOf, serviceOf } from './service-state.ts';

type Desired = Schema<'DesiredState'>;
type Report = Schema<'ObservedState'>;

/** The options of an operator. `showConnected` is called with whether the control plane accepts its reports. Tests shorten the time of a round. */
type OperatorOptions = {
  cluster: OperatorCluster;
  protocol: OperatorProtocol;
  engine: string;
  namespace: string;
  log: OwnLog;
  signal: AbortSignal;
  showConnected: (isConnected: boolean) => void;
  /** Pairs again if the package has brought a new key; true if there is another credential now, which ends this operator. */
  pairAgain: () => Promise<boolean>;
  roundMilliseconds?: number;
};

/** The reason why an operator ended: the program stops, its credential is rejected, another key has come, or its engine is deleted. */
export type OperatorEnd = 'stopped' | 'refused' | 'paired again' | 'removed';

/** The time between two rounds. Once the cluster was read, each round reports; the contract requires at least one report in 5 seconds. */
const ROUND_MILLISECONDS = 3000;

/** What the operator logs if it fails, once for as long as it fails for the same reason. */
const FAILURES = {
  cluster: 'The cluster cannot be used',
  report: 'The control plane does not accept the report',
  pairing: 'The operator cannot look for a new pairing key, or pair with it',
} as const;

/** Works for a dynamic engine until the signal is aborted, its credential or its engine ends, or it was paired again. */
export class DynamicEngineOperator {
  readonly #options: OperatorOptions;
  #desired: Desired | undefined;
  /** The last state of the cluster that could be read. */
  #lastState: Omit<Report, 'fault'> | undefined;
  /** Agents without a credential in the last round: a credential that is missing in two rounds counts as lost. */
  #lacking = new Set<string>();
  /** The namespaces of environments that are being removed, by the ids of their links: the resource that names it is removed before the namespace. */
  readonly #removing = new Map<string, string>();
  /** The reasons of what fails now, as they were logged last. */
  readonly #failing = new Map<keyof typeof FAILURES, string>();
  #isRefused = false;
  #wake = new AbortController();
  readonly #over = new AbortController();

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  async run(): Promise<OperatorEnd> {
    const { signal, roundMilliseconds = ROUND_MILLISECONDS } = this.#options;
    const stop = (): void => this.#over.abort(signal.reason);
    signal.addEventListener('abort', stop);
    this.#over.signal.addEventListener('abort', () => this.#wake.abort());
    const reading = this.#readDesired();
    try {
      while (!signal.aborted) {
        this.#wake = new AbortController();
        const end = this.#isRefused ? 'refused' : await this.#round();
        if (end) return end;
        if (!this.#over.signal.aborted) await sleepUnlessAborted(roundMilliseconds, this.#wake.signal);
      }
      return 'stopped';
    } catch (error) {
      if (error instanceof CredentialRejected) return 'refused';
      throw error;
    } finally {
      this.#over.abort();
      await reading;
      signal.removeEventListener('abort', stop);
      this.#options.showConnected(false);
    }
  }

  /** Waits for changes of the desired state. */
  async #readDesired(): Promise<void> {
    const { protocol } = this.#options;
    const backoff = new Backoff();
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        const before = this.#desired;
        this.#desired = await protocol.desired(before?.revision, signal);
        if (before?.revision !== this.#desired.revision) this.#wake.abort();
        backoff.reset();
      } catch (error) {
        this.#isRefused ||= error instanceof CredentialRejected;
        if (this.#isRefused) return this.#wake.abort();
        await sleepUnlessAborted(backoff.next(), signal);
      }
    }
  }

  /** Makes the cluster match the desired state, and reports. */
  async #round(): Promise<OperatorEnd | undefined> {
    const fault = await this.#reconcile();
    const end = await this.#report(fault);
    if (end || fault !== undefined) return end;
    try {
      const isPairedAgain = await this.#options.pairAgain();
      this.#failing.delete('pairing');
      return isPairedAgain ? 'paired again' : undefined;
    } catch (error) {
      this.#warnOnce('pairing', error);
      return undefined;
    }
  }

  /** Reads the cluster and makes it match the desired state. Returns the reason if that is not possible, else undefined. */
  async #reconcile(): Promise<string | undefined> {
    const { cluster, engine, namespace, signal } = this.#options;
    const desired = this.#desired;
    if (!desired) return undefined;
    try {
      const installed = await cluster.environments(engine);
      const environments = await this.#workOn(desired, installed);
      this.#lastState = {
        version: ENGINE_VERSION,
        revision: desired.revision,
        ...(await this.#observeOwn(namespace, desired.removing && isEmpty(installed, environments))),
        environments,
      };
      this.#failing.delete('cluster');
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#warnOnce('cluster', error);
      return faultOf(error);
    }
  }

  /** Serves the assigned environments, and removes the others. */
  async #workOn(desired: Desired, installed: readonly InstalledEnvironment[]): Promise<Report['environments']> {
    const wanted = new Map(desired.environments.filter(({ removing }) => !removing).map((one) => [one.linkId, one]));
    const lacking = new Set<string>();
    const reports = new Map<string, Omit<Report['environments'][number], 'linkId'>>();
    for (const environment of installed) {
      const { linkId, environmentId } = environment.spec;
      const target = desired.removing ? undefined : wanted.get(linkId);
      if (!target) reports.set(linkId, await this.#remove(linkId, environmentId, environment.metadata.namespace, environment));
      else reports.set(linkId, await this.#serve(target, environment, lacking).catch(stateOfRefusal));
    }
    for (const { linkId, environmentId, namespace, removing } of desired.environments)
      if (!reports.has(linkId))
        reports.set(linkId, removing ? await this.#remove(linkId, environmentId, this.#removing.get(linkId) ?? namespace) : NOT_INSTALLED);
    this.#lacking = lacking;
    return desired.environments.map(({ linkId }) => ({ linkId, ...(reports.get(linkId) ?? NOT_INSTALLED) }));
  }

  async #serve(target: Desired['environments'][number], installed: InstalledEnvironment, lacking: Set<string>) {
    const { cluster } = this.#options;
    const { linkId } = target;
    await giveKey(cluster, target, installed);
    const observed = await observe(cluster, installed);
    const lacks = observed.status !== 'RUNNING' && (await lacksCredential(cluster, target, installed));
    if (lacks) lacking.add(linkId);
    return { ...observed, ...(lacks && this.#lacking.has(linkId) && { needsPairingKey: true }) };
  }

  async #remove(linkId: string, environmentId: string, namespace: string, installed?: InstalledEnvironment) {
    if (!this.#removing.has(linkId))
      this.#options.log('info', 'The operator removes an environment', { environment: environmentId, namespace });
    this.#removing.set(linkId, namespace);
    const removal = await remove(this.#options.cluster, { environmentId, namespace, installed });
    if (removal.status === 'NOT_DEPLOYED') this.#removing.delete(linkId);
    return removal;
  }

  async #observeOwn(namespace: string, isGone: boolean): Promise<Pick<Report, 'infra' | 'deploymentType'>> {
    const { cluster } = this.#options;
    const [deployment, pods, warnings] = await Promise.all([
      cluster.deployment(namespace, OPERATOR),
      cluster.pods(namespace, OPERATOR),
      cluster.warnings(namespace),
    ]);
    const deploymentType = deploymentTypeOf(deployment);
    if (isGone) return { deploymentType, infra: { status: 'NOT_DEPLOYED', jobDeleteStatus: 'SUCCEEDED' } };
    const service = serviceOf({ name: OPERATOR, deployment, pods });
    const parts = { services: [service], failureEvents: failureEventsOf(warnings) };
    if (this.#desired?.removing) return { deploymentType, infra: { status: 'STOPPING', jobDeleteStatus: 'RUNNING', ...parts } };
    return { deploymentType, infra: { status: service.status === 'NOT_DEPLOYED' ? 'NOT_FOUND' : service.status, ...parts } };
  }

  async #report(fault: string | undefined): Promise<OperatorEnd | undefined> {
    const { protocol, showConnected, cluster, namespace, engine, log } = this.#options;
    // Until the cluster was read once, report nothing: a report without environments would say that there are none.
    const { signal } = this.#over;
    if (!this.#lastState || signal.aborted) return undefined;
    try {
      await protocol.report({ ...this.#lastState, ...(fault !== undefined && { fault }) }, signal);
      showConnected(true);
      this.#failing.delete('report');
    } catch (error) {
      if (error instanceof CredentialRejected) throw error;
      if (signal.aborted) return undefined;
      showConnected(false);
      this.#warnOnce('report', error);
      return undefined;
    }
    if (fault !== undefined || this.#lastState.infra.status !== 'NOT_DEPLOYED') return undefined;
    log('info', 'The engine is deleted; the operator removes itself', { engine });
    await removeOperator(cluster, namespace, engine, OPERATOR).catch((error: unknown) =>
      log('error', 'The operator cannot remove itself: uninstall its package', { reason: messageOf(error) }),
    );
    return 'removed';
  }

  /** Logs a failure once, and again if its reason changes or it returns after a success. */
  #warnOnce(what: keyof typeof FAILURES, error: unknown): void {
    const reason = messageOf(error);
    if (this.#failing.get(what) !== reason) this.#options.log('warn', FAILURES[what], { reason });
    this.#failing.set(what, reason);
  }
}

/** Whether nothing of the environments of a deleted engine is left. */
const isEmpty = (installed: readonly InstalledEnvironment[], environments: Report['environments']): boolean =>
  installed.length === 0 && environments.every(({ status }) => status === 'NOT_DEPLOYED');

function faultOf(error: unknown): string {
  const refused = error instanceof ClusterRefusal && error.status < 500;
  const summary = refused ? 'The cluster refuses the operator' : 'The API of the cluster cannot be reached';
  return cutText(`${summary}: ${messageOf(error)}`);
}
