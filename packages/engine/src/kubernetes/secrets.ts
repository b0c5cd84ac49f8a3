/** Secrets of a namespace, in which agents and the operator store their credentials because nothing in a pod outlives it, and the pairing by them. */
import { createHash } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { SECRET_FIELDS } from '@millrace/wire/cluster-names';
import type { CredentialStore, StoredCredential } from '../control-plane/credential.ts';
import { pair } from '../control-plane/protocol.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { type ClusterApi, ifPresent, isRefusal } from './cluster-api.ts';

type Texts = Record<string, string>;

/** The Secrets of a namespace, by their names. */
export class NamespaceSecrets {
  readonly #api: ClusterApi;
  readonly #path: string;
  readonly #namespace: string;

  constructor(api: ClusterApi, namespace: string) {
    this.#api = api;
    this.#namespace = namespace;
    this.#path = `/api/v1/namespaces/${namespace}/secrets`;
  }

  /** The fields of a Secret; undefined if there is none. */
  async read(name: string): Promise<Texts | undefined> {
    const secret = await ifPresent(this.#api.call<{ data?: Texts }>('GET', `${this.#path}/${name}`));
    if (!secret) return undefined;
    const fields = Object.entries(secret.data ?? {});
    return Object.fromEntries(fields.map(([field, value]) => [field, Buffer.from(value, 'base64').toString()]));
  }

  /** Writes a Secret in place of the one with its name, if there is one. */
  async write(name: string, texts: Texts): Promise<void> {
    const body = this.#objectOf(name, texts);
    try {
      await this.#api.call('PUT', `${this.#path}/${name}`, { body });
    } catch (error) {
      if (!isRefusal(error, 404)) throw error;
      await this.#api.call('POST', this.#path, { body });
    }
  }

  /** Asks the cluster by a dry run whether `write` could create a Secret; rejects if not. */
  async tryWrite(name: string): Promise<void> {
    await this.#api.call('POST', this.#path, { body: this.#objectOf(name, {}), query: { dryRun: 'All' } });
  }

  /** Removes a Secret, if there is one. */
  async remove(name: string): Promise<void> {
    await ifPresent(this.#api.call('DELETE', `${this.#path}/${name}`));
  }

  #objectOf(name: string, texts: Texts): object {
    const labels = { 'app.kubernetes.io/part-of': 'millrace' };
    const data = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, Buffer.from(value).toString('base64')]));
    return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: this.#namespace, labels }, type: 'Opaque', data };
  }
}

/** Keeps a credential in a Secret. Only one program uses it: its Deployment ends the earlier pod before it starts another one. */
const secretStore = (secrets: NamespaceSecrets, name: string): CredentialStore => ({
  async read() {
    const text = (await secrets.read(name))?.[SECRET_FIELDS.credential];
    return text === undefined ? undefined : (JSON.parse(text) as StoredCredential);
  },
  write: (credential) => secrets.write(name, { [SECRET_FIELDS.credential]: JSON.stringify(credential) }),
  alone: (action) => action(),
});

/** A pairing as it is stored, with the address of its control plane. */
const storedPairing = (
  { engineId, name, credential, credentialExpiresAt, renewCredentialAfter }: Schema<'Pairing'>,
  url: string,
): StoredCredential => ({ engineId, name, credential, credentialExpiresAt, renewCredentialAfter, url });

/** The options of pairing: the Secrets with their names, and the address of the control plane. */
type PairingOptions = {
  secrets: NamespaceSecrets;
  names: { pairing: string; credential: string };
  url: string;
  log: OwnLog;
  signal: AbortSignal;
  pollMilliseconds?: number;
};

/** Pairs by the key of a Secret, each key once. */
export class SecretPairing {
  readonly store: CredentialStore;
  readonly #options: PairingOptions;
  /** The digest of the last key that was tried. The key itself is not kept. */
  #tried: string | undefined;

  constructor(options: PairingOptions) {
    this.#options = options;
    this.store = secretStore(options.secrets, options.names.credential);
  }

  /** Returns the stored credential, or waits for a key and pairs; undefined when the signal is aborted. */
  async credential(): Promise<StoredCredential | undefined> {
    const { signal, log, names, pollMilliseconds = 1000 } = this.#options;
    let lastLogged: string | undefined;
    const logOnce = (level: 'info' | 'warn', message: string, facts: Record<string, unknown>): void => {
      if (lastLogged !== JSON.stringify([message, facts])) log(level, message, facts);
      lastLogged = JSON.stringify([message, facts]);
    };
    while (!signal.aborted) {
      try {
        const found = (await this.store.read()) ?? (await this.pairByNewKey());
        if (found) return found;
        logOnce('info', 'The program is not paired; it waits for a key that was not used', { secret: names.pairing });
      } catch (error) {
        logOnce('warn', 'The program is not paired yet; it keeps trying', { reason: messageOf(error) });
      }
      await sleepUnlessAborted(pollMilliseconds, signal);
    }
    return undefined;
  }

  /**
   * Pairs by the key of the Secret, unless it was tried before, or has the digest of a used key. Stores and returns the credential; undefined if there is
   * no such key, or if the control plane refuses it.
   */
  async pairByNewKey(usedKeyDigest?: string): Promise<StoredCredential | undefined> {
    const { secrets, names, url, log } = this.#options;
    const key = (await secrets.read(names.pairing))?.[SECRET_FIELDS.key];
    const digest = key && keyDigest(key);
    if (!key || digest === this.#tried || digest === usedKeyDigest) return undefined;
    // A key works once, so check first whether the credential can be stored.
    await secrets.tryWrite(`${names.credential}-test`);
    let paired: StoredCredential;
    try {
      paired = { ...storedPairing(await pair(url, key), url), keyDigest: keyDigest(key) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      this.#tried = digest;
      log('error', 'The control plane refuses the pairing key; generate the package again with a new key', { reason: error.message });
      return undefined;
    }
    this.#tried = digest;
    await this.#writeCredential(paired);
    log('info', 'The program is paired', { engine: paired.engineId, name: paired.name });
    return paired;
  }

  /** Retries until the credential is stored: the key is used up, so without this Secret the next program could not call the control plane. */
  async #writeCredential(paired: StoredCredential): Promise<void> {
    const { log, signal } = this.#options;
    const backoff = new Backoff();
    for (;;) {
      try {
        return await this.store.write(paired);
      } catch (error) {
        if (signal.aborted) throw error;
        log('warn', 'The credential could not be stored; the program keeps trying', { reason: messageOf(error) });
        await sleepUnlessAborted(backoff.next(), signal);
      }
    }
  }
}

/** The digest by which a key is recognised. */
export const keyDigest = (key: string): string => createHash('sha256').update(key).digest('hex');
