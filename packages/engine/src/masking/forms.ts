/** In which forms a secret may stand in what a task writes. */

/** Values of fewer characters are not masked: they stand in innocent text everywhere, and to hide them would tell more than it hides. */
export const MIN_CHARACTERS = 4;
/** Shorter lines of a secret of several lines are hidden only together with the others. */
const MIN_LINE_CHARACTERS = 8;
/** The longest part that is searched for as a whole: a longer form is found by its parts, so that little has to be held back. */
const PART_BYTES = 1024;
/** Of larger secrets only the forms are known that keep what has to be searched for at a few times their size. */
const ALL_FORMS_CHARACTERS = 8 * 1024;
const MIN_BASE64 = 8;

const LINE_END = /\r\n|\r|\n/g;
/** The first and last line of a key is in every key. */
const ARMOR = /^-----(?:BEGIN|END) [^-]*-----$/;

/**
 * What to look for so that these values are found in all their forms. What is around a value, such as a line feed at its end, is not looked for.
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
  const all = value.length <= ALL_FORMS_CHARACTERS;
  const lines = core.split(LINE_END).map((line) => line.trim());
  const texts = lines.length === 1 ? [core] : [...lineEndings(core), ...lines.filter(isTelling)];
  return [
    ...texts.flatMap((text) => (all ? escaped(text) : [text, jsonOf(text)])),
    ...[...lineEndings(value), ...lineEndings(core)].flatMap((text) => base64Of(Buffer.from(text), all)),
  ];
}

function isTelling(line: string): boolean {
  return Array.from(line).length >= MIN_LINE_CHARACTERS && !ARMOR.test(line);
}

function lineEndings(text: string): string[] {
  return [text, text.replace(LINE_END, '\n'), text.replace(LINE_END, '\r\n')];
}

/** As programs write a text into JSON, source text, XML and addresses. */
function escaped(text: string): string[] {
  const json = jsonOf(text);
  const jsons = [
    json,
    jsonOf(json),
    json.replaceAll('/', '\\/'),
    // As JavaScript and Python show a text between single quotes, and as a shell quotes a backslash.
    json.replaceAll('\\"', '"'),
    text.replaceAll('\\', '\\\\'),
    // Python leaves no character beyond ASCII, Go none that HTML knows, Gson two more.
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

/** What encoders leave as it is: those of JavaScript (for a part, and for a whole address), of RFC 3986 with and without the slash, and of forms. */
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

/** As base64 by itself, in lines as mail and keys have it, and within that of a longer text such as `user:password`. */
function base64Of(bytes: Buffer, all: boolean): string[] {
  const padded = bytes.toString('base64');
  const whole = padded.replaceAll('=', '');
  const forms = [padded, whole];
  if (all) {
    for (const width of [64, 76]) {
      if (whole.length <= width) continue;
      const lines = padded.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
      forms.push(lines.join('\n'), lines.join('\r\n'), ...lines.filter((line) => line.length >= MIN_BASE64));
    }
    for (const before of [0, 1, 2]) {
      const within = Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .replaceAll('=', '');
      // The characters at both ends depend on the neighbours too.
      const own = within.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
      if (own.length >= MIN_BASE64) forms.push(own);
    }
  }
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function partsOf(form: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < form.length; from += PART_BYTES) {
    // The last part begins early enough to be as long as the others: a short one would be found in innocent text.
    const begin = Math.max(0, Math.min(from, form.length - PART_BYTES));
    parts.push(form.subarray(begin, begin + PART_BYTES));
  }
  return parts;
}
