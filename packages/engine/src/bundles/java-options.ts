/**
 * The JVM arguments of a run profile as an environment variable. The run script of a job passes its own arguments on the command line, and of the
 * variables that Java reads only `_JAVA_OPTIONS` overrides these. Java splits its value at white space and removes quotes; it knows no escapes.
 * @rule bundles.job-archive.jvm-arguments
 */
export const javaOptions = (jvmArguments: readonly string[]): Record<string, string> =>
  jvmArguments.length === 0 ? {} : { _JAVA_OPTIONS: jvmArguments.map(quoted).join(' ') };

function quoted(argument: string): string {
  if (!/[\s'"]/.test(argument)) return argument;
  return argument
    .split('"')
    .map((piece) => `"${piece}"`)
    .join(`'"'`);
}
