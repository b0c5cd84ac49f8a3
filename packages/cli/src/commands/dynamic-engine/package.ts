import { open, rm } from 'node:fs/promises';
import { Option } from 'commander';
import { thingCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { absolutePath } from '../../shell.ts';
import { dynamicEngineNoun } from './lookup.ts';

type PackageOptions = { kind: 'helm' | 'manifest'; packageVersion?: string; newKey?: true; file?: string };

const BASE = 'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions';

/** `millrace dynamic-engine package`: writes the package into a file that only the caller can read, because it may contain the pairing key. */
export const packageDynamicEngine = thingCommand(dynamicEngineNoun, 'package', {
  description: 'Write the package that installs a dynamic engine with its environments',
  options: (command) =>
    command
      .addOption(new Option('--kind <kind>', 'values for Helm, or manifests for kubectl').choices(['helm', 'manifest']).default('helm'))
      .option('--package-version <version>', 'a supported version (default: the latest one)')
      .option('--new-key', 'replace the pairing key')
      .option('--file <file>', 'where the zip goes (default: ./<id>-<kind>.zip)'),
  examples: ['millrace dynamic-engine package warehouse', 'millrace dynamic-engine package warehouse --kind manifest --new-key'],
  async run({ client, output, shell }, dynamicEngineId, { kind, packageVersion, newKey, file }: PackageOptions) {
    const path = file ?? `${dynamicEngineId}-${kind}.zip`;
    const fullPath = absolutePath(path, shell);
    // Opened before the package is generated, because that may replace the key.
    const target = await open(fullPath, 'wx', 0o600).catch((error: { code?: string }) => {
      throw new Failure('usage', `${path} cannot be written: ${error.code === 'EEXIST' ? 'it exists' : error.code}.`);
    });
    try {
      const zip = await client.download(`${BASE}/generate-${kind}`, {
        path: { dynamicEngineId },
        body: { generateNewPairingKey: newKey ?? false, ...(packageVersion !== undefined && { version: packageVersion }) },
        signal: shell.signal,
      });
      for await (const part of zip) await target.write(part);
    } catch (error) {
      await rm(fullPath, { force: true });
      throw error;
    } finally {
      await target.close();
    }
    return output.printResult(
      { id: dynamicEngineId, kind, file: path },
      `Wrote ${path}, readable by you only. It contains the pairing key of an engine that is not paired.`,
    );
  },
});
