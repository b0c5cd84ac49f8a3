/**
 * Logins and email addresses that look like another one, or show nothing of what they contain. The rules are those of PRECIS (RFC 8264 and 8265,
 * UsernameCaseMapped), and of mixed alphabets (Unicode UTS 39). A name that is stored already stays until it is changed.
 */
import { conflict, invalid } from '../../../core/base/problem.ts';

/** RFC 8265 allows the joiners U+200C and U+200D in some words of some scripts. They are refused, because most programs show nothing for them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cf}]/u;

/** Characters that are no letter, mark or digit of any script and no visible one of ASCII; and letters that RFC 5892, section 2.6, excludes. */
const DISALLOWED =
  /[^\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}!-~\u06FD\u06FE\u0F0B\u3007]|[\u0640\u07FA\u302E\u302F\u3031-\u3035\u303B]/u;
/** Parts of Korean syllables (RFC 8264, section 9.9): programs compose them. */
const OLD_HANGUL = /[\u1100-\u11FF\uA960-\uA97C\uD7B0-\uD7FB]/u;
/** A second dot above a letter that has a dot: readers do not see it. */
const SECOND_DOT = /(?<=\p{Soft_Dotted})\u0307/u;

/** Alphabets with letters of the same form. No word is written in two of them. */
const ALPHABETS: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/u,
  Greek: /\p{Script=Greek}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Coptic: /\p{Script=Coptic}/u,
  // RFC 5892, appendices A.8 and A.9.
  'Arabic digits': /[\u0660-\u0669]/u,
  'extended Arabic digits': /[\u06F0-\u06F9]/u,
};

const codePoint = (character: string): string => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns what is wrong with a name and what to do; undefined if nothing is wrong. */
function faultOf(name: string): string | undefined {
  const [invisible] = INVISIBLE.exec(name) ?? [];
  if (invisible !== undefined) return `contains the invisible character ${codePoint(invisible)}: remove it.`;
  const form = name.normalize('NFKC');
  if (form !== name) return `has characters in another form, for example of full width: write '${form.slice(0, 100)}' (Unicode NFKC).`;
  const [disallowed] = DISALLOWED.exec(name) ?? OLD_HANGUL.exec(name) ?? SECOND_DOT.exec(name) ?? [];
  if (disallowed !== undefined)
    return `contains the character ${codePoint(disallowed)}: use only letters, digits and the signs of ASCII (RFC 8265).`;
  for (const word of name.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const mixed = Object.keys(ALPHABETS).filter((alphabet) => ALPHABETS[alphabet]?.test(word));
    if (mixed.length > 1) return `mixes ${mixed.join(' and ')} in one word: write the word in one alphabet.`;
  }
  return undefined;
}

/** The login and the email address of an account. */
type SignInNames = { login: string; email: string };

/**
 * Refuses a new login or email address that can be taken for another one; those that do not change stay.
 * @rule users.create.look-alike
 */
export function requireClearNames({ login, email }: SignInNames, known?: SignInNames): void {
  const inLogin = login === known?.login ? undefined : faultOf(login);
  if (inLogin !== undefined) throw invalid('login_refused', `The login ${inLogin}`);
  const inEmail = email === known?.email ? undefined : faultOf(email);
  if (inEmail !== undefined) throw invalid('email_refused', `The email address ${inEmail}`);
}

/**
 * Refuses a new login that differs from an older one only in form: older versions accepted all forms.
 * @rule users.create.look-alike
 */
export function requireNoSameForm(others: readonly unknown[]): void {
  if (others.length > 0)
    throw conflict('login_taken', 'There is an account with that login in another Unicode form: choose another login.');
}
