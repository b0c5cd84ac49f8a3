/** The format of versions. */

const THREE_NUMBERS = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;
const TWO_NUMBERS = /^\d{1,9}\.\d{1,9}$/;
const PUBLISHED = /^\d{1,9}\.\d{1,9}\.\d{1,9}\.\d{14}$/;

/** The default version of an artifact, where neither the request nor the bundle has a version. */
export const FIRST_VERSION = '0.1.0';

/** Appends a third number to the two numbers of a version of a job archive; returns other texts unchanged. */
export const completeVersion = (version: string): string => (TWO_NUMBERS.test(version) ? `${version}.0` : version);

/** Returns whether a version can be published: three numbers, with or without the published suffix. */
export const isVersion = (version: string): boolean => THREE_NUMBERS.test(version) || PUBLISHED.test(version);

/**
 * Appends the published suffix to `x.y.z`: `.<yyyyMMddHHmmss>`, in UTC, of the first second that no version in `taken` has. The samples in the documents
 * have the day before the month and hours from 1 to 12; no known client reads the date of a version. The caller has locked the artifact, so that no
 * other publication takes the same second.
 * @rule artifacts.publish.suffix
 * @rule artifacts.publish.same-second
 */
export function publishedVersion(version: string, at: Date, taken: readonly { version: string }[] = []): string {
  if (!THREE_NUMBERS.test(version)) return version;
  const versions = new Set(taken.map((one) => one.version));
  for (let second = at.getTime(); ; second += 1000) {
    const published = `${version}.${new Date(second).toISOString().slice(0, 19).replaceAll(/\D/g, '')}`;
    if (!versions.has(published)) return published;
  }
}

/** Returns whether a version is three numbers without the published suffix. */
export const isShortVersion = (version: string): boolean => THREE_NUMBERS.test(version);
