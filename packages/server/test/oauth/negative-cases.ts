/** The table of negative cases: the changes of a good request, and the expected refusals. */
import { readFileSync } from 'node:fs';
import { PROOFS, REQUESTS, type ProofName, type RequestName } from './requests.ts';

/** One row of the table. */
export type NegativeCase = {
  requests: readonly RequestName[];
  proofs: readonly ProofName[];
  /** A field of the request; `*` stands for each field. */
  field: string;
  change: string;
  status: number;
  error: string;
  standard: string;
};

const names = <Name extends string>(text: string, all: readonly Name[]): readonly Name[] => {
  const found = text === '*' ? all : all.filter((name) => text.split(',').includes(name));
  if (text !== '*' && found.length !== text.split(',').length) throw new Error(`negative-cases.tsv: ${text} has an unknown name`);
  return found;
};

/** Reads the table. */
export function readNegativeCases(): NegativeCase[] {
  const [, ...lines] = readFileSync(new URL('negative-cases.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [requests = '', proofs = '', field = '', change = '', status = '', error = '', standard = ''] = line.split('\t');
    return { requests: names(requests, REQUESTS), proofs: names(proofs, PROOFS), field, change, status: Number(status), error, standard };
  });
}
