/** The console of a measured server in Chromium, where the administrator is signed in, and how fast it shows a long log. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium, launchBrowser, type Page } from '../packages/server/test/support/chromium.ts';
import { signInFirst } from '../packages/server/test/support/first-sign-in.ts';
import { buildConsole } from '../scripts/launch/console.mjs';
import type { Comparison, Contestant, Stage } from './contestant.ts';
import type { Millrace } from './millrace.ts';
import { megabytesOf, processTreeOf } from './process-tree.ts';

const root = join(import.meta.dirname, '..');
const PASSWORD = 'a passphrase of the benchmark';

/** The path of Chromium; undefined if it is not installed. */
export const chromium: string | undefined = findChromium();

/** Builds the console, and returns its folder. */
export async function buildConsoleOf(stage: Stage): Promise<string> {
  const folder = await buildConsole({ root, home: stage.folder, node: process.execPath });
  if (folder === undefined) throw new Error('The console could not be built: see logs/console.log in the scratch folder.');
  return folder;
}

/** A server, and a tab in which its administrator is signed in. */
export type Site = { server: Millrace; tab: Page };

/** Opens a tab of 1280 by 900 pixels in a browser of its own, and signs the administrator in. */
export async function openSignedInTab(stage: Stage, { url, home }: Millrace): Promise<Page> {
  const browser = await launchBrowser();
  stage.onEnd(() => browser.close());
  const tab = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } });
  await signInFirst(tab, (await readFile(join(home, 'admin.link'), 'utf8')).trim(), PASSWORD);
  return tab;
}

/** The memory of the process that has the page, in megabytes. */
const megabytesOfTab = (): number =>
  Math.max(
    ...processTreeOf(process.pid)
      .filter(({ command }) => command.includes('--type=renderer'))
      .map(({ pid }) => megabytesOf(pid)),
  );

const OURS = 'Millrace';
const FRAMES = 60;
const TAB_MEGABYTES = 300;
/** Pixels a second. */
const WHEEL_SPEED = 3000;

/** A log, and for how many seconds it is scrolled. */
export type LogSite = Site & { lines: number; execution: string; seconds: number };

/** Scrolls in the log, and measures the frames and the memory of the tab. */
export function logComparisons({ server, tab, lines, execution, seconds }: LogSite): Comparison[] {
  const name = `a log of ${lines.toLocaleString('en')} lines, scrolled for ${seconds} s`;
  let facts = '';
  const contestant = (measure: () => Promise<number>): Contestant => ({
    name: OURS,
    start: async () => {
      // Parts of the page that appear late would move the log away from the mouse.
      await tab.goto(`${server.url}/runs/${execution}?line=${Math.floor(lines / 2)}`, { waitUntil: 'networkidle' });
      await tab.locator('[data-marked]').waitFor();
    },
    run: measure,
    details: () => [facts],
  });
  const scroll = async (): Promise<Frames> => {
    const frames = await scrollLog(tab, seconds);
    const { lines: passed, slowest, blank } = frames;
    if (passed < seconds * 50) throw new Error(`The log was scrolled by only ${passed} lines, which is too few for a measurement.`);
    facts = `${passed.toLocaleString('en')} lines passed; slowest frame ${slowest.toFixed(0)} ms; ${blank} frames with a line that was not read yet`;
    return frames;
  };
  return [
    {
      title: `${name}: frames a second`,
      unit: 'frames/s',
      better: 'more',
      decimals: 1,
      contestants: [contestant(async () => (await scroll()).perSecond)],
      target: { text: `${FRAMES} frames a second, to the nearest frame`, reached: (median) => Math.round(median(OURS)) >= FRAMES },
      notes: [
        `The wheel of the mouse turns all the time, by ${WHEEL_SPEED} pixels a second. Chromium draws with the processor, without a graphics card.`,
      ],
    },
    {
      title: `${name}: memory of the tab`,
      unit: 'MB',
      better: 'less',
      contestants: [
        contestant(async () => {
          await scroll();
          // Jumps from one end to the other, so that the page has loaded as many parts of the log as it keeps.
          for (const part of [0, 0.2, 0.4, 0.6, 0.8, 1]) await jump(tab, part);
          return megabytesOfTab();
        }),
      ],
      target: { text: `less than ${TAB_MEGABYTES} MB`, reached: (median) => median(OURS) < TAB_MEGABYTES },
      notes: [
        'The proportional share (PSS) of the process of the page, with everything that Chromium needs for it, after jumps to six places of the log.',
      ],
    },
  ];
}

type Frames = { perSecond: number; slowest: number; blank: number; lines: number };

async function scrollLog(tab: Page, seconds: number): Promise<Frames> {
  const log = tab.locator('[data-log]');
  await log.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  const box = await log.boundingBox();
  if (!box) throw new Error('The page shows no log.');
  await tab.evaluate(`(() => {
    const seen = (window.seen = { frames: [], blank: 0, from: Number(document.querySelector('[data-line] > a').innerText), active: true });
    const note = (time) => {
      seen.frames.push(time);
      if ([...document.querySelectorAll('[data-line] > span:first-of-type')].some((time) => time.textContent === '')) seen.blank += 1;
      if (seen.active) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  })()`);
  const devTools = await tab.context().newCDPSession(tab);
  await devTools.send('Input.synthesizeScrollGesture', {
    x: box.x + 100,
    y: box.y + box.height / 2,
    yDistance: -WHEEL_SPEED * seconds,
    speed: WHEEL_SPEED,
    gestureSourceType: 'mouse',
  });
  return tab.evaluate(`(() => {
    const { frames, blank, from } = window.seen;
    window.seen.active = false;
    const times = frames.slice(1).map((time, index) => time - frames[index]);
    const lines = Number(document.querySelector('[data-line] > a').innerText) - from;
    return { perSecond: (times.length / (frames.at(-1) - frames[0])) * 1000, slowest: Math.max(...times), blank, lines };
  })()`);
}

/** Moves the scrollbar to a part (0 to 1) of the log, and waits until its lines are there. */
async function jump(tab: Page, part: number): Promise<void> {
  await tab.evaluate(`(async () => {
    const log = document.querySelector('[data-log]');
    log.scrollTop = (log.scrollHeight - log.clientHeight) * ${part};
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  })()`);
}
