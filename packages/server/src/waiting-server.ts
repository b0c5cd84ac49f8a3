/** Serves the ports of a process while its start waits, because its database is a standby. */
import { apiFeatures, watchFeatures } from './api.ts';
import { SingleFlightCache } from './core/base/in-memory.ts';
import type { Trouble } from './core/database/database-errors.ts';
import { Database } from './core/database/db.ts';
import { answerWhileWaiting, type WaitReason } from './core/http/waiting-answers.ts';
import type { ListenAddress } from './core/http/connections.ts';
import type { Feature } from './core/http/feature.ts';
import { Metrics } from './core/observability/metrics.ts';
import { processMetrics, watchProcess } from './core/observability/process-metrics.ts';
import { healthy } from './features/system/health/index.ts';
import { standbyText } from './features/system/metrics/index.ts';
import type { Config } from './settings/config.ts';
import { orchestrationErrors } from './surfaces/error-formats.ts';

/** The ports of a process that waits. */
export class WaitingServer {
  readonly #config: Config;
  readonly #databaseUrl: string;
  #reason: WaitReason = { part: 'standby', sentence: '' };
  #closers: (() => Promise<void>)[] = [];

  constructor(config: Config, databaseUrl: string) {
    this.#config = config;
    this.#databaseUrl = databaseUrl;
  }

  /** Begins to answer when the database is a standby, and goes on with another reason when it cannot be reached meanwhile. */
  async onTrouble(trouble: Trouble, sentence: string): Promise<void> {
    // The reason of a connection that fails has an address, and any caller may read the answer.
    this.#reason = trouble === 'standby' ? { part: trouble, sentence } : { part: 'database', sentence: 'The database does not answer.' };
    if (trouble !== 'standby' || this.#closers.length > 0) return;
    const { host, port, watch, roles } = this.#config;
    if (watch.port !== undefined) {
      const address = { host: watch.host, port: watch.port, setting: 'MILLRACE_METRICS_PORT' };
      await this.#serve(address, watchFeatures, this.#openMetrics());
    }
    if (roles.api) await this.#serve({ host, port, setting: 'MILLRACE_PORT' }, apiFeatures);
  }

  /** Frees the ports. */
  async close(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
  }

  async #serve(address: ListenAddress, features: readonly Feature[], metrics?: () => Promise<string>): Promise<void> {
    const answers = { features, fallbackSurface: orchestrationErrors, alive: healthy, metrics };
    const { close } = await answerWhileWaiting(address, answers, () => this.#reason);
    this.#closers.push(close);
  }

  /** Returns what reads the metrics: those of the process, and where its standby stands. */
  #openMetrics(): () => Promise<string> {
    const metrics = new Metrics(processMetrics);
    const db = new Database({ url: this.#databaseUrl, poolSize: 1, onError: () => undefined });
    const cache = new SingleFlightCache();
    this.#closers.push(watchProcess(metrics), () => db.close());
    return async () => [await standbyText({ db, cache }), await metrics.text()].join('\n');
  }
}
