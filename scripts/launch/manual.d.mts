/** Returns the folder of the built manual, and builds it first if its pages have changed; undefined if there is none, or it could not be built. */
export declare function buildManual(paths: { root: string; home: string; node: string }): Promise<string | undefined>;
/** The files from which pages are made, by their path from the root. */
export declare function pagesOfManual(root: string): string[];
