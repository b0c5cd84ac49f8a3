/** The commands that run without the packages for development. */
export const RUNNING_COMMANDS: readonly string[];

/** The packages that are not only for development, or all. */
type PackageSet = 'running' | 'complete';

/** Installs a set of the packages of package-lock.json, by default all, if node_modules is missing, lacks some of it, or comes from another lock file. */
export declare function installPackages(paths: { root: string; home: string; node: string; set?: PackageSet }): Promise<void>;
