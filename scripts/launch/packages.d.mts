/** Installs the packages of package-lock.json, if node_modules is missing or comes from another lock file. */
export declare function installPackages(place: { root: string; home: string; node: string }): Promise<void>;
