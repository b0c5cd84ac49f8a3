import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Failure } from '../failure.ts';
import { hasFields } from './model/places.ts';

const NAME = 'owned.json';

/** An object that this estate owns: its label for readers, and the digest of the content that was sent last. */
type OwnedObject = { object: string; content?: string };

/** The objects that belong to an estate, by their ids, as the folder stores them. */
export class OwnedObjects {
  readonly #folder: string;
  readonly #objects: Map<string, OwnedObject>;
  #text: string;

  constructor(folder: string, text: string, objects: Record<string, OwnedObject>) {
    this.#folder = folder;
    this.#text = text;
    this.#objects = new Map(Object.entries(objects));
  }

  /** Whether nothing belongs to the estate yet. */
  get isEmpty(): boolean {
    return this.#objects.size === 0;
  }

  get(id: string): OwnedObject | undefined {
    return this.#objects.get(id);
  }

  set(id: string, object: OwnedObject): void {
    this.#objects.set(id, object);
  }

  delete(id: string): void {
    this.#objects.delete(id);
  }

  /** Replaces the file if anything has changed. */
  async save(): Promise<void> {
    const sorted = [...this.#objects].toSorted(([id, { object }], [otherId, other]) =>
      `${object} ${id}` < `${other.object} ${otherId}` ? -1 : 1,
    );
    const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
    if (text === this.#text) return;
    const path = join(this.#folder, NAME);
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
    this.#text = text;
  }
}

/** Reads which objects belong to an estate; none without the file. Throws a `Failure` if the file is damaged. */
export async function readOwned(folder: string): Promise<OwnedObjects> {
  const path = join(folder, NAME);
  const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return '';
    throw new Failure('usage', `${path} cannot be read: ${error.code ?? String(error)}.`);
  });
  try {
    const objects: unknown = text === '' ? {} : JSON.parse(text);
    if (hasFields(objects) && Object.values(objects).every((entry) => hasFields(entry) && typeof entry['object'] === 'string'))
      return new OwnedObjects(folder, text, objects as Record<string, OwnedObject>);
  } catch {
    // The message below says what to do.
  }
  throw new Failure('usage', `${path} is damaged. Restore it, or remove it; without it, this estate owns no objects.`);
}

/** The digest of a file. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
