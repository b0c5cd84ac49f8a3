/** Returns the path of a Node that is new enough: the running one, or one that is downloaded once into the home folder. `running`: its version. */
export declare function findRuntime(home: string, running?: string): Promise<string>;
