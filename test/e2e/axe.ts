import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 A and AA. */
const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules of axe that need layout or colours. The other rules are checked in jsdom too (`test/screens`). */
export const LAYOUT_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** What axe checks. */
export interface AxeCheck {
  /** By default all rules of WCAG 2.2 A and AA. */
  rules?: readonly string[];
  /** Selector of the checked elements; the whole page without it, or if nothing matches. */
  within?: string;
}

/** Runs axe on the page once its transitions have ended. @returns the violated rules with their elements */
export async function axeViolations(page: Page, { rules, within = '' }: AxeCheck = {}): Promise<string[]> {
  const options: RunOptions = {
    runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: CRITERIA },
    // Passed checks need no details.
    resultTypes: ['violations'],
    preload: false,
  };
  const found = await page.evaluate(runAxe, { options, within });
  if (found) return found;
  // axe is large and stays in the page, so it is injected only once.
  await page.evaluate(SOURCE);
  return (await page.evaluate(runAxe, { options, within })) ?? [];
}

/** Runs in the page, in one call because each has a cost. Returns null if the page has no axe. */
async function runAxe({ options, within }: { options: RunOptions; within: string }): Promise<string[] | null> {
  const run = (context: Document | string, how: RunOptions) =>
    (window as unknown as { axe: typeof axe }).axe.run(context, how);
  if (!('axe' in window)) return null;
  // Transitions and finite animations; endless ones don't count.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  // No animation of the portal takes a second; a paused animation never ends.
  const long = new Promise((resolve) => window.setTimeout(resolve, 1000));
  await Promise.race([long, Promise.allSettled(ending.map(({ finished }) => finished))]);
  // Sticky bars scroll with the page meanwhile: a control half under a bar would count as too small.
  const sticky = [...document.querySelectorAll<HTMLElement>('body :not(table *)')].filter(
    (element) => getComputedStyle(element).position === 'sticky',
  );
  for (const element of sticky) element.style.position = 'static';
  const { violations } = await run(within && document.querySelector(within) ? within : document, options);
  for (const element of sticky) element.style.position = '';
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}
