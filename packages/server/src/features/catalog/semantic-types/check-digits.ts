/** Numbers with check digits. */

/** Returns whether a text is an IBAN with valid check digits (ISO 13616): with the first four characters at the end, the number modulo 97 is 1. */
export function isIban(text: string): boolean {
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
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((all, value) => all + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
