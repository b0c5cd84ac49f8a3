import { allowedInsteadOf, refusedJvmArguments } from '@millrace/wire/jvm-arguments';
import { DeployFault } from '../faults.ts';

/**
 * The JVM arguments of a run profile as an environment variable. The run script of a job passes its own arguments on the command line, and of the
 * variables that Java reads only `_JAVA_OPTIONS` overrides these. Java splits its value at white space and removes quotes; it knows no escapes.
 * Throws a `DeployFault` if an argument could run code.
 * @rule bundles.job-archive.jvm-arguments
 * @rule bundles.job-archive.jvm-arguments-harmless
 */
export function javaOptions(jvmArguments: readonly string[]): Record<string, string> {
  const refused = refusedJvmArguments(jvmArguments);
  if (refused.length > 0)
    throw new DeployFault(
      'JVM_ARGUMENT_REFUSED',
      `The run profile may not have ${refused.map((name) => `'${name}'`).join(', ')}. ${allowedInsteadOf(refused)}`,
    );
  return jvmArguments.length === 0 ? {} : { _JAVA_OPTIONS: jvmArguments.map(quotedForJava).join(' ') };
}

/** An argument as Java splits it in a variable. */
export function quotedForJava(argument: string): string {
  if (!/[\s'"]/.test(argument)) return argument;
  return argument
    .split('"')
    .map((piece) => `"${piece}"`)
    .join(`'"'`);
}
