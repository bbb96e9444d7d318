import type { Page } from '@playwright/test';

/** What somebody has done on a page: presses of the mouse, fields typed into, keys that do something. */
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

/** Runs in the page: reports user actions to `window.userActionDone`. */
export function listen(): void {
  const report = (kind: Kind) => (Reflect.get(window, 'userActionDone') as (kind: Kind) => void)(kind);
  let typing: EventTarget | null = null;
  addEventListener('pointerdown', () => report('click'), { capture: true });
  addEventListener('focusin', () => (typing = null), { capture: true });
  addEventListener(
    'input',
    ({ target }) => {
      // A box is ticked by a press, which counts already.
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
