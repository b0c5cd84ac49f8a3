/** The forms in which a secret may appear in the output of a task: plain, escaped or encoded. */

/** Shorter values are not masked: they appear by chance in other text, so masks there would reveal the value. */
export const MIN_CHARACTERS = 4;
/** Shorter lines of a multi-line secret are masked only together with the other lines. */
const MIN_LINE_CHARACTERS = 8;
/** Longer forms are searched in parts of this size, so that the stream has to hold back fewer bytes. */
const PART_BYTES = 1024;
/** For larger secrets only a few forms are searched, so that the search strings stay within a few times the size of the secret. */
const ALL_FORMS_CHARACTERS = 8 * 1024;
/** Shorter pieces of an encoded secret appear by chance in other text. */
const MIN_ENCODED = 8;

const LINE_END = /\r\n|\r|\n/g;
/** The first and last lines of PEM keys, which are the same in every key. */
const ARMOR = /^-----(?:BEGIN|END) [^-]*-----$/;

/**
 * The byte strings to search for, so that these values are found in all their forms. White space around a value is ignored.
 * @rule execution-logs.secrets.forms
 */
export function formsOf(values: readonly string[]): Uint8Array[] {
  const forms = new Set<string>();
  for (const value of values) for (const form of formsOfValue(value.toWellFormed())) forms.add(form);
  const parts = new Map<string, Buffer>();
  for (const form of forms) for (const part of partsOf(Buffer.from(form))) parts.set(part.toString('latin1'), part);
  return [...parts.values()];
}

function formsOfValue(value: string): string[] {
  const core = value.trim();
  if (Array.from(core).length < MIN_CHARACTERS) return [];
  const allForms = value.length <= ALL_FORMS_CHARACTERS;
  const lines = core.split(LINE_END).map((line) => line.trim());
  const texts = lines.length === 1 ? [core] : [...lineEndings(core), ...lines.filter(isDistinctive)];
  return [
    ...texts.flatMap((text) => (allForms ? escaped(text) : [text, jsonOf(text)])),
    ...[...lineEndings(value), ...lineEndings(core)].flatMap((text) => base64Of(Buffer.from(text), allForms)),
    ...(allForms ? lineEndings(core).flatMap((text) => hexadecimalOf(Buffer.from(text))) : []),
  ];
}

function isDistinctive(line: string): boolean {
  return Array.from(line).length >= MIN_LINE_CHARACTERS && !ARMOR.test(line);
}

function lineEndings(text: string): string[] {
  return [text, text.replace(LINE_END, '\n'), text.replace(LINE_END, '\r\n')];
}

/** The forms of a text in JSON, source code, XML and URLs. */
function escaped(text: string): string[] {
  const json = jsonOf(text);
  const jsons = [
    json,
    jsonOf(json),
    json.replaceAll('/', '\\/'),
    // JavaScript and Python between single quotes; backslashes escaped as in a shell.
    json.replaceAll('\\"', '"'),
    text.replaceAll('\\', '\\\\'),
    // Python escapes all characters beyond ASCII, Go escapes <, > and &, and Gson also = and '.
    ...[/[^ -~]/g, /[<>&]/g, /[<>&'=]/g].flatMap((characters) => [
      json.replace(characters, unicodeEscape),
      json.replace(characters, (character) => unicodeEscape(character).toUpperCase().replace('\\U', '\\u')),
    ]),
  ];
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = xml.replaceAll('"', '&quot;');
  const xmls = [xml, quoted, quoted.replaceAll("'", '&apos;'), quoted.replaceAll("'", '&#39;')];
  const addresses = URL_CHARACTERS.flatMap((kept) => {
    const percent = percentEncoded(text, kept);
    return [percent, percent.replaceAll('%20', '+')];
  });
  return [text, ...jsons, ...xmls, ...addresses, ...addresses.map((one) => one.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

/** Characters that URL encoders do not encode: encodeURIComponent, encodeURI, RFC 3986 without and with the slash, and HTML forms. */
const URL_CHARACTERS = [/[\w.!~*'()-]/, /[\w.!~*'();,/?:@&=+$#-]/, /[\w.~-]/, /[\w.~/-]/, /[\w.*-]/];

function percentEncoded(text: string, kept: RegExp): string {
  let encoded = '';
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte);
    encoded += byte < 128 && kept.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

function jsonOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The base64 forms of a text: on its own, in lines of 64 or 76 characters as in keys and mail, and within a longer text such as `user:password`. */
function base64Of(bytes: Buffer, allForms: boolean): string[] {
  const padded = bytes.toString('base64');
  const whole = padded.replaceAll('=', '');
  const forms = [padded, whole];
  if (allForms) {
    for (const width of [64, 76]) forms.push(...inLines(padded, width));
    for (const before of [0, 1, 2]) {
      const within = Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .replaceAll('=', '');
      // The characters at both ends also depend on the neighbouring bytes, so they are left out.
      const own = within.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
      if (own.length >= MIN_ENCODED) forms.push(own);
    }
  }
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The hexadecimal forms of a text: in small and in capital letters, on its own and in the lines of `xxd -p`. */
function hexadecimalOf(bytes: Buffer): string[] {
  const whole = bytes.toString('hex');
  return [whole, ...inLines(whole, 60)].flatMap((form) => [form, form.toUpperCase()]);
}

/** An encoded text in lines of a width: the lines together, and each of them, so that lines between other text are found, too. */
function inLines(text: string, width: number): string[] {
  if (text.length <= width) return [];
  const lines = text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return [lines.join('\n'), lines.join('\r\n'), ...lines.filter((line) => line.length >= MIN_ENCODED)];
}

function partsOf(form: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < form.length; from += PART_BYTES) {
    // The last part begins earlier, so that it is as long as the others: a short part would match other text by chance.
    const begin = Math.max(0, Math.min(from, form.length - PART_BYTES));
    parts.push(form.subarray(begin, begin + PART_BYTES));
  }
  return parts;
}
