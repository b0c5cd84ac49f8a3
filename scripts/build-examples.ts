/** Builds the examples and prints one line for each: the path of its zip, or why it was skipped. */
import { buildExamples } from '../examples/build.ts';

for (const { name, zip, skipped } of await buildExamples({ log: console.log })) console.log(`${name}: ${zip ?? `skipped, ${skipped}`}`);
