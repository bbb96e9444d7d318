import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Entry } from './entry.ts';
import { inPage } from './evaluate-in-page.ts';
import { Observer, type Violation } from './observer.ts';
import type { Control, Target } from './page-probe.ts';
import type { Step } from './steps.ts';

/** Texts up to this length are typed key by key, longer ones are pasted. */
const TYPED_LENGTH = 40;
/** Maximum time in ms that a moving element may cover a control. */
const MOVING_MS = 1000;

/** Files to upload, in turn. */
const FILES = [
  ['ordenes.csv', 'Número de Orden;Nombre\r\nCL-1;Sofía\r\n'],
  ['vacio.csv', ''],
  ['imagen.png', '\u0089PNG no es una imagen'],
] as const;

/** Performs steps on one page and reports the problems after each. */
export class MonkeyUser {
  readonly #page: Page;
  readonly #observer: Observer;
  readonly #entry: Entry;
  readonly #username: string | null;
  readonly #home: string;

  /**
   * @param username account of the demonstration, null for a visitor
   * @param home path of the tested screen
   */
  constructor(page: Page, { entry, username, home }: { entry: Entry; username: string | null; home: string }) {
    this.#page = page;
    this.#entry = entry;
    this.#username = username;
    this.#home = home;
    this.#observer = new Observer(page);
    let chosen = 0;
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on('popup', (tab) => void tab.close().catch(() => undefined));
    page.on('download', (download) => void download.delete().catch(() => undefined));
    page.on('filechooser', (chooser) => {
      const [name, text] = FILES[chosen++ % FILES.length] ?? FILES[0];
      void chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }).catch(() => undefined);
    });
  }

  controls(): Promise<Control[]> {
    return inPage(this.#page, () => window.monkeyProbe.controls(), null);
  }

  path(): string {
    return new URL(this.#page.url()).pathname;
  }

  isAtLogin(): Promise<boolean> {
    return this.#entry.isAtLogin(this.#page);
  }

  /** Opens the tested screen. */
  async openHome(): Promise<Violation | null> {
    await this.#page.goto(this.#home);
    await this.#observer.settle();
    return this.#observer.checkPage(false);
  }

  /** Performs a step and waits until the page is idle. A step without its control does nothing. */
  async take(step: Step): Promise<Violation | null> {
    await this.#observer.begin();
    const fault = await this.#act(step);
    await this.#observer.settle();
    return fault ?? (await this.#observer.checkPage(keepsFocus(step)));
  }

  async #act(step: Step): Promise<Violation | null> {
    const page = this.#page;
    switch (step.do) {
      case 'click':
      case 'double click':
        return this.#click(step.at, step.do === 'click' ? 1 : 2);
      case 'type': {
        const fault = await this.#click(step.at, 1);
        if (fault) return fault;
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
        if (step.text.length > TYPED_LENGTH) await page.keyboard.insertText(step.text);
        else await page.keyboard.type(step.text);
        return null;
      }
      case 'select': {
        const handle = await page.evaluateHandle((key) => window.monkeyProbe.find(key), step.at);
        await handle
          .asElement()
          ?.selectOption({ index: step.option })
          .catch(() => undefined);
        return null;
      }
      case 'press':
        await page.keyboard.press(step.key);
        return null;
      case 'open':
        await page.goto(step.path);
        return null;
      case 'back':
        await page.goBack();
        return null;
      case 'forward':
        await page.goForward();
        return null;
      case 'reload':
        await page.reload();
        return null;
      case 'log in':
        if (this.#username && (await this.isAtLogin())) await this.#entry.logIn(page, this.#username);
        return null;
      case 'expire':
        await this.#entry.expire(page);
        return null;
    }
  }

  async #click(key: string, clickCount: number): Promise<Violation | null> {
    const target = await this.#uncovered(key);
    if (!target) return null;
    if (target.coveredBy) return { kind: 'covered control', detail: `${key} lies under ${target.coveredBy}` };
    const { x, y, mayDoNothing } = target;
    await this.#page.mouse.move(x, y);
    await this.#observer.begin();
    await this.#page.mouse.click(x, y, { clickCount });
    if (mayDoNothing || (await this.#observer.isAnswered())) return null;
    // A live update may have moved the page under the pointer.
    if (!(await inPage(this.#page, (key) => window.monkeyProbe.hasPressed(key), key))) return null;
    return { kind: 'dead click', detail: `${key} does nothing` };
  }

  /** Finds a control and waits until temporary overlays no longer cover it. */
  async #uncovered(key: string): Promise<Target | null> {
    for (const end = performance.now() + MOVING_MS; ; await setTimeout(50)) {
      const target = await inPage(this.#page, (key) => window.monkeyProbe.target(key), key);
      if (!target?.coveredBy || performance.now() > end) return target;
    }
  }
}

/**
 * Returns whether the focus must not be on the body after a step. Tab at the end leaves the page, and a new document starts at
 * its body.
 */
function keepsFocus(step: Step): boolean {
  if (step.do === 'press') return !step.key.includes('Tab');
  return ['click', 'double click', 'type', 'select'].includes(step.do);
}
