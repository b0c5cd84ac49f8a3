/** Objects without the properties that have no value. */

/** The properties that have a value. */
export const known = <Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as never;
