/**
 * Serves the console from its sources, for its development. It forwards calls of the API to a running server: npm run dev:console [-- <address of
 * the server>].
 */
import { serveSources } from '../packages/console/scripts/dev.ts';

const [target = 'http://127.0.0.1:8600'] = process.argv.slice(2);
const { url } = await serveSources(target);
console.log(`The console is at ${url}, and calls the API at ${target}. Press Ctrl-C to end.`);
