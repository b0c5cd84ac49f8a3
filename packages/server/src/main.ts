#!/usr/bin/env node
/** The server as a program. */
import { readConfig } from './core/config.ts';
import { runMillrace } from './run.ts';

const say = (line: string): void => console.log(line);
process.exit(
  await runMillrace(readConfig, say, async ({ url }) => say(url === '' ? 'Millrace runs jobs and timers' : `Millrace serves on ${url}`)),
);
