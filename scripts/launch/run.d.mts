/**
 * Runs a script with the given Node, passes signals to it and returns its exit code; after a signal, that is 128 and its number. The process environment
 * overrides `environment`.
 */
export declare function runToItsEnd(node: string, args: readonly string[], environment?: Record<string, string>): Promise<number>;
