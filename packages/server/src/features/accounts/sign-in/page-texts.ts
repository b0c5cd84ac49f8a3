/**
 * The texts of the pages for signing in, in the language that the browser asks for, and of the mails with links, in the language of their recipients.
 */
import type { PageCall } from '../../../core/http/page.ts';
import { GERMAN_PAGE_TEXTS } from './page-texts-de.ts';
import { ENGLISH_PAGE_TEXTS, type PageText } from './page-texts-en.ts';
import { FRENCH_PAGE_TEXTS } from './page-texts-fr.ts';
import { JAPANESE_PAGE_TEXTS } from './page-texts-ja.ts';

/** Returns the texts of a page by their names. `language` is the language of the page. */
export type PageTexts = ((text: PageText, values?: Readonly<Record<string, string | number>>) => string) & { language: PageLanguage };

/**
 * The first supported language in `Accept-Language`, by its weights; English without one. A part such as `de-CH` counts as its language.
 * @rule sign-in.page.language
 */
export function pageLanguageOf(accepted: string | undefined): PageLanguage {
  const wanted = (accepted ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((element) => element.trim());
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { language: tag.split('-')[0]?.toLowerCase(), weight: weight > 0 && weight <= 1 ? weight : 0 };
  });
  const [first] = wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((first, second) => second.weight - first.weight)
    .flatMap(({ language }) => PAGE_LANGUAGES.filter((supported) => supported === language));
  return first ?? 'en';
}

/** The texts in a language. */
export function textsIn(language: PageLanguage): PageTexts {
  const text = (name: PageText, values: Readonly<Record<string, string | number>> = {}): string =>
    PAGE_TEXTS[language][name].replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
  return Object.assign(text, { language });
}

/** The texts for the browser of a call. */
export const textsFor = ({ header }: Pick<PageCall, 'header'>): PageTexts => textsIn(pageLanguageOf(header('accept-language')));

/** The text after too many tries. */
export const tooOftenText = (text: PageTexts, seconds: number): string =>
  seconds < 60 ? text('tooOftenSeconds', { wait: seconds }) : text('tooOftenMinutes', { wait: Math.ceil(seconds / 60) });

/** The texts of these pages by their languages. */
export const PAGE_TEXTS = {
  en: ENGLISH_PAGE_TEXTS,
  de: GERMAN_PAGE_TEXTS,
  fr: FRENCH_PAGE_TEXTS,
  ja: JAPANESE_PAGE_TEXTS,
} as const satisfies Readonly<Record<string, Readonly<Record<PageText, string>>>>;

/** A language of these pages. */
export type PageLanguage = keyof typeof PAGE_TEXTS;

const PAGE_LANGUAGES = Object.keys(PAGE_TEXTS) as PageLanguage[];
