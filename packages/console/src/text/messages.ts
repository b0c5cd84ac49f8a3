/** Messages: the texts of the console in all its languages. */
import { numberFormat } from './formats.ts';
import type { Language } from './languages.ts';

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

/** English texts by key. */
type Texts = Readonly<Record<string, AnyMessage>>;

/** The messages of one part of the console: the name of their section in the translations, and the English texts. */
export type Messages<English extends Texts = Texts> = { readonly section: string; readonly texts: English };

/** Declares messages by their English texts. The other languages have theirs in `src/text/<language>`, in a section with this name. */
export const defineMessages = <const English extends Texts>(section: string, texts: English): Messages<English> => ({ section, texts });

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

function formOf(language: Language, count: number): Intl.LDMLPluralRule {
  const cached = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, cached);
  return cached.select(count);
}
