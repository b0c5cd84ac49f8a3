/** The version of this program. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };

/** The version of this program, from its package. */
export const programVersion = (): string => version;
