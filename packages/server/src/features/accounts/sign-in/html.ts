/** HTML: texts are escaped unless they are HTML already. */

/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Part = string | number | Html | undefined | false | readonly Html[];

/** Builds HTML. Values are escaped; pieces of HTML, and lists of them, are inserted; undefined and false give nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + textOf(parts[index])).join(''));

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
