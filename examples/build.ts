import { buildJobArchive } from './job-archive/build.ts';
import { buildLoadAirports } from './load-airports/build.ts';
import { type Builder, type Log, Unavailable } from './pack.ts';
import { buildSdkPython } from './sdk-python/build.ts';
import { buildSdkTypescript } from './sdk-typescript/build.ts';
import { buildShell } from './shell/build.ts';

/** The result for one example: the path of its zip, or the reason why it was skipped. */
export interface BuiltExample {
  name: string;
  zip?: string;
  skipped?: string;
}

const builders: Record<string, Builder> = {
  'load-airports': buildLoadAirports,
  'job-archive': buildJobArchive,
  shell: buildShell,
  'sdk-typescript': buildSdkTypescript,
  'sdk-python': buildSdkPython,
};

/** Builds every example whose inputs have changed. Returns the results of all examples. */
export async function buildExamples({ log }: { log: Log }): Promise<BuiltExample[]> {
  const built: BuiltExample[] = [];
  for (const [name, build] of Object.entries(builders)) {
    try {
      built.push({ name, zip: await build(log) });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      built.push({ name, skipped: error.message });
    }
  }
  return built;
}
