#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Commands find the home folder by this variable only.
const home = (process.env['HOME'] ||= homedir());

// Node stores the compiled sources of the first command for later commands. The usual place is the folder for temporary files, where other users could
// write code that this user then runs.
enableCompileCache(join(process.env['XDG_CACHE_HOME'] || join(home, '.cache'), 'millrace'));

const interruption = new AbortController();
// Only the first Ctrl-C is handled here; a second one ends the process at once.
process.once('SIGINT', () => interruption.abort());

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader, such as `head`, has closed the pipe.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

// Not imported above, because modules that are imported there are compiled before the cache is on.
const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  workingFolder: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
  exitCode: 0,
});
