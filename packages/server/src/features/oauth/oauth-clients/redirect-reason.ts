/** The exact reason of a refusal because of a redirect URI. */
import type { ClientRow } from './client-row.ts';

/** Names the registered redirect URI that is most similar to a sent one. */
export function unknownRedirectUri(
  { redirect_uris: registered }: Pick<ClientRow, 'redirect_uris'>,
  sent: string,
): { reason: string; advice: string } {
  const [nearest] = registered.toSorted((one, other) => commonStart(other, sent) - commonStart(one, sent));
  return {
    reason: `The redirect_uri ${sent === '' ? 'is missing' : `${sent} is not registered`}; ${
      nearest === undefined ? 'the client has none' : `the nearest registered one is ${nearest}`
    }.`,
    advice: 'Send a registered redirect URI byte for byte, or add this one to redirectUris of the client.',
  };
}

/** The length of the common prefix of two texts. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
