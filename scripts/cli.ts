/** Runs the command line of this checkout: npm run millrace -- <command>. */
// npm goes to the folder of the package; names of files are meant from the folder in which a person typed them.
const from = process.env['INIT_CWD'];
if (from) process.chdir(from);
await import('../packages/cli/src/main.ts');
