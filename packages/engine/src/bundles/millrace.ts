import { BUNDLE_LIMITS, BundleError, type BundleManifest, MANIFEST_NAME, parseManifest } from '@millrace/wire/bundles';
import { DeployFault } from '../program/faults.ts';
import { type BundleView, type Command, type RunInputs, type Programs, resolveCommand } from './command.ts';

/** Names of resource parameters in the API. No program is controlled by a variable with such a name. */
const RESOURCE = /^resource_\w+$/;
/** Variable names that every shell accepts. */
const VARIABLE = /^\w+$/;
/** The prefix of variables for declared parameters. */
const PREFIX = 'MILLRACE_PARAMETER_';
/** The largest value; the kernel accepts no variable above 128 KiB. */
const VARIABLE_BYTES = 100 * 1024;

/** The command of a millrace bundle: `run` of its manifest, with some parameters as variables. Throws a `DeployFault`. */
export async function millraceCommand(bundle: BundleView, inputs: RunInputs, programs: Programs): Promise<Command> {
  const manifest = await manifestOf(bundle);
  const [command = '', ...args] = manifest.run ?? [];
  const { variables, notes } = asVariables(inputs, manifest);
  return { command: await resolveCommand(command, bundle, programs), arguments: args, folder: bundle.folder, variables, notes };
}

/**
 * The parameters that the task gets as environment variables:
 * - declared parameters whose name has only letters, digits and underscores, under a prefix;
 * - parameters that the author of the bundle lists in "environment", under their own names;
 * - the paths of resources, under their own names.
 * Any other parameter is only in the file of MILLRACE_CONTEXT: callers choose names and values, and some variables control programs.
 * `notes` name the parameters whose values cannot be variables; they never contain a value.
 * @rule bundles.millrace.environment
 * @rule bundles.run.custom
 */
export function asVariables(
  { parameters, paths }: RunInputs,
  manifest: Pick<BundleManifest, 'parameters' | 'environment'>,
): { variables: Record<string, string>; notes: string[] } {
  const declared = new Set(manifest.parameters.map((one) => one.name));
  const listed = new Set(manifest.environment);
  const variables = Object.fromEntries(Object.entries(paths).filter(([name]) => RESOURCE.test(name)));
  const notes: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (!declared.has(name) && !listed.has(name)) continue;
    if (value.includes('\0') || Buffer.byteLength(value) > VARIABLE_BYTES) {
      notes.push(
        `Parameter ${JSON.stringify(name)} is only in the file of MILLRACE_CONTEXT: its value contains a NUL character or is too long for a variable`,
      );
      continue;
    }
    if (declared.has(name) && VARIABLE.test(name)) variables[PREFIX + name] = value;
    if (listed.has(name)) variables[name] = value;
  }
  return { variables, notes };
}

async function manifestOf(bundle: BundleView): Promise<BundleManifest> {
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
