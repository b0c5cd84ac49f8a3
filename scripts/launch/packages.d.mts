/** Installs the packages of package-lock.json, if node_modules is missing or comes from another lock file. */
export declare function installPackages(paths: { root: string; home: string; node: string }): Promise<void>;
