/** Tracks whether the server can be reached, from the outcomes of the calls of the page. */
import { createSharedState } from '../ui/shared-state.ts';

const reachable = createSharedState(true);

/** The statuses with which a proxy says that the server behind it does not answer. The server itself answers them with JSON. */
const OF_PROXY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Sends a request, and records whether the server has answered. A request that the page has aborted does not count. */
export async function trackReachability(request: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await request();
    if (OF_PROXY.has(answer.status) && !answer.headers.get('content-type')?.includes('json'))
      throw new TypeError(`A proxy has answered ${answer.status}`);
    reachable.set(true);
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reachable.set(false);
    throw error;
  }
}

/** Whether the server has answered the latest call. */
export const useReachable = (): boolean => reachable.useValue();
