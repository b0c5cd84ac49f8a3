/** The built-in semantic types as data: an expression, a dictionary or a function each. The order decides between types that fit equally well. */
import { isAddress } from '../../../core/base/addresses.ts';

/** A meaning of values, and the check whether a value has it. */
export type SemanticCheck = { name: string; description: string; fits(text: string): boolean };

// ISO 3166-1.
const COUNTRIES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI
  CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
  HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
  SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS
  YE YT ZA ZM ZW`.split(/\s+/);

/** The languages in which names of countries are known. */
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl'];

/** A date of the calendar in the order year, month, day. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isDate(text: string): boolean {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (iso) return isDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!written) return false;
  const [first, second, year] = [Number(written[1]), Number(written[3]), Number(written[4])];
  return isDay(year, second, first) || (written[2] === '/' && isDay(year, first, second));
}

const byExpression =
  (expression: RegExp) =>
  (text: string): boolean =>
    expression.test(text);

const byDictionary = (words: Iterable<string>): ((text: string) => boolean) => {
  const known = new Set(Array.from(words, foldCase));
  return (text) => known.has(foldCase(text));
};

/** The normalised form in which words of dictionaries are compared, in any letter case. */
export const foldCase = (text: string): string => text.trim().toLowerCase();

const countryNames = (): string[] =>
  LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return COUNTRIES.map((code) => names.of(code) ?? code);
  });

/** No expression has a repetition within a repetition, so that its time is linear. */
export const BUILT_IN_TYPES: readonly SemanticCheck[] = [
  {
    name: 'email',
    description: 'Mail address',
    fits: byExpression(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/),
  },
  {
    name: 'url',
    description: 'Address of a page or a service',
    fits: byExpression(/^(?:https?|ftp|s3|file|jdbc:[a-z]+):\/\/[^\s/?#]+[^\s]*$/i),
  },
  { name: 'uuid', description: 'UUID', fits: byExpression(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i) },
  { name: 'iban', description: 'Number of a bank account, with check digits', fits: isIban },
  { name: 'card_number', description: 'Number of a payment card, with its check digit', fits: isCardNumber },
  { name: 'ip_address', description: 'Address of IPv4 or IPv6', fits: isAddress },
  { name: 'mac_address', description: 'Address of a network card', fits: byExpression(/^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i) },
  { name: 'date', description: 'Day of the calendar, with or without a time', fits: isDate },
  {
    name: 'country_code',
    description: 'Country by ISO 3166-1, two letters',
    fits: byExpression(new RegExp(`^(?:${COUNTRIES.join('|')})$`)),
  },
  { name: 'currency_code', description: 'Currency by ISO 4217', fits: byDictionary(Intl.supportedValuesOf('currency')) },
  { name: 'country', description: 'Name of a country', fits: byDictionary(countryNames()) },
  {
    name: 'phone',
    description: 'Phone number',
    fits: byExpression(/^(?:\+|00)[1-9][\d ().-]{6,20}$|^\(?0\d{1,5}\)?[ /-][\d -]{4,15}$|^\(?\d{3}\)?[ -]\d{3}-\d{4}$/),
  },
  {
    name: 'postal_code',
    description: 'Postal code of Europe or North America',
    fits: byExpression(
      /^(?:\d{5}(?:-\d{4})?|\d{4} ?[A-Z]{2}|\d{3} \d{2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{2}-\d{3})$/i,
    ),
  },
];

/** Returns whether a text is an IBAN with valid check digits (ISO 13616): with the first four characters at the end, the number modulo 97 is 1. */
function isIban(text: string): boolean {
  // Most texts end here, before the expensive part.
  if (!/^[A-Za-z] *[A-Za-z] *\d/.test(text)) return false;
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4))
    for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Returns whether a text is the number of a payment card with a valid check digit (Luhn, ISO/IEC 7812). */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((all, value) => all + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
