/** The orders for pods: in the Secret that is mounted into a pod, or encrypted with the key from it for a pod that waits. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Schema } from '@millrace/contract';
import type { UnpackedBundle } from '../bundles/small-bundles.ts';
import { send } from '../control-plane/http.ts';
import { messageOf } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';

/**
 * The order of one pod. `content` is where it fetches its bundle and resources from the agent; the token is for this content only. A small bundle is in
 * the order if the agent had it in memory, so that the pod starts without a call; an older program of a pod fetches it.
 */
export type PodOrder = {
  engine: string;
  url?: string;
  claim: Schema<'ClaimedExecution'>;
  content: { url: string; token: string };
  bundle?: OrderBundle;
};

/** A small bundle in an order: its folders, and its files with their content in base64. */
type OrderBundle = { folders: string[]; files: { path: string; content: string; program: boolean }[] };

/** The file of the order in the folder where the Secret is mounted. */
export const ORDER_FILE = 'order.json';
/** The most bytes of an order: Kubernetes refuses a Secret above 1 MiB, and counts the name of its file, too. */
const ORDER_BYTES = 2 ** 20 - 1024;

/** The most bytes of a bundle in an order. The database of the cluster stores each order, so this is less than what the agent keeps in memory. */
const BUNDLE_BYTES = 32 * 1024;

/** Adds a bundle to an order, unless that makes the order too large. */
export function withBundle(order: PodOrder, { folders, files }: UnpackedBundle): PodOrder {
  const bytes = [...files.values()].reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > BUNDLE_BYTES) return order;
  const encoded = [...files].map(([path, { content, program }]) => ({ path, content: content.toString('base64'), program }));
  const full = { ...order, bundle: { folders, files: encoded } };
  return fitsSecret(full) ? full : order;
}

/** The bundle of an order. */
export const unpackedBundleOf = ({ folders, files }: OrderBundle): UnpackedBundle => ({
  folders,
  files: new Map(files.map(({ path, content, program }) => [path, { content: Buffer.from(content, 'base64'), program }])),
});

/** Whether a Secret can hold an order. */
export const fitsSecret = (order: PodOrder): boolean => Buffer.byteLength(JSON.stringify(order)) <= ORDER_BYTES;

/** Reads the order of a pod from its mounted Secret, or throws. */
export const readPodOrder = (folder: string): Promise<PodOrder> => readMounted<PodOrder>(join(folder, ORDER_FILE));

/** Reads JSON of a mounted Secret. No message repeats its content. */
async function readMounted<T>(file: string): Promise<T> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`${file} is not JSON: the pod needs the Secret of its Job there`);
  }
}

/** The SHA-256 of all content that an execution needs. */
export const contentOf = ({ bundle, resources }: Schema<'ClaimedExecution'>): string[] => [
  ...new Set([bundle.hash, ...resources.map(({ hash }) => hash)]),
];

/** The content of the Secret of a waiting pod: its name, its key in base64, and the address of the agent. */
export type PodWait = { name: string; key: string; url: string };

/** The file of the Secret of a waiting pod. */
export const WAIT_FILE = 'wait.json';

/** A call of a waiting pod is answered after this time at the latest. */
export const HOLD_MILLISECONDS = 25_000;
const ANSWER_MILLISECONDS = HOLD_MILLISECONDS + 15_000;
/** Without an agent for this time, a waiting pod ends. */
const GIVE_UP_MILLISECONDS = 600_000;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** The key of a waiting pod, from a secret of the engine that outlives its program. */
export const waitingKey = (secret: string, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, name, 'millrace waiting pod', KEY_BYTES));

/** The token by which the agent knows a waiting pod. */
export const waitingToken = (key: Buffer): string => createHmac('sha256', key).update('token').digest('base64url');

/** Encrypts an order for one pod. */
export function sealOrder(key: Buffer, name: string, order: PodOrder): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
  const content = Buffer.concat([cipher.update(JSON.stringify(order)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]);
}

/** Decrypts the order of a pod, or throws. No message repeats its content. */
export function openOrder(key: Buffer, name: string, sealed: Buffer): PodOrder {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString()) as PodOrder;
  } catch {
    throw new Error('The answer of the agent is not an order for this pod: it was not encrypted with the key of the pod');
  }
}

/** Reads the Secret of a waiting pod, or throws. */
export const readPodWait = (folder: string): Promise<PodWait> => readMounted<PodWait>(join(folder, WAIT_FILE));

/** Waits for the order of a pod. Resolves to undefined when it was stopped; rejects when the agent has no order for it or does not answer for long. */
export async function awaitOrder(
  wait: PodWait,
  stop: AbortSignal,
  giveUpMilliseconds = GIVE_UP_MILLISECONDS,
): Promise<PodOrder | undefined> {
  const key = Buffer.from(wait.key, 'base64');
  const backoff = new Backoff();
  let answeredAt = performance.now();
  while (!stop.aborted) {
    const answer = await ask(wait, waitingToken(key), stop);
    if (answer.status === 200) return openOrder(key, wait.name, answer.content);
    const reason = answer.content.toString().slice(0, 500);
    if (answer.status === 410) throw new Error(`The agent has no order for this pod: ${reason}`);
    if (answer.status === 204) {
      answeredAt = performance.now();
      backoff.reset();
      continue;
    }
    if (performance.now() - answeredAt > giveUpMilliseconds)
      throw new Error(`The pod waits no longer, because the agent at ${wait.url} does not answer: ${reason}`);
    await sleepUnlessAborted(backoff.next(), stop);
  }
  return undefined;
}

/** One call. The status is 0 without an answer; then the content is the reason. */
async function ask({ name, url }: PodWait, token: string, stop: AbortSignal): Promise<{ status: number; content: Buffer }> {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MILLISECONDS)]);
    const { status, body } = await send(`${url}/orders/${name}`, { headers: { authorization: `Bearer ${token}` }, signal });
    return { status, content: await buffer(body as NonNullable<typeof body>) };
  } catch (error) {
    return { status: 0, content: Buffer.from(messageOf(error)) };
  }
}
