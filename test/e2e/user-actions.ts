import type { Page } from '@playwright/test';

/** A user's actions on a page: clicks, fields with input, and keys with an effect. */
export interface UserActions {
  clicks: number;
  fields: number;
  commands: number;
}

type Kind = 'click' | 'field' | 'command';

/**
 * Counts user actions by the page's events: a field counts once per visit, regardless of the typed text; of the keys,
 * Enter and combinations with Ctrl count.
 */
export async function countUserActions(page: Page): Promise<UserActions> {
  const actions: UserActions = { clicks: 0, fields: 0, commands: 0 };
  await page.exposeFunction('userActionDone', (kind: Kind) => {
    actions[`${kind}s`] += 1;
  });
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return actions;
}

/** Starts the count of the next task. */
export function resetUserActions(actions: UserActions): void {
  Object.assign(actions, { clicks: 0, fields: 0, commands: 0 });
}

/** Runs in the page: reports user actions to `window.userActionDone`. */
export function listen(): void {
  const report = (kind: Kind) => (Reflect.get(window, 'userActionDone') as (kind: Kind) => void)(kind);
  let typing: EventTarget | null = null;
  addEventListener('pointerdown', () => report('click'), { capture: true });
  addEventListener('focusin', () => (typing = null), { capture: true });
  addEventListener(
    'input',
    ({ target }) => {
      // Ticking a box is a click, which is already counted.
      if (target === typing || (target instanceof HTMLInputElement && /checkbox|radio/.test(target.type))) return;
      typing = target;
      report('field');
    },
    { capture: true },
  );
  addEventListener(
    'keydown',
    ({ key, ctrlKey }) => {
      if (key === 'Enter' || (ctrlKey && key !== 'Control')) report('command');
    },
    { capture: true },
  );
}
