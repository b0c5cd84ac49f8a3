/** Requests to the identity provider. */
import type { CustomFetch } from 'openid-client';
import { isSafe } from '../../../core/outbound/openid-setting.ts';

/** Documents and tokens of a provider have a few kilobytes. */
const MOST_BYTES = 512 * 1024;

/** Sends a request, and reads the answer up to a limit. A redirect is an answer. The signal of the caller ends the reading, too. */
export const fetchBounded: CustomFetch = async (url, { body, ...options }) => {
  if (!isSafe(new URL(url))) throw new TypeError('The provider names an address that is not https');
  const response = await fetch(url, { ...options, redirect: 'manual', body: body as string | URLSearchParams | null });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new TypeError(`The provider answers with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
};
