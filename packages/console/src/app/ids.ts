/** The form of ids. */

/** Whether a text is the id of an object, which is a UUID. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
