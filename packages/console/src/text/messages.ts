/** Messages: the texts of the console in all its languages. */

/** The languages of the console. */
export const LANGUAGES = ['en', 'de'] as const;
/** A language of the console. */
export type Language = (typeof LANGUAGES)[number];

/** A text in several plural forms; its value `count` selects the form. */
type PluralMessage = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };
/** A text; names in braces stand for values. */
export type AnyMessage = string | PluralMessage;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Text> = Text extends string
  ? NamesIn<Text>
  : Text extends { readonly other: infer Other extends string }
    ? 'count' | NamesIn<Other>
    : never;

/** The values of a message, as the second argument of its function: none if it has no names. */
export type ValuesOf<Text> = [NamesOf<Text>] extends [never] ? [] : [values: Record<NamesOf<Text>, string | number>];

/** A message: its texts in the order of `LANGUAGES`. All have plural forms, or none. */
type MessageRow = readonly [en: string, de: string] | readonly [en: PluralMessage, de: PluralMessage];

/** The messages of one part of the console, by language. */
type Messages<Rows extends Readonly<Record<string, MessageRow>>> = {
  readonly en: { readonly [Key in keyof Rows]: Rows[Key][0] };
  readonly de: { readonly [Key in keyof Rows]: Rows[Key][1] };
};

/** Declares messages: each one has its English and its German text side by side. */
export function defineMessages<const Rows extends Readonly<Record<string, MessageRow>>>(rows: Rows): Messages<Rows> {
  const textsAt = (column: number) => Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row[column]]));
  return Object.fromEntries(LANGUAGES.map((language, column) => [language, textsAt(column)])) as Messages<Rows>;
}

/** Returns the text of a message. Numbers are in the format of the language. */
export function formatMessage(language: Language, message: AnyMessage, values: Readonly<Record<string, string | number>> = {}): string {
  const text = typeof message === 'string' ? message : (message[formOf(language, Number(values['count']))] ?? message.other);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numberFormat(language).format(value) : withoutOverrides(value);
  });
}

/** A text without characters that change the direction of what follows them. Names may contain them, and would otherwise reverse the words around them. */
export const withoutOverrides = (text: string): string => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');

const rules = new Map<Language, Intl.PluralRules>();
const numbers = new Map<Language, Intl.NumberFormat>();

function formOf(language: Language, count: number): Intl.LDMLPluralRule {
  const cached = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, cached);
  return cached.select(count);
}

/** The format of numbers in a language. */
export function numberFormat(language: Language): Intl.NumberFormat {
  const cached = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, cached);
  return cached;
}

let region: string | undefined;

/** The locale of dates and times: the language of the page, and the region of the browser, which decides on the order of a date and on 24 hours. */
export const regionalLocale = (language: Language): string =>
  `${language}-${(region ??= new Intl.Locale(navigator.language).maximize().region ?? 'US')}`;

/** A part of a whole, from 0 to 1, as a percentage. */
export const percentText = (part: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part);
