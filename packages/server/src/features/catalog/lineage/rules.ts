/** The rules of lineage. */
import { digestOf, type LineageName } from './names.ts';

/** Leaves out names that have occurred before. */
export const onceEach = <Name extends LineageName>(names: readonly Name[]): Name[] => [
  ...new Map(names.map((name) => [digestOf(name), name])).values(),
];
