/** The names of imported objects. */
import { addressKey, addressLabel, type EstateAddress } from '../model/address.ts';
import { shortDigest } from '../model/places.ts';
import type { ImportReport } from './import-report.ts';

const MAX_LENGTH = 255;
/** Characters that stay free at the end of a long name for a number or a digest. */
const SUFFIX_LENGTH = 10;
// PostgreSQL cannot store NUL, UTF-8 cannot encode half of a surrogate pair, and control characters are not seen.
// oxlint-disable-next-line no-control-regex -- these are the characters to replace
const UNUSABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

/** Gives each object a name that the server accepts and that no other object of its kind has in the same place. */
export class ImportNames {
  readonly #taken = new Set<string>();
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /**
   * Returns the address of an object, takes its name, and reports a name that had to be changed. Objects come in the order of their ids, so that a repeat
   * gives the same names.
   */
  takeAddress(
    noun: EstateAddress['noun'],
    parents: readonly string[],
    name: string | undefined,
    id: string,
    maximum = MAX_LENGTH,
  ): EstateAddress {
    const usable = usableName(name, `${noun} ${id}`, maximum);
    const addressNamed = (text: string): EstateAddress => ({ noun, names: [...parents, text] });
    let address = addressNamed(usable);
    for (let number = 2; this.#taken.has(addressKey(address)); number += 1)
      address = addressNamed(`${cut(usable, maximum - SUFFIX_LENGTH)} (${number})`);
    this.#taken.add(addressKey(address));
    if (usable !== (name ?? ''))
      this.#report.add(
        'names',
        addressLabel(address),
        `The name in the account (id ${id}) is missing, too long, or has characters that cannot be used.`,
        'Rename it in the account and import again, or choose another name in the file.',
      );
    else if (address.names.at(-1) !== usable)
      this.#report.add(
        'names',
        addressLabel(address),
        `Another ${noun} of this place is called ${JSON.stringify(usable)}, too; this one has the id ${id}.`,
        'Rename one of them in the account and import again, or keep the number.',
      );
    return address;
  }
}

function usableName(name: string | undefined, fallback: string, maximum: number): string {
  const text = (name ?? '').replaceAll(UNUSABLE, ' ');
  if (text.trim() === '') return fallback;
  return [...text].length > maximum ? `${cut(text, maximum - SUFFIX_LENGTH)} ${shortDigest(text)}` : text;
}

const cut = (text: string, maximum: number): string => [...text].slice(0, maximum).join('');
