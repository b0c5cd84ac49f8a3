/** The bundles of the demonstration: built here from their sources, or those that the packed server has. */
import { existsSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { BuiltExample } from '../../examples/build.ts';

/** The folder of the bundles in the packed server. */
const PACKED = join(import.meta.dirname, '../../examples/built');

/** Returns the examples with the path of their zip, or the reason why there is none. */
export async function demoExamples(): Promise<BuiltExample[]> {
  if (existsSync(PACKED)) return readdirSync(PACKED).map((file) => ({ name: parse(file).name, zip: join(PACKED, file) }));
  console.log('\nBuilding the examples');
  const { buildExamples } = await import('../../examples/build.ts');
  return buildExamples({ log: (line) => console.log(`  ${line}`) });
}
