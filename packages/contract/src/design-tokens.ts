/** The design tokens of every page: console, sign-in, home page, API reference and manual. */

/** A colour by theme. What text is written in has a contrast of 4.5 on each of `GROUNDS`, what is drawn one of 3. */
type ColourToken = { light: string; dark: string };

/** What lies below text and marks. */
export const GROUNDS = ['ground', 'card', 'raised', 'hover'] as const;

/** The colours of text and links, and of the states, which are also words. */
export const TEXT_COLOURS = ['ink', 'soft', 'faint', 'accent', 'good', 'bad', 'warn', 'run', 'wait', 'stop', 'miss'] as const;

/** The colours by the name of their custom property. */
export const COLOURS = {
  ground: { light: '#f7f8fa', dark: '#0f1317' },
  card: { light: '#ffffff', dark: '#161b21' },
  raised: { light: '#ffffff', dark: '#1c232b' },
  hover: { light: '#eef1f5', dark: '#222a33' },
  line: { light: '#e3e7ec', dark: '#27303a' },
  'line-strong': { light: '#c6ced8', dark: '#3a4654' },
  edge: { light: '#7f8a97', dark: '#6b7887' },
  ink: { light: '#171c22', dark: '#e8edf2' },
  soft: { light: '#4a5563', dark: '#aab5c1' },
  faint: { light: '#616c7a', dark: '#8f9ba8' },
  accent: { light: '#2457d6', dark: '#7aa2ff' },
  // Text and marks on a ground of the accent.
  on: { light: '#ffffff', dark: '#0c1626' },
  good: { light: '#1a7a43', dark: '#5fcf8f' },
  bad: { light: '#c42b23', dark: '#ff8f87' },
  warn: { light: '#8f5600', dark: '#f0b45a' },
  run: { light: '#2457d6', dark: '#7aa2ff' },
  wait: { light: '#6d45c4', dark: '#b79bff' },
  stop: { light: '#5b6673', dark: '#9fabb8' },
  miss: { light: '#5b6673', dark: '#9fabb8' },
  // 6 % of bad, 9 % of accent.
  'tint-bad': { light: '#c42b230f', dark: '#ff8f870f' },
  'tint-accent': { light: '#2457d617', dark: '#7aa2ff17' },
} as const satisfies Readonly<Record<string, ColourToken>>;

const SIZES_AND_FONTS = {
  shadow: '0 6px 24px rgba(0, 0, 0, 0.18)',
  corner: '6px',
  'panel-corner': '8px',
  sans: "'Inter Variable', 'Inter fallback', system-ui, sans-serif",
  mono: "'JetBrains Mono Variable', ui-monospace, 'Cascadia Mono', 'Liberation Mono', monospace",
};

// The font of the system with the widths of Inter: nothing moves when Inter arrives, and pages without its files look like those with them.
const FALLBACK_FONT = `@font-face {
  font-family: 'Inter fallback';
  src: local('Arial'), local('Liberation Sans'), local('Helvetica');
  size-adjust: 107%;
  ascent-override: 90%;
  descent-override: 22%;
  line-gap-override: 0%;
}
`;

const declarations = (values: Readonly<Record<string, string>>, indent = '  '): string =>
  Object.entries(values)
    .map(([name, value]) => `${indent}--${name}: ${value};\n`)
    .join('');

const coloursOf = (valueOf: (colour: ColourToken) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(COLOURS).map(([name, colour]) => [name, valueOf(colour)]));

/** The tokens as CSS with `light-dark()`: a page may choose its theme by `color-scheme`. */
export const themedTokens = (): string =>
  `:root {
  color-scheme: light dark;
${declarations(coloursOf(({ light, dark }) => `light-dark(${light}, ${dark})`))}${declarations(SIZES_AND_FONTS)}}
${FALLBACK_FONT}`;

/** The tokens as CSS with a media query, for pages that older browsers must show, too. */
export const tokensOfSystem = (): string =>
  `:root {
  color-scheme: light dark;
${declarations(coloursOf(({ light }) => light))}${declarations(SIZES_AND_FONTS)}}
@media (prefers-color-scheme: dark) {
  :root {
${declarations(
  coloursOf(({ dark }) => dark),
  '    ',
)}  }
}
${FALLBACK_FONT}`;

/** The mark of Millrace, as a file. */
export const MARK_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${COLOURS.accent.light}"/><path d="M7 23V9l9 9 9-9v14" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;

/** The mark as an address that needs no file, for policies that allow images of `data:`. */
export const MARK_ADDRESS = `data:image/svg+xml,${encodeURIComponent(MARK_DRAWING.trim())}`;
