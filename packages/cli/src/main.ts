#!/usr/bin/env node
import { runProgram } from './run-program.ts';

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

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
  exitCode: 0,
});
