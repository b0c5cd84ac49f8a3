/**
 * Sign-ins that have begun at the provider. The cookie of the browser has a secret, the address has the state, and the database only the keyed hash of
 * both, so that any process can finish the sign-in. Nonce and verifier are computed from secret and state, and stored nowhere.
 */
import { randomBytes } from 'node:crypto';
import { sql } from '../../../core/database/sql.ts';
import { cookieText, ownCookie, readCookie } from '../../../core/http/headers.ts';
import type { PageCall } from '../../../core/http/page.ts';

/** The values of one sign-in at the provider. */
export type Flow = { state: string; nonce: string; verifier: string };

/** The time in which a person signs in at the provider. */
const SECONDS = 600;

const newSecret = (): string => randomBytes(32).toString('base64url');
const cookieOf = ({ settings: { publicUrl } }: PageCall) => ownCookie('millrace_openid', publicUrl());

function flowOf({ identity: { tokens } }: PageCall, browser: string, state: string): Flow & { hash: Buffer } {
  const of = (kind: string): Buffer => tokens.hash(JSON.stringify(['openid', kind, browser, state]));
  return { state, nonce: of('nonce').toString('base64url'), verifier: of('verifier').toString('base64url'), hash: of('flow') };
}

/** Prepares a sign-in. `store` begins it, and returns the cookie for the browser. Several tabs of a browser share the cookie. */
export function newFlow(call: PageCall): Flow & { store(returnTo: string): Promise<string> } {
  const browser = readCookie(cookieOf(call), call.header('cookie')) ?? newSecret();
  const { hash, ...flow } = flowOf(call, browser, newSecret());
  return {
    ...flow,
    async store(returnTo) {
      // Also removes some expired ones. There are few, because the number of sign-ins of each address is limited.
      await call.db.writer.rows(sql`
        with expired as (
          delete from openid_flow
          where hash in (
            select hash
            from openid_flow
            where expires_at <= now()
            limit 100
            for update skip locked))
        insert into openid_flow (hash, return_to, expires_at)
        values (${hash}, ${returnTo}, now() + make_interval(secs => ${SECONDS}))`);
      return cookieText(cookieOf(call), browser, SECONDS);
    },
  };
}

/**
 * Takes the sign-in of a browser that comes back from the provider; undefined if this browser did not begin it, or it was taken before, or is too old.
 * @rule sign-in.openid.browser
 */
export async function takeFlow(call: PageCall): Promise<(Flow & { returnTo: string }) | undefined> {
  const browser = readCookie(cookieOf(call), call.header('cookie'));
  if (browser === undefined) return undefined;
  const { hash, ...flow } = flowOf(call, browser, call.query.get('state') ?? '');
  const taken = await call.db.writer.one<{ returnTo: string }>(sql`
    delete from openid_flow
    where hash = ${hash}
      and expires_at > now()
    returning return_to as "returnTo"`);
  return taken && { ...flow, ...taken };
}
