/** Packages of dynamic engines, for tests. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { withEntries } from '@millrace/wire/zip-entries';
import { parseAllDocuments } from 'yaml';
import type { TestServer } from '../../../../test/support/server.ts';
import type { KubernetesObject } from './packages/kubernetes.ts';
import type { PackageKind } from './packages/zip.ts';

/** The files of a package: the documents of each, by its name, in the order of the zip. */
export type PackageFiles = Map<string, KubernetesObject[]>;

/** Generates a package as the administrator, and reads its zip. */
export async function generateFiles(
  { url, make }: TestServer,
  kind: PackageKind,
  engine: string,
  body: object = {},
): Promise<PackageFiles> {
  const answer = await fetch(`${url}/processing/runtimes/dynamic-engines/${engine}/actions/generate-${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await make.administratorToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`${engine}-${kind}\\.zip`));
  return filesOf(Buffer.from(await answer.arrayBuffer()));
}

async function filesOf(zip: Buffer): Promise<PackageFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-package-'));
  try {
    await writeFile(join(folder, 'package.zip'), zip);
    return await withEntries(join(folder, 'package.zip'), async (entries) => {
      const files: PackageFiles = new Map();
      for (const { name, content } of entries) {
        const text = await textOf(Readable.from(content()));
        const documents = parseAllDocuments(text).map((document) => {
          assert.deepEqual(document.errors, [], name);
          return document.toJS() as KubernetesObject;
        });
        files.set(name, documents);
      }
      return files;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the pairing key of a package of either kind; undefined if it has none. */
export function pairingKeyIn(files: PackageFiles): string | undefined {
  const all = [...files.values()].flat() as (KubernetesObject & { pairingKey?: string; stringData?: { key: string } })[];
  return all.find(({ pairingKey }) => pairingKey)?.pairingKey ?? all.find(({ kind }) => kind === 'Secret')?.stringData?.key;
}
