export const OPERATOR_COMMANDS: readonly string[];
export const SERVER_COMMANDS: readonly string[];
export function runServerProgram(): Promise<void>;
