/** Recognises values that nobody declared as secret: by the name of their parameter, or by the value itself. The server and the engine use it. */

/** A name with one of these words is that of a secret. Names are split at `_`, `-`, `.` and capitals, so `tokenizer` and `secretary` have none of them. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'pwd',
  'passwd',
  'password',
  'passwords',
  'passphrase',
  'passcode',
  'secret',
  'secrets',
]);
/** As above, if the value is not a number: `token=17` and `pass=2` count something. */
const SECRET_WORDS_OF_TEXT: ReadonlySet<string> = new Set(['pass', 'token', 'credential', 'credentials']);
/** Words before `key` that make it a secret one. Public, primary and sort keys are none; `key` as the whole name is one, if it is not a number. */
const KEY_KINDS = 'api|private|secret|access|account|shared|encryption|signing|master|auth|ssh|service|storage|client';
/** Compounds that are written as one word, such as `dbpassword`, `KEYSTOREPWD` or `clientsecret`. */
const COMPOUND = new RegExp(
  `(?:password|passwd|pwd|passphrase|passcode|secret)$|^(?:db|ftp|sftp|smtp|mail|user|ssl|key|store|keystore|truststore)pass$|^(?:access|auth|api|bearer|refresh|session|id)token$|^(?:${KEY_KINDS})key$`,
);
const SECRET_KEY = new RegExp(`(?:^| )(?:${KEY_KINDS}) key(?: |$)`);

/** The last words of names that are about a secret: its place, its kind, or a number of it. */
const ABOUT = new Set(
  (
    'file files filename path paths folder dir directory location url uri endpoint host server service name names id ids identifier arn ref reference ' +
    'label alias type kind format algorithm alg encoding length size count limit max min number expiry expires expiration ttl lifetime timeout age ' +
    'interval days hours minutes seconds rotation policy rule rules pattern regex prefix suffix header field column parameter param variable var env ' +
    'provider store manager vault backend source scope scopes audience issuer hint prompt required enabled mode version index usage budget table ' +
    'user username owner'
  ).split(' '),
);

const BOOLEAN = /^(?:true|false|yes|no|on|off)$/i;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** A path of a file, which often has the name of the secret in it. */
const PATH = /^(?:file:|~\/|\.{1,2}\/|[A-Za-z]:[\\/]|\/(?:etc|home|var|opt|run|usr|mnt|root|tmp|data|app|srv|Users|secrets?)\/)/;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const URL_CREDENTIALS = /:\/\/[^\s/?#:@]{0,255}:([^\s/?#@]{1,1024})@/;
const ORACLE_CREDENTIALS = /^jdbc:oracle:[a-z]{1,10}:[^\s/@]{1,255}\/([^\s/@]{1,1024})@/i;
const FIELDS = 'password|passwd|pwd|secret|token|access_?token|api_?key|account_?key|shared_?access_?key|client_?secret';
const FIELD_CREDENTIALS = new RegExp(String.raw`(?:^|[?&;])\s{0,9}(?:${FIELDS})\s{0,9}=([^&;\s]{1,1024})`, 'i');
/** The beginning of a connection string or a URL, so that other text with `token=…` in it is no sign. */
const ADDRESS = /^\s*(?:jdbc:|[a-z][a-z0-9+.-]{1,40}:\/\/|[A-Za-z][\w ]{0,40}=[^;]{0,2048};)/i;

/** The value of an HTTP header `Authorization`, and a token that is signed JSON. */
const BEARER = /^Bearer\s{1,9}((?=\S*\d)[\w.~+/-]{8,}=*)$/i;
const BASIC = /^Basic\s{1,9}([A-Za-z0-9+/]{4,}={0,2})$/i;
const SIGNED_JSON = /^(eyJ[\w-]{8,}\.[\w-]{2,}\.[\w-]*)$/;

/** The longest value in which credentials are searched. A private key is found in a longer one, too. */
const MAX_SEARCHED = 8192;

/** Returns whether a parameter looks like a secret, by its name or its value. Empty values, truth values and paths of files do not. */
export function looksSecret(name: string, value: string): boolean {
  const text = value.trim();
  if (text === '' || BOOLEAN.test(text)) return false;
  return hasSecretValue(text) || (hasSecretName(name, NUMBER.test(text)) && !PATH.test(text));
}

/** Returns the parts of a value that are secret by themselves, such as the password in a URL, as they are and decoded. */
export function secretPartsOf(value: string): string[] {
  const found = credentialIn(value.trim());
  if (found === undefined) return [];
  try {
    return [...new Set([found, decodeURIComponent(found)])];
  } catch {
    return [found];
  }
}

const hasSecretValue = (text: string): boolean => PRIVATE_KEY.test(text) || credentialIn(text) !== undefined;

function credentialIn(text: string): string | undefined {
  if (text.length > MAX_SEARCHED) return undefined;
  const [, found] =
    URL_CREDENTIALS.exec(text) ??
    ORACLE_CREDENTIALS.exec(text) ??
    (ADDRESS.test(text) ? FIELD_CREDENTIALS.exec(text) : null) ??
    BEARER.exec(text) ??
    SIGNED_JSON.exec(text) ??
    basicCredentials(text) ??
    [];
  return found;
}

/** The credentials of `Basic`: a user and a password in base64. In a text such as `Basic edition` it is an ordinary word. */
function basicCredentials(text: string): RegExpExecArray | null {
  const found = BASIC.exec(text);
  return found?.[1] !== undefined && /^[ -~]*:[ -~]*$/.test(decodedBase64(found[1])) ? found : null;
}

function decodedBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function hasSecretName(name: string, isNumber: boolean): boolean {
  const words = wordsOf(name);
  if (words.length === 0 || ABOUT.has(words.at(-1) ?? '')) return false;
  return (
    (!isNumber && words.length === 1 && words[0] === 'key') ||
    words.some((word) => SECRET_WORDS.has(word) || COMPOUND.test(word) || (!isNumber && SECRET_WORDS_OF_TEXT.has(word))) ||
    SECRET_KEY.test(words.join(' '))
  );
}

/** The words of a name in lower case, without numbers at their ends. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
