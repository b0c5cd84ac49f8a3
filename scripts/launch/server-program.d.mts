export const SERVER_COMMANDS: readonly string[];
export function runServerProgram(): Promise<void>;
