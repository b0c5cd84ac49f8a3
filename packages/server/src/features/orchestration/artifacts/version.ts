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
 * The version under which `x.y.z` is published at a moment: with the suffix `.<yyyyddMMhhmmss>`, in UTC. The day stands before the month and the
 * hour counts to twelve, as clients of this API know it; so versions are ordered by their creation and never by their text.
 * @rule artifacts.publish.suffix
 */
export function publishedVersion(version: string, at: Date): string {
  if (!THREE_NUMBERS.test(version)) return version;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getUTCFullYear()}${two(at.getUTCDate())}${two(at.getUTCMonth() + 1)}`;
  return `${version}.${day}${two(at.getUTCHours() % 12 || 12)}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}`;
}
