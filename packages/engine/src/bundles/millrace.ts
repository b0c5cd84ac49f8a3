import { BUNDLE_LIMITS, BundleError, type BundleManifest, MANIFEST_NAME, parseManifest } from '@millrace/wire/bundles';
import { DeployFault } from '../faults.ts';
import { type BundleView, type Command, type Given, type Programs, resolveCommand } from './command.ts';

/** Names of resources as the API has them: no program takes such a variable for an instruction. */
const RESOURCE = /^resource_\w+$/;
/** Names that every shell can pass on. */
const VARIABLE = /^\w+$/;
/** Before the names of declared parameters. */
const PREFIX = 'MILLRACE_PARAMETER_';
/** The kernel takes no single variable above 128 KiB. */
const VARIABLE_BYTES = 100 * 1024;

/** The command line of a millrace bundle: `run` of its manifest, with some parameters as variables. */
export async function millraceCommand(bundle: BundleView, given: Given, programs: Programs): Promise<Command> {
  const manifest = await manifestOf(bundle);
  const [first = '', ...rest] = manifest.run ?? [];
  const { variables, notes } = asVariables(given, manifest);
  return { command: await resolveCommand(first, bundle, programs), arguments: rest, folder: bundle.folder, variables, notes };
}

/**
 * The parameters that are variables: those that the bundle declares by a name of letters, digits and
 * underscores, under a prefix, and those that its author lists in "environment", under their own
 * names, as are the places of resources. The caller of a start chooses names and values, so any other parameter is data in the file of MILLRACE_CONTEXT
 * and nothing else. The notes name those whose values cannot be variables; no note holds a value.
 * @rule bundles.millrace.environment
 * @rule bundles.run.custom
 */
export function asVariables(
  { parameters, places }: Given,
  manifest: Pick<BundleManifest, 'parameters' | 'environment'>,
): { variables: Record<string, string>; notes: string[] } {
  const declared = new Set(manifest.parameters.map((one) => one.name));
  const listed = new Set(manifest.environment);
  const variables = Object.fromEntries(Object.entries(places).filter(([name]) => RESOURCE.test(name)));
  const notes: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (!declared.has(name) && !listed.has(name)) continue;
    if (value.includes('\0') || Buffer.byteLength(value) > VARIABLE_BYTES) {
      notes.push(`Parameter ${JSON.stringify(name)} is only in the file of MILLRACE_CONTEXT: its value cannot be that of a variable`);
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
