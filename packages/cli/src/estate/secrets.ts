import { LineCounter, parseDocument } from 'yaml';

import { Failure } from '../failure.ts';
import { readUsedFile } from '../parameters.ts';
import type { Shell } from '../shell.ts';
import type { SecretLookup } from './compare.ts';
import { hasFields } from './model/places.ts';

/** Finds secrets in the file of the command, then in the environment. The file contains a text for each name, as YAML or JSON. */
export async function openSecrets(file: string | undefined, shell: Pick<Shell, 'env' | 'workingFolder'>): Promise<SecretLookup> {
  const fileValues = file === undefined ? {} : parseSecrets(await readUsedFile(file, shell), file);
  // A name such as constructor must not find an inherited property.
  return (variable) => [fileValues, shell.env].find((values) => Object.hasOwn(values, variable))?.[variable];
}

/** Reads the names and texts. Error messages do not repeat the content of the file. */
function parseSecrets(text: string, file: string): Record<string, string> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new Failure('usage', `${file} is neither YAML nor JSON: see line ${line}, column ${col}.`);
  }
  const values: unknown = document.toJS();
  if (!hasFields(values)) throw new Failure('usage', `${file} must contain a text for each name, such as WAREHOUSE_PASSWORD: "…".`);
  const wrong = Object.entries(values).find(([, value]) => typeof value !== 'string');
  if (wrong) throw new Failure('usage', `${file}: ${JSON.stringify(wrong[0])} has to be a text. Put it in quotes.`);
  return values as Record<string, string>;
}
