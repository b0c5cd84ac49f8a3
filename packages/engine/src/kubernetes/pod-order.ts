/** The order for a pod: the JSON in the Secret that is mounted into it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';

/** The order of one pod. `content` is where it fetches its bundle and resources from the agent; the token is for this content only. */
export type PodOrder = {
  engine: string;
  url?: string;
  claim: Schema<'ClaimedExecution'>;
  content: { url: string; token: string };
};

/** The file of the order in the folder where the Secret is mounted. */
export const ORDER_FILE = 'order.json';
/** The most bytes of a Secret; Kubernetes refuses a larger one. */
export const ORDER_BYTES = 2 ** 20;

/** The size of an order in a Secret. */
export const orderBytes = (order: PodOrder): number => Buffer.byteLength(JSON.stringify(order));

/** Reads the order. No message repeats its content, because it holds secrets. */
export async function readPodOrder(folder: string): Promise<PodOrder> {
  const text = await readFile(join(folder, ORDER_FILE), 'utf8');
  try {
    return JSON.parse(text) as PodOrder;
  } catch {
    throw new Error(`${join(folder, ORDER_FILE)} is not JSON: the pod needs the Secret of its Job there`);
  }
}

/** The SHA-256 of all content that an execution needs. */
export const contentOf = ({ bundle, resources }: Schema<'ClaimedExecution'>): string[] => [
  ...new Set([bundle.hash, ...resources.map(({ hash }) => hash)]),
];
