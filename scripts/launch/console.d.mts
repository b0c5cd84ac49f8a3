/** Returns the folder of the built console, and builds it first if its sources have changed; undefined if there is none, or it could not be built. */
export declare function buildConsole(paths: { root: string; home: string; node: string }): Promise<string | undefined>;
