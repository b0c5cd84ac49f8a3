/** Tracks whether the server can be reached, from the outcomes of the calls of the page. */
import { createSharedState } from '../ui/shared-state.ts';

const reachable = createSharedState(true);

/** Sends a request, and records whether the server has answered. A request that the page has aborted does not count. */
export async function trackReachability(request: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await request();
    reachable.set(true);
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reachable.set(false);
    throw error;
  }
}

/** Whether the server has answered the latest call. */
export const useReachable = (): boolean => reachable.useValue();
