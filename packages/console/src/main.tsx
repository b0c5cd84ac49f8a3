/** Starts the console. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { applyPreferences } from './app/preferences.ts';
import './ui/base.css';

// After an upgrade of the server, an open page requests files that no longer exist.
window.addEventListener('vite:preloadError', () => window.location.reload());
applyPreferences();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
