/** The setting that names a file with certificates of authorities. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartError } from '../base/start-error.ts';

const NAME = 'MILLRACE_WEBHOOK_CA';
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the certificates of the file; undefined without the setting. Throws a `StartError` where the file has none. */
export function readAuthoritiesSetting(environment: Record<string, string | undefined>): string | undefined {
  const file = environment[NAME];
  if (!file) return undefined;
  try {
    const certificates = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
    const parsed = certificates.map((certificate) => new X509Certificate(certificate));
    if (parsed.length > 0) return parsed.map((one) => one.toString()).join('');
  } catch {
    // The same message as for a file without certificates.
  }
  throw new StartError(`${NAME} is '${file}': set it to a file with certificates of authorities in PEM form.`);
}
