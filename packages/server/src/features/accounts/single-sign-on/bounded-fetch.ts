/**
 * Requests to the identity provider. An operator sets its address, so they do not go through `core/outbound/outbound.ts`, which checks addresses that
 * callers name.
 */
import type { CustomFetch } from 'openid-client';
import { readBody } from '../../../core/outbound/outbound.ts';
import { isSafeFromReaders } from '../../../core/outbound/settings.ts';

/** Documents and tokens of a provider have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/**
 * Sends a request, and reads the answer up to a limit. Redirects are not followed. The signal of the caller ends the reading, too. Throws if the address
 * is neither https nor http to this machine, or the answer is too long.
 */
export const fetchBounded: CustomFetch = async (url, { body, ...options }) => {
  if (!isSafeFromReaders(new URL(url))) throw new TypeError('The provider names an address that is neither https nor http to this machine');
  const response = await fetch(url, { ...options, redirect: 'manual', body: body as string | URLSearchParams | null });
  const bytes = await readBody(response, MAX_BYTES, 'The provider');
  const { status, statusText, headers } = response;
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
};
