/** Secrets of a namespace: agents and the operator store their credentials in them, because nothing in a pod outlives it. */
import type { Schema } from '@millrace/contract';
import { SECRET_FIELDS } from '@millrace/wire/cluster-names';
import type { StoredCredential, CredentialStore } from '../control-plane/credential.ts';
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

  /** Whether the cluster would let `write` create a Secret; rejects if not. */
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
export const secretStore = (secrets: NamespaceSecrets, name: string): CredentialStore => ({
  async read() {
    const text = (await secrets.read(name))?.[SECRET_FIELDS.credential];
    return text === undefined ? undefined : (JSON.parse(text) as StoredCredential);
  },
  write: (credential) => secrets.write(name, { [SECRET_FIELDS.credential]: JSON.stringify(credential) }),
  alone: (action) => action(),
});

/** A pairing as it is stored, with the address of its control plane. */
export const storedPairing = (
  { engineId, name, credential, credentialExpiresAt, renewCredentialAfter }: Schema<'Pairing'>,
  url: string,
): StoredCredential => ({ engineId, name, credential, credentialExpiresAt, renewCredentialAfter, url });
