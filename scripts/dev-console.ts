/** Serves the console from its sources, for work on it; calls of the API go to the server that runs: npm run dev:console [-- <its address>]. */
import { serveSources } from '../packages/console/scripts/dev.ts';

const [target = 'http://127.0.0.1:8600'] = process.argv.slice(2);
const { url } = await serveSources(target);
console.log(`The console is at ${url}, and calls the API at ${target}. Press Ctrl-C to end.`);
