import { BUNDLE_LIMITS, BundleError, MANIFEST_NAME, parseManifest } from '@millrace/contract/bundles';
import { DeployFault } from '../faults.ts';
import { type BundleView, type Command, resolveCommand } from './command.ts';

/** Variables that the engine sets itself, or that would change how programs are loaded. */
const RESERVED = /^(?:PATH|HOME|TMPDIR|LANG|LC_ALL|TZ|JAVA_HOME|MILLRACE_.*|LD_.*|DYLD_.*|NODE_OPTIONS|BASH_ENV)$/;
/** The kernel takes no single variable above 128 KiB. */
const VARIABLE_BYTES = 100 * 1024;

/** The command line of a millrace bundle: `run` of its manifest, parameters as variables. */
export async function millraceCommand(bundle: BundleView, parameters: Record<string, string>, path: string): Promise<Command> {
  const [first = '', ...rest] = (await manifestOf(bundle)).run ?? [];
  const { variables, notes } = asVariables(parameters);
  return { command: await resolveCommand(first, bundle, path), arguments: rest, folder: bundle.folder, variables, notes };
}

/**
 * Splits parameters into those that can be variables and notes about those that cannot; no note holds a value.
 * @rule bundles.millrace.environment
 */
export function asVariables(parameters: Record<string, string>): { variables: Record<string, string>; notes: string[] } {
  const variables: Record<string, string> = {};
  const notes: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const reason = RESERVED.test(name)
      ? 'its name is reserved'
      : name === '' || /[=\0]/.test(name)
        ? 'its name cannot be that of a variable'
        : value.includes('\0') || Buffer.byteLength(value) > VARIABLE_BYTES
          ? 'its value cannot be that of a variable'
          : undefined;
    if (reason)
      notes.push(`Parameter ${JSON.stringify(name)} is only in the file of MILLRACE_CONTEXT and no environment variable: ${reason}`);
    else variables[name] = value;
  }
  return { variables, notes };
}

async function manifestOf(bundle: BundleView): Promise<ReturnType<typeof parseManifest>> {
  const bytes = await bundle.read(MANIFEST_NAME);
  if (!bytes) throw new DeployFault('BUNDLE_UNUSABLE', `The bundle has no ${MANIFEST_NAME} at its root. Publish a corrected version`);
  try {
    if (bytes.length > BUNDLE_LIMITS.manifestBytes)
      throw new BundleError(`${MANIFEST_NAME} is larger than ${BUNDLE_LIMITS.manifestBytes} bytes`);
    return parseManifest(bytes.toString());
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    throw new DeployFault('BUNDLE_UNUSABLE', `${error.message}. Publish a corrected version`, { cause: error });
  }
}
