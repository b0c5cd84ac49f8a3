/** The receivers of webhooks, with their decrypted secrets; they are cached until the webhook is changed. */
import type { Tx } from '../../../core/database/db.ts';
import { now } from '../../../core/base/clock.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import { openWebhookSecrets } from '../webhooks/index.ts';
import { selectTargets, type TargetRow } from './queries.ts';

/** A receiver of deliveries. `secrets` has the valid ones, the newest first. */
export type WebhookTarget = {
  url: string;
  headers: Record<string, string>;
  /** Names, in lower case, of headers whose values must not be shown. */
  hidden: ReadonlySet<string>;
  secrets: readonly string[];
  checksRevocation: boolean;
};

/** The targets of webhooks; undefined in place of one whose secrets cannot be read. */
export class Targets {
  readonly #secrets: Secrets;
  readonly #known = new Map<string, { version: string; target: WebhookTarget | undefined }>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Reads the targets that are not cached in this version. */
  async load(tx: Tx, wanted: readonly { webhook: string; version: string }[]): Promise<void> {
    const unknown = new Set(wanted.filter((one) => this.#known.get(one.webhook)?.version !== one.version).map(({ webhook }) => webhook));
    if (unknown.size === 0) return;
    for (const row of await selectTargets(tx, [...unknown])) this.#known.set(row.id, { version: row.version, target: this.#decrypt(row) });
  }

  /** The target of a webhook. */
  of(webhook: string): WebhookTarget | undefined {
    return this.#known.get(webhook)?.target;
  }

  /** Removes a webhook from the cache. */
  forget(webhook: string): void {
    this.#known.delete(webhook);
  }

  /** @rule webhooks.deliver.headers */
  #decrypt(row: TargetRow): WebhookTarget | undefined {
    try {
      const decrypted = openWebhookSecrets(this.#secrets, row, now());
      return {
        url: row.url,
        headers: { ...row.headers, ...decrypted.headers },
        hidden: new Set(Object.keys(decrypted.headers).map((name) => name.toLowerCase())),
        secrets: decrypted.secrets,
        checksRevocation: row.checks_revocation,
      };
    } catch {
      return undefined;
    }
  }
}
