/** Whether the server answers, by the calls of the page. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let answers = true;

function set(next: boolean): void {
  if (next === answers) return;
  answers = next;
  for (const listener of listeners) listener();
}

/** Makes a request, and notes whether the server has answered. A request that the page has given up says nothing. */
export async function noting(request: () => Promise<Response>): Promise<Response> {
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
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => answers);
