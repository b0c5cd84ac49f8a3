/** The load generator of P15: calls one address over many connections. */
import autocannon from 'autocannon';
import { serve } from './serve.ts';

/** The call, the number of connections and the seconds. The token is sent as a message, so that it is not visible in the list of processes. */
export type LoadOrder = { url: string; token: string; connections: number; seconds: number };

serve<LoadOrder>({
  answer: async ({ url, token, connections, seconds }) => {
    const { requests, non2xx, errors } = await autocannon({
      url,
      connections,
      duration: seconds,
      headers: { authorization: `Bearer ${token}` },
    });
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were refusals and ${errors} calls failed`);
    return requests.average;
  },
  stop: async () => undefined,
});
