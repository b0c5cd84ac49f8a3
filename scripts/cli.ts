/** Runs the command line of this checkout: npm run millrace -- <command>. */
import '../packages/cli/src/main.ts';
