/** Signed assertions, by which clients prove their identity without a secret (RFC 7523). */
import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import { nowMilliseconds } from '../../../../core/base/clock.ts';
import { hasIdForm } from '../../../../core/base/id.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';
import { assertionKey, type AssertionKey } from './assertion-keys.ts';
import { usedAssertions } from './used-assertions.ts';

const MOST_CHARACTERS = 16_384;
/** Seconds ahead at which an assertion ends at most, and by which clocks may differ. */
const MOST_SECONDS = 300;
const CLOCK_SECONDS = 30;
const MOST_ID_CHARACTERS = 512;

/** Digest and form of the signature by algorithm. No token can choose another one. */
const ALGORITHMS = {
  RS256: { digest: 'sha256', bytes: undefined },
  RS512: { digest: 'sha512', bytes: undefined },
  ES384: { digest: 'sha384', bytes: 96 },
} as const;

const verifyAsync = promisify(verify);

type Parts = { header: Record<string, unknown>; claims: Record<string, unknown>; signed: string; signature: Buffer };

/** Returns the id of the client that an assertion names, unproven; undefined if it names none. */
export function clientOfAssertion(assertion: string): string | undefined {
  const subject = partsOf(assertion)?.claims['sub'];
  return typeof subject === 'string' ? subject : undefined;
}

/**
 * Whether an assertion proves the identity of a client: the client has signed it, for this install, shortly before, and it was not used yet.
 * @rule oauth.assertion.signature
 * @rule oauth.assertion.claims
 * @rule oauth.assertion.once
 */
export async function checkAssertion(platform: Platform, client: UsableClient, assertion: string): Promise<boolean> {
  const parts = partsOf(assertion);
  const id = parts && statesClient(parts.claims, client.id, platform.publicUrl());
  const key = id && (await keyOf(platform, client, parts.header));
  if (!key || !(await isSigned(parts, key))) return false;
  const expiresAt = new Date((Number(parts.claims['exp']) + CLOCK_SECONDS) * 1000);
  return platform.batcher.run(usedAssertions, { client: client.id, hash: platform.tokens.hash(`${client.id} ${id}`), expiresAt });
}

/** Returns the id of an assertion whose claims are right. */
function statesClient({ iss, sub, aud, jti, exp, iat, nbf }: Record<string, unknown>, client: string, issuer: string): string | undefined {
  const now = nowMilliseconds() / 1000;
  const [audience, ...others] = [aud].flat();
  const isForUs = others.length === 0 && (audience === issuer || audience === `${issuer}/oauth/token`);
  const isCurrent = typeof exp === 'number' && exp > now - CLOCK_SECONDS && exp <= now + MOST_SECONDS + CLOCK_SECONDS;
  const hasBegun = [iat, nbf].every((time) => time === undefined || (typeof time === 'number' && time <= now + CLOCK_SECONDS));
  const isNamed = typeof jti === 'string' && jti !== '' && jti.length <= MOST_ID_CHARACTERS;
  return hasIdForm(client) && iss === client && sub === client && isForUs && isCurrent && hasBegun && isNamed ? jti : undefined;
}

async function keyOf(platform: Platform, client: UsableClient, header: Record<string, unknown>): Promise<AssertionKey | undefined> {
  const { alg, kid, crit } = header;
  // Extensions ("crit") are unknown to this server, so that it must refuse them.
  if (typeof kid !== 'string' || crit !== undefined) return undefined;
  const key = await assertionKey(platform, client, kid);
  return key?.alg === alg ? key : undefined;
}

async function isSigned({ signed, signature }: Parts, { alg, key }: AssertionKey): Promise<boolean> {
  const { digest, bytes } = ALGORITHMS[alg];
  if (bytes !== undefined && signature.length !== bytes) return false;
  const options = bytes === undefined ? { key } : { key, dsaEncoding: 'ieee-p1363' as const };
  return verifyAsync(digest, Buffer.from(signed), options, signature);
}

function partsOf(assertion: string): Parts | undefined {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(assertion) ?? [];
  if (assertion.length > MOST_CHARACTERS || head === undefined || body === undefined || signature === undefined) return undefined;
  const [header, claims] = [objectIn(head), objectIn(body)];
  return header && claims && { header, claims, signed: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') };
}

function objectIn(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
