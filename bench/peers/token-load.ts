/** The load generator of P7 and P8: requests tokens over many connections, each of which sends its next request after the answer to the last one. */
import { createPrivateKey, sign } from 'node:crypto';
import { Pool } from 'undici';
import { serve } from './serve.ts';

/**
 * The order of a benchmark: a client, its grant and its proof, the number of connections, and the seconds of the load. A client with `key`, its
 * private key in PEM (RS256, id `one`), signs its assertions before the time begins.
 * `refreshTokens` has one token for each connection.
 */
export type TokenOrder = {
  url: string;
  path: string;
  client: string;
  secret?: string;
  key?: string;
  audience?: string;
  refreshTokens?: readonly string[];
  connections: number;
  seconds: number;
};

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** More tokens than a server can issue in a second. */
const MAX_PER_SECOND = 4000;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs an assertion that is used once. */
function assertionOf({ client, audience }: TokenOrder, key: ReturnType<typeof createPrivateKey>): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: client, sub: client, aud: audience, jti: crypto.randomUUID(), iat: now, exp: now + 290 };
  const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** Returns the successful requests in a second. Throws if one fails. */
async function load(order: TokenOrder): Promise<number> {
  const { url, path, client, secret, key, refreshTokens, connections, seconds } = order;
  const privateKey = key === undefined ? undefined : createPrivateKey(key);
  const assertions = privateKey ? Array.from({ length: MAX_PER_SECOND * seconds }, () => assertionOf(order, privateKey)) : [];
  const proof = (): Record<string, string> => {
    if (secret !== undefined) return { client_id: client, client_secret: secret };
    const assertion = assertions.pop();
    if (assertion === undefined) throw new Error('All assertions that were signed before are used');
    return { client_id: client, client_assertion_type: TYPE, client_assertion: assertion };
  };
  const pool = new Pool(url, { connections, pipelining: 1 });
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const requestTokens = async (index: number): Promise<void> => {
    let refreshToken = refreshTokens?.[index];
    while (performance.now() < end) {
      const grant: Record<string, string> =
        refreshToken === undefined ? { grant_type: 'client_credentials' } : { grant_type: 'refresh_token', refresh_token: refreshToken };
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form({ ...grant, ...proof(), scope: 'user_default' }),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`The token endpoint answers ${statusCode}: ${text}`);
      const answer = JSON.parse(text) as { access_token: string; refresh_token?: string };
      if (answer.access_token.split('.').length !== 3) throw new Error('The access token is no JWT');
      if (refreshToken !== undefined) refreshToken = answer.refresh_token;
      count += 1;
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, index) => requestTokens(index)));
  const duration = (performance.now() - begin) / 1000;
  await pool.close();
  return count / duration;
}

serve<TokenOrder>({ answer: load, stop: async () => undefined });
