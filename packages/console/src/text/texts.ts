/**
 * The texts of the languages other than English. Each has two files: `start.json` for the first page and what all pages show, and `pages.json` for the
 * rest. A browser loads those of its own language only.
 */
import type { Language } from './languages.ts';
import { formatMessage, type AnyMessage, type Messages, type ValuesOf } from './messages.ts';
import { sharedMessages } from './shared-messages.ts';

/** The texts of sections by key. */
type Translations = Readonly<Record<string, Readonly<Record<string, AnyMessage>>>>;
/** The texts of the first page, or those of all others. */
export type TextsPart = 'start' | 'pages';

const FILES: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<TextsPart, () => Promise<{ default: Translations }>>>>> = {
  de: {
    start: () => import('./de/start.json', { with: { type: 'json' } }),
    pages: () => import('./de/pages.json', { with: { type: 'json' } }),
  },
  fr: {
    start: () => import('./fr/start.json', { with: { type: 'json' } }),
    pages: () => import('./fr/pages.json', { with: { type: 'json' } }),
  },
  ja: {
    start: () => import('./ja/start.json', { with: { type: 'json' } }),
    pages: () => import('./ja/pages.json', { with: { type: 'json' } }),
  },
};

const loaded = new Map<Language, Translations>();

/** Loads texts of a language. Rejects if the server does not send them. */
export async function loadTexts(language: Language, part: TextsPart): Promise<void> {
  if (language === 'en') return;
  // The browser keeps what it has loaded.
  const { default: texts } = await FILES[language][part]();
  loaded.set(language, { ...loaded.get(language), ...texts });
}

type SharedKey = keyof typeof sharedMessages.texts;
type KeysOf<M extends Messages> = keyof M['texts'] & string;

/** A function that returns the text of a message by its key: a message of a section, or a shared one. */
export type TextOf<M extends Messages> = <Key extends KeysOf<M> | SharedKey>(
  key: Key,
  ...values: ValuesOf<Key extends KeysOf<M> ? M['texts'][Key] : Key extends SharedKey ? (typeof sharedMessages.texts)[Key] : never>
) => string;

/** Returns the text function for messages, or for the shared ones. While the texts of the language are not loaded, it answers in English. */
export function textIn<M extends Messages = typeof sharedMessages>(language: Language, messages?: M): TextOf<M> {
  return (key, ...values) => {
    const { section, texts }: Messages = messages && key in messages.texts ? messages : sharedMessages;
    return formatMessage(language, loaded.get(language)?.[section]?.[key] ?? texts[key] ?? '', values[0]);
  };
}
