/** Functions for tests of the IP allowlist. */
import { startTestServer, type Answer, type Sent, type TestServer } from '../../../../test/support/server.ts';

/** The route of the allowlist without its method. */
export const LIST = '/security/ip-allowlist';

/** A server behind a trusted proxy, and calls through the proxy from an address. */
type ProxiedServer = TestServer & { from(address: string, route: string, sent?: Sent): Promise<Answer> };

/** Starts a server that trusts the proxy on its own machine. */
export async function startProxiedServer(environment: Record<string, string> = {}): Promise<ProxiedServer> {
  const server = await startTestServer({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1,::1', ...environment });
  const from = (address: string, route: string, sent: Sent = {}): Promise<Answer> =>
    server.call(route, { ...sent, headers: { ...sent.headers, 'x-forwarded-for': address } });
  return { ...server, from };
}

/** An entry as a caller sends it. */
export const entry = (ip: string, description = `entry ${ip}`) => ({ description, ip });
