/** Options of Node for the server. */
export declare const SERVER_OPTIONS: readonly string[];
