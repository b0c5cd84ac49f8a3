/**
 * The JVM arguments of a run profile as a variable. The run script of a job has its own arguments written into its command line, and of the
 * variables that Java reads only this one wins over a command line. Java takes words apart at white space and takes quotes off; nothing escapes.
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
