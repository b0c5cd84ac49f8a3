/** An S3 store behind a proxy that checks every signature, causes failures, and lists unfinished multipart uploads, which the store cannot do. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { signatureFault } from './sigv4.ts';

/** The accepted credentials. The secret occurs nowhere else. */
export const S3_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'AKIAMILLRACETEST0000',
  AWS_SECRET_ACCESS_KEY: 'swordfish/4b1d+secret=of~the*test',
} as const;

const BUCKET = 'data';
const OBJECT = '._S3rver_object';

/** A received call. `route` is the method with the query parameters that identify the operation. */
export type S3Call = { route: string; path: string; query: URLSearchParams; bytes: number; range: string | undefined };
/**
 * The failure of a call: an error status; the connection is closed after (`lost`) or before (`dropped`) the store does it; no answer (`silent`);
 * half an answer, then the connection is closed (`half`) or stays open (`stuck`).
 */
export type S3Fault = number | 'lost' | 'dropped' | 'silent' | 'half' | 'stuck' | undefined;

/** A running store. */
export type S3 = {
  endpoint: string;
  calls: S3Call[];
  /** Returns the failure of a call. Tests replace this function. */
  fault: (call: S3Call) => S3Fault;
  /** Returns the settings of a server that uses this store. */
  settings(prefix: string): Record<string, string>;
  /** Lists the keys of all objects. */
  objectKeys(): Promise<string[]>;
  /** Lists the unfinished multipart uploads. */
  uploads(): Promise<string[]>;
  /** Writes an object directly into the store; `undefined` removes it. */
  plant(key: string, content: string | undefined): Promise<void>;
  /** Makes all objects and uploads three hours old. */
  age(key?: string): Promise<void>;
  close(): Promise<void>;
};

/** Starts a store. It ends with the test file. */
export async function startS3(): Promise<S3> {
  const directory = await mkdtemp(join(tmpdir(), 'millrace-s3-'));
  const accounts = createRequire(import.meta.url)('@20minutes/s3rver/lib/models/account.js') as {
    DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void };
  };
  accounts.DUMMY_ACCOUNT.createKeyPair(S3_CREDENTIALS.AWS_ACCESS_KEY_ID, S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY);
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
    // The proxy checks the signatures. The store computes wrong ones for the address of a bucket that ends with a slash.
    allowMismatchedSignatures: true,
  });
  const { port } = await store.run();
  const bucket = join(directory, BUCKET);
  const uploads = join(bucket, '._S3rver_uploads');
  const proxy = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const filesOf = async (): Promise<string[]> =>
    (await readdir(bucket, { recursive: true })).filter((name) => name.endsWith(OBJECT) && !name.startsWith('._'));

  let closed = false;
  const s3: S3 = {
    endpoint,
    calls: [],
    fault: () => undefined,
    settings: (prefix) => ({ MILLRACE_BLOB_STORE: `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`, ...S3_CREDENTIALS }),
    objectKeys: async () => (await filesOf()).map((name) => name.slice(0, -OBJECT.length)).toSorted(),
    uploads: () => readdir(uploads).catch(() => []),
    plant: async (key, content) => {
      const file = join(bucket, key + OBJECT);
      await mkdir(dirname(file), { recursive: true });
      await (content === undefined ? rm(file) : writeFile(file, content));
    },
    age: async (key) => {
      const old = new Date(Date.now() - 3 * 3_600_000);
      for (const name of await filesOf()) if (key === undefined || name === key + OBJECT) await utimes(join(bucket, name), old, old);
      if (key === undefined) for (const id of await s3.uploads()) await utimes(join(uploads, id, 'key'), old, old);
    },
    close: async () => {
      if (closed) return;
      closed = true;
      proxy.closeAllConnections();
      proxy.close();
      await store.close();
    },
  };
  after(async () => {
    await s3.close();
    await rm(directory, { recursive: true, force: true });
  });
  return s3;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const body = await buffer(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { pathname, searchParams: query } = new URL(url, endpoint);
    const identifying = ['uploads', 'uploadId', 'prefix'].filter((name) => query.has(name) && !(name === 'prefix' && query.has('uploads')));
    const call: S3Call = { route: [method, ...identifying].join(' '), path: pathname, query, bytes: body.length, range: headers['range'] };
    s3.calls.push(call);
    const fault = s3.fault(call);
    if (fault === 'silent') return;
    if (fault === 'dropped') return void response.destroy();
    if (typeof fault === 'number') return refuse(response, fault, 'SlowDown');
    const [accessKeyId, secretAccessKey] = Object.values(S3_CREDENTIALS) as [string, string];
    const wrong = signatureFault({ method, url, headers, body }, { accessKeyId, secretAccessKey, now: new Date() });
    if (wrong !== undefined) return refuse(response, 403, wrong);
    const uploadId = query.get('uploadId');
    if (method === 'DELETE' && uploadId !== null) {
      await rm(join(uploads, uploadId), { recursive: true, force: true });
      return void (fault === 'lost' ? response.destroy() : response.writeHead(204).end());
    }
    if (method === 'GET' && query.has('uploads')) return void response.writeHead(200).end(await listUploads(query));
    if (method === 'POST' && uploadId !== null && !(await s3.uploads()).includes(uploadId))
      return fault === 'lost' ? void response.destroy() : refuse(response, 404, 'NoSuchUpload');
    const forwarded = send({ host: '127.0.0.1', port, method, path: url, headers: request.headers }, (answer) => {
      if (fault === 'lost') return void answer.resume().on('end', () => response.destroy());
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === 'half' || fault === 'stuck') return void sendHalf(answer, response, fault);
      return void answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  }

  async function listUploads(query: URLSearchParams): Promise<string> {
    const all = (await s3.uploads()).toSorted().filter((id) => id > (query.get('upload-id-marker') ?? ''));
    const page = all.slice(0, Number(query.get('max-uploads')));
    const shown = page.map(async (id) => {
      const key = join(uploads, id, 'key');
      const [objectKey, { mtime }] = await Promise.all([readFile(key, 'utf8'), stat(key)]);
      return `<Upload><Key>${objectKey}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`;
    });
    const more = page.length < all.length;
    const next = more ? `<NextKeyMarker>any</NextKeyMarker><NextUploadIdMarker>${page.at(-1)}</NextUploadIdMarker>` : '';
    return `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${(await Promise.all(shown)).join('')}</ListMultipartUploadsResult>`;
  }
}

async function sendHalf(answer: IncomingMessage, response: ServerResponse, then: 'half' | 'stuck'): Promise<void> {
  const content = await buffer(answer);
  response.write(content.subarray(0, Math.ceil(content.length / 2)), () => void (then === 'half' && response.destroy()));
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
}
