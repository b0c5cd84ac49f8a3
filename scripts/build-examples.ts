import { buildExamples } from '../examples/build.ts';

/** Builds the examples and prints one line for each: the path of its zip, or why it was skipped. */
export async function main(): Promise<void> {
  for (const example of await buildExamples({ log: console.log })) {
    console.log(`${example.name}: ${example.zip ?? `skipped, ${example.skipped}`}`);
  }
}

if (import.meta.main) await main();
