/** Starts the console. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { applyPreferences } from './app/preferences.ts';
import './ui/fonts.css';
import './ui/tokens.gen.css';
import './ui/base.css';

applyPreferences();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
