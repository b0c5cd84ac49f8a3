/** The faults that end a crawl. Any other error concerns one table, which is left out. */

/** The database cannot be reached, or cannot be read at all. */
export class DatabaseUnusable extends Error {}

/** The settings of the connection or of the engine cannot be used. */
export class SettingsFault extends Error {}

/** The parameters of the connection cannot be used. */
export class ConnectionFault extends SettingsFault {}
