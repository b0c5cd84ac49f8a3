/** The commands for operators that the packed server has. */
export const OPERATOR_COMMANDS: readonly string[];
/** The commands of the packed server. Each is a script in `scripts/`. */
export const SERVER_COMMANDS: readonly string[];
/** Runs the command that the words of the process name, and sets its exit code. Without a command, the server starts. */
export function runServerProgram(): Promise<void>;
