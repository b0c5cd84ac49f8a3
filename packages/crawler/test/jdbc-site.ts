/** JDBC drivers that are on this machine, for tests of the crawler. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The drivers, as Debian installs them. */
export const JARS = { h2: '/usr/share/java/h2.jar', postgres: '/usr/share/java/postgresql.jar' } as const;

const PACKAGES = { h2: 'libh2-java', postgres: 'libpostgresql-jdbc-java' } as const;

/** The reason why tests with a driver cannot run on this machine; false if they can. */
export function noDriver(name: keyof typeof JARS): string | false {
  try {
    execFileSync('javac', ['-version'], { stdio: 'ignore' });
  } catch {
    return 'a JDK is not on this machine (Debian: apt-get install default-jdk-headless)';
  }
  return existsSync(JARS[name]) ? false : `${JARS[name]} is not on this machine (Debian: apt-get install ${PACKAGES[name]})`;
}
