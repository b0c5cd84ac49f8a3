/** The form of versions. */

const THREE_NUMBERS = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;
const TWO_NUMBERS = /^\d{1,9}\.\d{1,9}$/;
const PUBLISHED = /^\d{1,9}\.\d{1,9}\.\d{1,9}\.\d{14}$/;

/** The version of an artifact for which neither the call nor the bundle names one. */
export const FIRST_VERSION = '0.1.0';

/** Three numbers out of two, as job archives count their versions; any other text stays. */
export const completeVersion = (version: string): string => (TWO_NUMBERS.test(version) ? `${version}.0` : version);

/** Whether a text is a version that can be published: three numbers, with or without the published suffix. */
export const isVersion = (version: string): boolean => THREE_NUMBERS.test(version) || PUBLISHED.test(version);

/**
 * The version under which `x.y.z` is published at a moment: with the suffix `.<yyyyMMddHHmmss>`, in UTC. The published samples have the day before the
 * month and hours from 1 to 12; no known client reads a version for its date.
 * @rule artifacts.publish.suffix
 */
export const publishedVersion = (version: string, at: Date): string =>
  THREE_NUMBERS.test(version) ? `${version}.${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}` : version;

/** Whether a text names a version without the published suffix. */
export const isShortVersion = (version: string): boolean => THREE_NUMBERS.test(version);
