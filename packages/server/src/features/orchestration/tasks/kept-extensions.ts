/** Fields that are not part of the published API, in replacements of tasks and run configurations. */

/**
 * Returns the value of a field that is not part of the published API. Programs that do not know it leave it out of what they send back, so that only null
 * and an empty text end it.
 * @rule tasks.replace.extensions
 */
export const keptUnlessSent = <Value>(sent: unknown, given: Value, stored: Value): Value => (sent === undefined ? stored : given);
