/** The configuration with which Vite builds and serves the console. */
import { fileURLToPath } from 'node:url';
import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

/** The folder of this package. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The configuration, for builds into `outDir`, and without it for the development server. */
export const viteConfig = (outDir?: string): InlineConfig => ({
  configFile: false,
  root: packageFolder,
  logLevel: 'warn',
  // Texts of the component library in languages that the console does not have are left out.
  plugins: [react(), locales.vite({ locales: ['en-US', 'de-DE', 'fr-FR', 'ja-JP'] })],
  build: {
    ...(outDir !== undefined && { outDir }),
    emptyOutDir: true,
    // The content security policy allows no inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
  },
});
