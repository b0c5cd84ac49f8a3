/** Runs the command line of this checkout: npm run millrace -- <command>. */
// npm changes to the folder of the package. File names in the arguments are relative to the folder in which the user typed the command.
const from = process.env['INIT_CWD'];
if (from) process.chdir(from);
await import('../packages/cli/src/main.ts');
