/** The path of a Node that is new enough: this one, or one that is fetched once into the home folder; `running` is the version of this one. */
export declare function findRuntime(home: string, running?: string): Promise<string>;
