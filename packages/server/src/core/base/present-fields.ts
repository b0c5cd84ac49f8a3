/** Objects without the properties that have no value. */

/** Returns the properties that have a value; null and undefined are none. */
export const presentFields = <Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as never;
