/** Tracks whether the server can be reached, from the outcomes of the calls of the page. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isReachable = true;

function set(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}

/** Sends a request, and records whether the server has answered. A request that the page has aborted does not count. */
export async function trackReachability(request: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await request();
    set(true);
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) set(false);
    throw error;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the server has answered the latest call. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);
