import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { sleep } from '../../shell.ts';

/** The kinds of objects that have files. */
export type EstateNoun =
  | 'environment'
  | 'workspace'
  | 'rights'
  | 'artifact version'
  | 'connection'
  | 'resource'
  | 'task'
  | 'plan'
  | 'schedule'
  | 'alert'
  | 'webhook';

/** Kinds of objects that files name, but that are not written as files of their own. */
export type NamedNoun = 'artifact' | 'engine' | 'cluster' | 'run profile' | 'user' | 'service account';

/** The identity of an object: the names of its parents, then its own. */
export type EstateAddress = { noun: EstateNoun | NamedNoun; names: readonly string[] };

/** The text that identifies an address in tables. */
export const addressKey = ({ noun, names }: EstateAddress): string => JSON.stringify([noun, ...names]);

/** The address as messages show it. */
export const addressLabel = ({ noun, names }: EstateAddress): string => `${noun} ${names.join('/')}`;

/** The fields of an object in the form of its file: those of the contract, with names in place of ids. */
export type EstateFields = Record<string, unknown>;

/** An object of the server. */
export type EstateObject = { address: EstateAddress; id: string; fields: EstateFields };

/** A place of a file that names another object. `*` stands for each entry of a list or a map. */
export type ReferencePlace = {
  at: string;
  /** The field of the file, where the contract's field is named after the id. */
  as?: string;
  noun: EstateNoun | NamedNoun | ((holder: EstateFields) => EstateNoun | NamedNoun);
};

/** A place of a file that holds a secret, which must be a placeholder. */
type SecretPlace = { at: string; when?: (holder: EstateFields) => boolean };

/** The allowed content of the files of a kind, by the schemas of the contract. Paths are as in `ReferencePlace`. */
export type FileShape = {
  component?: string;
  /** Further fields, as JSON Schema. */
  fields?: Record<string, unknown>;
  omit?: readonly string[];
  required?: readonly string[];
  optional?: readonly string[];
  /** Exactly one of these fields is present. */
  either?: readonly string[];
};

/** An object to create or change: `fields` in the form of the file, `body` with ids and secrets. An unchanged secret is undefined. */
export type EstateWrite = {
  address: EstateAddress;
  fields: EstateFields;
  body: EstateFields;
  /** The path of the file with its content. */
  content: string | undefined;
  /** The fields that differ from those of the server; of a new object, all. */
  changed: ReadonlySet<string>;
  /** All objects that have a file. */
  allFiles: readonly { address: EstateAddress; fields: EstateFields }[];
};

/** A kind of object: how its objects are read, written and identified. The other code of estates does not depend on the kind. */
export type EstateKind = {
  noun: EstateNoun;
  /** The paths of its files; each `*` is a name. */
  path: string;
  /** The extension of the file next to it that holds its content. */
  content?: string;
  shape: FileShape;
  references?: readonly ReferencePlace[];
  secrets?: readonly SecretPlace[];
  /** Places that the server keeps or fills when a file leaves them out. */
  kept?: readonly string[];
  /** Places that a change sends, but that cause no change alone. */
  uncompared?: readonly string[];
  /** A change sends the whole object, secrets included. */
  alwaysSendsSecrets?: boolean;
  /** The server keeps each secret that a change does not send, unless this place changes. */
  keepsSecretsUnless?: string;
  /** The names of the object below those of its folder; by default the field `name`. */
  ownNames?(fields: EstateFields): string[];
  /** The names as they appear in the path, if these are others. */
  pathNames?(names: readonly string[]): readonly string[];
  /** Converts fields that have several spellings to one spelling. */
  normalize?(fields: EstateFields): EstateFields;
  /** Further objects that have to exist. */
  needs?(fields: EstateFields, address: EstateAddress): EstateAddress[];
  /** Reads the objects of the server, with the ids and fields of the contract. */
  read(site: Site): Promise<EstateObject[]>;
  /** Creates the object and returns its id. */
  create(site: Site, write: EstateWrite): Promise<string>;
  /** Changes the object. The objects of a kind without this function never change. */
  change?(site: Site, object: EstateObject, write: EstateWrite): Promise<unknown>;
  remove(site: Site, object: EstateObject): Promise<unknown>;
};

const CALLS_AT_ONCE = 8;
const RATE_LIMIT_PAUSE_MS = 5000;
const RATE_LIMIT_TRIES = 24;

/** A server whose objects an estate describes: its client, and the ids of its objects by their addresses. */
export class Site {
  readonly client: Client;
  /** The environments to read; undefined for all. */
  readonly environments: ReadonlySet<string> | undefined;
  /** Remarks for the user about objects that the estate leaves out. */
  readonly notes: string[] = [];
  readonly #ids = new Map<string, string>();
  readonly #addresses = new Map<string, EstateAddress>();

  constructor(client: Client, environments?: ReadonlySet<string>) {
    this.client = client;
    this.environments = environments;
  }

  add(address: EstateAddress, id: string): void {
    this.#ids.set(addressKey(address), id);
    this.#addresses.set(id, address);
  }

  has(address: EstateAddress): boolean {
    return this.#ids.has(addressKey(address));
  }

  /** All addresses of a noun. */
  known(noun: EstateAddress['noun']): EstateAddress[] {
    return [...this.#addresses.values()].filter((address) => address.noun === noun);
  }

  /** All addresses, with their ids. */
  entries(): { address: EstateAddress; id: string }[] {
    return [...this.#addresses].map(([id, address]) => ({ address, id }));
  }

  idOf(address: EstateAddress): string {
    const id = this.#ids.get(addressKey(address));
    if (id === undefined) throw new Failure('notFound', `There is no ${addressLabel(address)}.`);
    return id;
  }

  addressOf(id: string): EstateAddress | undefined {
    return this.#addresses.get(id);
  }
}

/** Runs a step for each item, a few at the same time, and returns the results in order. */
export async function forEachOf<T, R>(items: readonly T[], step: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await step(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, items.length) }, work));
  return results;
}

/** Returns a client that repeats calls which the rate limit refused. */
export function retryingClient(client: Client, signal: AbortSignal): Client {
  const call = async (route: Parameters<Client['call']>[0], input: unknown): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await client.call(route, input as never);
      } catch (error) {
        if (!(error instanceof MillraceError) || error.status !== 429 || tries === RATE_LIMIT_TRIES) throw error;
        await sleep(RATE_LIMIT_PAUSE_MS, signal);
      }
    }
  };
  return { ...client, call: call as Client['call'] };
}
