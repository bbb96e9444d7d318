import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Maximum number of Tab presses to reach a control. */
const STOPS = 150;

/** Uses a page by keyboard only, and checks that the focus is always visible. */
export class KeyboardUser {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key until the focus is on the wanted element. */
  async to(target: Locator, key = 'Tab'): Promise<void> {
    for (let stop = 0; stop < STOPS; stop += 1) {
      if (await target.evaluateAll(isFocused)) return;
      await this.page.keyboard.press(key);
      // An alert can receive the focus before `elementFromPoint` returns it.
      const fault = await this.page.evaluate(unseen);
      if (fault) await expect.poll(() => this.page.evaluate(unseen), { message: 'the focus shows' }).toBeNull();
    }
    throw new Error(`${key} never comes to ${target}`);
  }

  /** Presses keys, each after the page has handled the previous one, because no user types within one event-loop turn. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      // A task of the lowest priority runs after those that are waiting. An idle callback could wait a second for a drawn frame.
      await this.page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }));
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Moves to a field and types into it. */
  async write(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.type(text);
  }

  /** Moves to a link, follows it and waits until the target screen has the focus. */
  async follow(link: Locator, title: string): Promise<void> {
    await this.use(link);
    await expect(this.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
  }

  /** Picks an entry of the menu whose button has the focus. The opened menu focuses its first entry. */
  async pick(entry: Locator): Promise<void> {
    await this.press('Enter');
    await expect(this.page.getByRole('menuitem').first()).toBeFocused();
    await this.to(entry, 'ArrowDown');
    await this.press('Enter');
  }

  /** Moves to a control and presses it. */
  async use(control: Locator, key = 'Enter'): Promise<void> {
    await this.to(control);
    await this.press(key);
  }
}

/** Runs in the page: whether the focus is on the only element. */
const isFocused = ([only, ...others]: Element[]) =>
  only !== undefined && others.length === 0 && only === document.activeElement;

/** Runs in the page: describes a focused element without a visible focus (WCAG 2.4.7) or behind another element (2.4.11). */
async function unseen(): Promise<string | null> {
  // A menu moves the focus in a timer after an arrow key; without it the next key would come too early.
  await new Promise((done) => setTimeout(done));
  const focused = document.activeElement;
  // Between the last and the first element the focus is in the browser's interface. A page's heading receives it only
  // by script, after a navigation, and shows no ring by design.
  if (!focused || focused.matches('body, main, h1')) return null;
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`.slice(0, 80);
  // The focus ring of a radio button is on its card, that of a row on its cells.
  const cell = focused.matches('tr') && focused.querySelector('td');
  const outlined = [focused, focused.closest('label')].some(
    (element) => element && getComputedStyle(element).outlineStyle !== 'none',
  );
  if (!outlined && !(cell && getComputedStyle(cell).boxShadow.includes('inset'))) return `no ring around ${name}`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const seen = [0.1, 0.5, 0.9].some((across) =>
    [0.2, 0.5, 0.8].some((down) => {
      // A notice disappears after five seconds.
      const hit = document
        .elementsFromPoint(left + width * across, top + height * down)
        .find((element) => focused.contains(element) || !element.closest('[role=region][aria-label^=Avisos]'));
      return hit !== undefined && (focused.contains(hit) || hit.contains(focused));
    }),
  );
  return seen ? null : `${name} is hidden`;
}
