/** The words of the sentences of triggers, in each language. */
import type { Language } from '../../text/languages.ts';

const ORDINALS: Readonly<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const GERMAN_ORDINALS = ['', 'ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];
const FRENCH_ORDINALS = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième'];
const ENGLISH_ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/** The parts of sentences in a language. `months` are names, joined; `days` are those of a month. */
type Phrases = {
  comma: string;
  /** What stands between days and times. */
  blank: string;
  MANUAL: string;
  WEBHOOK: string;
  MULTIPLE: string;
  cron(expression: string): string;
  once(date: string): string;
  days(every: number): string;
  workdays(every: number): string;
  weeks(every: number, names: string): string;
  months(every: number, days: string, months: string | undefined): string;
  monthDay(day: number | 'last' | 'last-workday'): string;
  nth(nth: number | 'last', name: string): string;
  inMonths(months: string): string;
  at(times: string): string;
  minutes(count: number): string;
  hours(count: number): string;
  between(from: string, to: string): string;
  from(date: string): string;
};

/** The parts in each language. */
export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    comma: ', ',
    blank: ' ',
    MANUAL: 'only by hand',
    WEBHOOK: 'when its webhook is called',
    MULTIPLE: 'by the triggers of its schedule',
    cron: (expression) => `by the cron expression ${expression}`,
    once: (date) => `once on ${date}`,
    days: (every) => (every === 1 ? 'every day' : `every ${every} days`),
    workdays: (every) => (every === 1 ? 'every weekday' : `every ${every} weeks from Monday to Friday`),
    weeks: (every, names) => (every === 1 ? `every ${names}` : `every ${every} weeks on ${names}`),
    months: (every, days, months) => (every > 1 ? `every ${every} months on ${days}` : `on ${days} of ${months ?? 'every month'}`),
    monthDay: (day) =>
      day === 'last' ? 'the last day' : day === 'last-workday' ? 'the last weekday' : `the ${day}${ORDINALS[ordinals.select(day)]}`,
    nth: (nth, name) => `the ${nth === 'last' ? nth : ENGLISH_ORDINALS[nth]} ${name}`,
    inMonths: (months) => ` in ${months}`,
    at: (times) => `at ${times}`,
    minutes: (count) => (count === 1 ? 'every minute' : `every ${count} minutes`),
    hours: (count) => (count === 1 ? 'every hour' : `every ${count} hours`),
    between: (from, to) => ` from ${from} to ${to}`,
    from: (date) => `from ${date}`,
  },
  de: {
    comma: ', ',
    blank: ' ',
    MANUAL: 'nur von Hand',
    WEBHOOK: 'wenn der Webhook gerufen wird',
    MULTIPLE: 'nach den Auslösern des Zeitplans',
    cron: (expression) => `nach dem Cron-Ausdruck ${expression}`,
    once: (date) => `einmal am ${date}`,
    days: (every) => (every === 1 ? 'täglich' : `alle ${every} Tage`),
    workdays: (every) => (every === 1 ? 'werktags' : `alle ${every} Wochen von Montag bis Freitag`),
    weeks: (every, names) => (every === 1 ? `jeden ${names}` : `alle ${every} Wochen am ${names}`),
    months: (every, days, months) =>
      every > 1 ? `alle ${every} Monate am ${days}` : months ? `am ${days} im ${months}` : `am ${days} jedes Monats`,
    monthDay: (day) => (day === 'last' ? 'letzten Tag' : day === 'last-workday' ? 'letzten Werktag' : `${day}.`),
    nth: (nth, name) => `${nth === 'last' ? 'letzten' : GERMAN_ORDINALS[nth]} ${name}`,
    inMonths: (months) => ` im ${months}`,
    at: (times) => `um ${times}`,
    minutes: (count) => (count === 1 ? 'jede Minute' : `alle ${count} Minuten`),
    hours: (count) => (count === 1 ? 'jede Stunde' : `alle ${count} Stunden`),
    between: (from, to) => ` von ${from} bis ${to}`,
    from: (date) => `ab ${date}`,
  },
  fr: {
    comma: ', ',
    blank: ' ',
    MANUAL: 'uniquement à la main',
    WEBHOOK: 'quand son webhook est appelé',
    MULTIPLE: 'selon les déclencheurs de sa planification',
    cron: (expression) => `selon l’expression cron ${expression}`,
    once: (date) => `une fois, le ${date}`,
    days: (every) => (every === 1 ? 'chaque jour' : `tous les ${every} jours`),
    workdays: (every) => (every === 1 ? 'du lundi au vendredi' : `toutes les ${every} semaines, du lundi au vendredi`),
    weeks: (every, names) => (every === 1 ? `chaque ${names}` : `toutes les ${every} semaines, le ${names}`),
    months: (every, days, months) =>
      every > 1 ? `tous les ${every} mois, ${days}` : months ? `${days} de ${months}` : `${days} de chaque mois`,
    monthDay: (day) =>
      day === 'last' ? 'le dernier jour' : day === 'last-workday' ? 'le dernier jour ouvré' : day === 1 ? 'le 1er' : `le ${day}`,
    nth: (nth, name) => `le ${nth === 'last' ? 'dernier' : FRENCH_ORDINALS[nth]} ${name}`,
    inMonths: (months) => ` en ${months}`,
    at: (times) => `à ${times}`,
    minutes: (count) => (count === 1 ? 'chaque minute' : `toutes les ${count} minutes`),
    hours: (count) => (count === 1 ? 'chaque heure' : `toutes les ${count} heures`),
    between: (from, to) => ` de ${from} à ${to}`,
    from: (date) => `à partir du ${date}`,
  },
  ja: {
    comma: '、',
    blank: 'の',
    MANUAL: '手動のみ',
    WEBHOOK: 'Webhook の呼び出し時',
    MULTIPLE: 'スケジュールのトリガーによる',
    cron: (expression) => `cron 式 ${expression} による`,
    once: (date) => `${date}に1回`,
    days: (every) => (every === 1 ? '毎日' : `${every}日ごと`),
    workdays: (every) => (every === 1 ? '平日' : `${every}週間ごとの月曜日から金曜日`),
    weeks: (every, names) => (every === 1 ? `毎週${names}` : `${every}週間ごとの${names}`),
    months: (every, days, months) => (every > 1 ? `${every}か月ごとの${days}` : `${months ?? '毎月'}の${days}`),
    monthDay: (day) => (day === 'last' ? '最終日' : day === 'last-workday' ? '最終平日' : `${day}日`),
    nth: (nth, name) => `${nth === 'last' ? '最終' : `第${nth}`}${name}`,
    inMonths: (months) => `（${months}）`,
    at: (times) => times,
    minutes: (count) => (count === 1 ? '毎分' : `${count}分ごと`),
    hours: (count) => (count === 1 ? '毎時' : `${count}時間ごと`),
    between: (from, to) => `（${from}から${to}まで）`,
    from: (date) => `${date}から`,
  },
};
