/** Versions of artifacts: their format, and the refusals of unknown and ambiguous ones. */
import { invalid, namesAndMore, Problem } from '../../../core/base/problem.ts';

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

/**
 * Builds the refusal of a version that the artifact does not have.
 * @rule artifacts.get.version
 */
export const unknownVersion = (artifact: string, version: string): Problem =>
  new Problem(404, 'artifact_version_unknown', `Version '${version}' of artifact '${artifact}' was not found.`);

/** Builds the refusal of three numbers with which several versions begin. */
export function ambiguousVersion(version: string, rows: readonly { version: string }[]): Problem {
  const last = rows.slice(-3).map((row) => row.version);
  const message = `${rows.length} versions begin with ${version}: ${namesAndMore(rows.length, last)}. Give the version in full.`;
  return invalid('artifact_version_ambiguous', message);
}
