#!/usr/bin/env node
/** The server as a program: reads the configuration, starts what it asks for, and stops on a signal. */
import { readConfig } from './core/config.ts';
import { StartError } from './core/start-error.ts';
import { startMillrace } from './start.ts';

try {
  const running = await startMillrace(readConfig(), (line) => console.log(line));
  console.log(`Millrace serves on ${running.url}`);
  const end = (): void => {
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT');
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The stop did not end well:', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
