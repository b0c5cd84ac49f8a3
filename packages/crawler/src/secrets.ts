/** Names of parameters whose values are hidden in messages. */
const SECRET = /pass(?:word|wd|phrase|code)?$|pwd$|secret|token|credential|key$|signature/i;
/** Shorter values would hide parts of words. */
const SHORTEST = 3;

/**
 * Returns a function that removes the secrets of the parameters from a text, also percent-encoded ones and those in a URL. Secrets of one or two
 * characters stay.
 */
export function hiderOf(parameters: ReadonlyMap<string, string>): (text: string) => string {
  const given = [...parameters].flatMap(([name, value]) => {
    if (SECRET.test(name)) return [value];
    const matches = value.matchAll(/[?&;](?:password|pwd)=([^&;]*)|:\/\/[^:/?#]*:([^/?#]*)@/gi);
    return [...matches].map(([, inQuery, inUserInfo]) => inQuery ?? inUserInfo ?? '');
  });
  const secrets = given.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), decodedOf(secret)]);
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  return (text) => hidden.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
