/** The variables without which programs of Windows do not start, or write into folders of the engine's account. */

/** Those that a task gets from the environment of the engine. Windows does not tell letters by their case in names of variables. */
const INHERITED = ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'ProgramData', 'ProgramFiles', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE']; // prettier-ignore

/** Returns the variables of a task on Windows beside those of every system. `home` and `temporary` are folders of its run. */
export function windowsVariables(
  engine: NodeJS.ProcessEnv,
  { home, temporary }: { home: string; temporary: string },
): Record<string, string> {
  const variables: Record<string, string> = { USERPROFILE: home, TEMP: temporary, TMP: temporary };
  for (const name of INHERITED) {
    const found = Object.entries(engine).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    if (found) variables[name] = found;
  }
  return variables;
}
