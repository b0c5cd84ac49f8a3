/** Serves the console from its sources. The browser shows each change of a source at once. */
import { operations } from '@millrace/contract';
import { createServer } from 'vite';
import { viteConfig } from './vite-config.ts';

const operationSegments = Object.keys(operations).map((route) => route.split('/')[1] ?? '');
/** The first parts of the paths of other pages and documents of the server. */
const PAGE_SEGMENTS = ['login', 'logout', 'forgot', 'set-password', 'device', 'manual', 'docs', 'openapi.json', 'asyncapi.json'];

/** Starts the development server. Calls of the API and pages of the server go to `target`. */
export async function serveSources(target: string): Promise<{ url: string; stop(): Promise<void> }> {
  const segments = [...new Set([...operationSegments, ...PAGE_SEGMENTS])];
  const server = await createServer({
    ...viteConfig(),
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(segments.map((segment) => [`^/${segment.replaceAll('.', String.raw`\.`)}(?:[/?]|$)`, { target }])),
    },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}
