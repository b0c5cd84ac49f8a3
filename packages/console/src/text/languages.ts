/** The languages of the console. */
export const LANGUAGES = ['en', 'de', 'fr', 'ja'] as const;
/** A language of the console. */
export type Language = (typeof LANGUAGES)[number];
/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', ja: '日本語' };
