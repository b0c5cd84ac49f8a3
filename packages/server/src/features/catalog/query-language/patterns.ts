/**
 * Turns the patterns of `complies` and `wordComplies`, and the simplest regular expressions, into expressions of PostgreSQL. They have classes and
 * no groups, so that their time is linear.
 */
import { escapeLike } from '../../../core/database/sql.ts';

const DIGIT = '0-9０-９';
const LOWER = 'a-zß-öø-ÿａ-ｚ';
const UPPER = 'A-ZÀ-ÖØ-ÞＡ-Ｚ';
const HIRAGANA = 'ぁ-ゖゝ-ゟ';
const HALF_KATAKANA = 'ｦ-ﾟ';
const KATAKANA = 'ァ-ヺー-ヿ';
const KANJI = '㐀-䶿一-鿿豈-﫿';
const HANGUL = '가-힣ᄀ-ᇿ㄰-㆏';

/** The letters of `complies`. */
const LETTERS: Readonly<Record<string, string>> = {
  9: DIGIT,
  a: LOWER,
  A: UPPER,
  H: HIRAGANA,
  k: HALF_KATAKANA,
  K: KATAKANA,
  C: KANJI,
  G: HANGUL,
};

/** The words of `wordComplies`. */
const WORDS: Readonly<Record<string, string>> = {
  '[word]': `[${LOWER}]{2,}`,
  '[Word]': `[${UPPER}][${LOWER}]+`,
  '[WORD]': `[${UPPER}]{2,}`,
  '[char]': `[${LOWER}]`,
  '[Char]': `[${UPPER}]`,
  '[digit]': `[${DIGIT}]`,
  '[number]': `[${DIGIT}]{2,}`,
  '[alnum]': `[${LOWER}${UPPER}${DIGIT}]{2,}`,
  '[Ideogram]': `[${KANJI}]`,
  '[IdeogramSeq]': `[${KANJI}]{2,}`,
  '[hangul]': `[${HANGUL}]`,
  '[hangulSeq]': `[${HANGUL}]{2,}`,
  '[hira]': `[${HIRAGANA}]`,
  '[hiraSeq]': `[${HIRAGANA}]{2,}`,
  '[kata]': `[${HALF_KATAKANA}${KATAKANA}]`,
  '[kataSeq]': `[${HALF_KATAKANA}${KATAKANA}]{2,}`,
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\{}]/g, String.raw`\$&`);

/** The expression of a pattern of `complies`, for the whole value. */
export const charactersExpression = (pattern: string): string =>
  `^${Array.from(pattern, (one) => (LETTERS[one] === undefined ? escaped(one) : `[${LETTERS[one]}]`)).join('')}$`;

/** The expression of a pattern of `wordComplies`, for the whole value. */
export const wordsExpression = (pattern: string): string =>
  `^${pattern
    .split(/(\[[A-Za-z]+\])/)
    .map((part) => WORDS[part] ?? escaped(part))
    .join('')}$`;

const SIMPLE = /\\[.*+?^$()|[\]\\{}]|\.[*+]?|[^.*+?^$()|[\]\\{}]/gu;
const LONGEST_SIMPLE = 200;
const WILDCARDS: Readonly<Record<string, string>> = { '.': '_', '.*': '%', '.+': '_%' };

/** The pattern of `like` for a regular expression of texts, `.`, `.*` and `.+`, so that the database itself can compare; undefined for any other. */
export function likeExpression(pattern: string): string | undefined {
  if (pattern.length > LONGEST_SIMPLE) return undefined;
  const parts = pattern.match(SIMPLE) ?? [];
  if (parts.join('') !== pattern) return undefined;
  return parts.map((part) => WILDCARDS[part] ?? escapeLike(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)).join('');
}
