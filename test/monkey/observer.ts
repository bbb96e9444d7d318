import { setTimeout } from 'node:timers/promises';
import type { ConsoleMessage, Page, Request } from '@playwright/test';
import { inPage } from './evaluate-in-page.ts';
import type { PageState } from './page-probe.ts';

/** A fault found after a step. */
export interface Violation {
  kind: 'error page' | 'console' | 'focus lost' | 'covered control' | 'dead click';
  detail: string;
}

/** Time in ms after which a page is checked even if it is still loading. */
const LOAD_MS = 5000;
const POLL_MS = 25;
/** Number of checks within which a click must have an effect: a second, or longer on a busy machine. */
const ANSWER_POLLS = 40;

/** Console lines that the browser writes for a refused call or an unknown tracking number; they aren't faults. */
const refused = (message: ConsoleMessage) =>
  /the server responded with a status of 4\d\d/.test(message.text()) &&
  /\/(api|seguimiento)\b/.test(message.location().url);

/** Formats a console line, with the call's URL. */
function describeLine(message: ConsoleMessage): string {
  const text = message.text();
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text;
}

/** Watches a page and checks it after each step. */
export class Observer {
  readonly #page: Page;
  readonly #lines: string[] = [];
  readonly #pending = new Set<Request>();
  /** Requests, downloads, tabs, dialogs and choosers until now. */
  #events = 0;
  #before: PageState | null = null;
  #eventsBefore = 0;

  constructor(page: Page) {
    this.#page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !refused(message)) this.#lines.push(describeLine(message));
    });
    page.on('pageerror', (error) => this.#lines.push(String(error)));
    page.on('crash', () => this.#lines.push('the page crashed'));
    page.on('request', (request) => {
      // The live stream stays open.
      if (request.url().includes('/client/live/')) return;
      this.#events += 1;
      this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    const count = () => {
      this.#events += 1;
    };
    page.on('download', count);
    page.on('popup', count);
    page.on('dialog', count);
    page.on('filechooser', count);
    page.on('framenavigated', count);
  }

  /** Records the page's state before an action. */
  async begin(): Promise<void> {
    await inPage(this.#page, () => window.monkeyProbe.reset(), null);
    this.#before = await this.#state();
    this.#eventsBefore = this.#events;
  }

  /** Whether the page changes within a second: its document, address, focus or values, or anything leaves it. */
  async isAnswered(): Promise<boolean> {
    for (let poll = 0; poll < ANSWER_POLLS; poll++) {
      if (this.#events > this.#eventsBefore) return true;
      const { changes, rest } = await this.#state();
      if (changes > 0 || rest !== this.#before?.rest) return true;
      await setTimeout(POLL_MS);
    }
    return false;
  }

  /** Waits until no call or load is pending. */
  async settle(): Promise<void> {
    let quiet = 0;
    let last = '';
    for (const end = performance.now() + LOAD_MS; quiet < 2 && performance.now() < end; ) {
      await setTimeout(POLL_MS);
      const { busy, changes, rest } = await this.#state();
      const now = `${changes} ${rest}`;
      quiet = !busy && this.#pending.size === 0 && now === last ? quiet + 1 : 0;
      last = now;
    }
  }

  /**
   * Checks the page after a step has settled.
   * @param keepsFocus whether the focus must be somewhere on the page now, if it was before
   */
  async checkPage(keepsFocus: boolean): Promise<Violation | null> {
    const state = await this.#state();
    const [line] = this.#lines.splice(0);
    if (line) return { kind: 'console', detail: line };
    if (state.broken) return { kind: 'error page', detail: 'Ocurrió un error' };
    if (state.empty && (await this.#staysEmpty())) return { kind: 'error page', detail: 'an empty page' };
    const sameDocument = state.document === this.#before?.document;
    const mayLose = !keepsFocus || !sameDocument || state.pressedOutsideControls;
    if (!mayLose && this.#before?.focus === 'somewhere' && (await this.#losesFocus()))
      return { kind: 'focus lost', detail: 'the focus fell to body' };
    return null;
  }

  /** Whether the page stays empty for a second: the login is rendered a little after a session has ended. */
  async #staysEmpty(): Promise<boolean> {
    for (let poll = 0; poll < ANSWER_POLLS; poll++) {
      if (!(await this.#state()).empty) return false;
      await setTimeout(POLL_MS);
    }
    return true;
  }

  /** Whether the focus stays on body for a second: a dialog that closes gives it back a little later. */
  async #losesFocus(): Promise<boolean> {
    for (let poll = 0; poll < ANSWER_POLLS; poll++) {
      if ((await this.#state()).focus === 'somewhere') return false;
      await setTimeout(POLL_MS);
    }
    return true;
  }

  #state(): Promise<PageState> {
    return inPage(this.#page, () => window.monkeyProbe.state(), null);
  }
}
