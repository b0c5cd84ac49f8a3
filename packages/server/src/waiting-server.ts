/** Serves the ports of a process while its start waits, because its database is a standby. */
import { apiFeatures, watchFeatures } from './api.ts';
import type { Trouble } from './core/database/database-errors.ts';
import { answerWhileWaiting, type WaitReason } from './core/http/waiting-answers.ts';
import type { ListenAddress } from './core/http/connections.ts';
import type { Feature } from './core/http/feature.ts';
import { healthy } from './features/system/health/index.ts';
import type { Config } from './settings/config.ts';
import { orchestrationErrors } from './surfaces/error-formats.ts';

/** The ports of a process that waits. */
export class WaitingServer {
  readonly #config: Config;
  #reason: WaitReason = { part: 'standby', sentence: '' };
  #open: { close(): Promise<void> }[] = [];

  constructor(config: Config) {
    this.#config = config;
  }

  /** Begins to answer when the database is a standby, and goes on with another reason when it cannot be reached meanwhile. */
  async onTrouble(trouble: Trouble, sentence: string): Promise<void> {
    // The reason of a connection that fails has an address, and any caller may read the answer.
    this.#reason = trouble === 'standby' ? { part: trouble, sentence } : { part: 'database', sentence: 'The database does not answer.' };
    if (trouble !== 'standby' || this.#open.length > 0) return;
    const { host, port, watch, roles } = this.#config;
    if (watch.port !== undefined)
      await this.#serve({ host: watch.host, port: watch.port, setting: 'MILLRACE_METRICS_PORT' }, watchFeatures);
    if (roles.api) await this.#serve({ host, port, setting: 'MILLRACE_PORT' }, apiFeatures);
  }

  /** Frees the ports. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((app) => app.close()));
  }

  async #serve(address: ListenAddress, features: readonly Feature[]): Promise<void> {
    const answers = { features, fallbackSurface: orchestrationErrors, alive: healthy };
    this.#open.push(await answerWhileWaiting(address, answers, () => this.#reason));
  }
}
