/** Brings node_modules in line with package-lock.json, when it is missing or was made from another one. */
export declare function installPackages(place: { root: string; home: string; node: string }): Promise<void>;
