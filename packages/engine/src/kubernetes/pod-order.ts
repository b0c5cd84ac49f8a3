/** The order for a pod: the JSON in the Secret that is mounted into it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import type { UnpackedBundle } from '../bundles/small-bundles.ts';

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
export type OrderBundle = { folders: string[]; files: { path: string; content: string; program: boolean }[] };

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

/** Reads the order. */
export const readPodOrder = (folder: string): Promise<PodOrder> => readMounted<PodOrder>(join(folder, ORDER_FILE));

/** Reads JSON of a mounted Secret. No message repeats its content. */
export async function readMounted<T>(file: string): Promise<T> {
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
