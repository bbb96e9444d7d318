import { useEffectEvent, useLayoutEffect } from 'react';
import { storage } from './storage.ts';
import { createStore, useStore } from './store.ts';

/** Name of the modifier key for commands. */
export const COMMAND_KEY = /Macintosh|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/**
 * A key, two keys in sequence ('g o'), or a letter with the command key (`${COMMAND_KEY} K`), and its action. The `?`
 * dialog lists the shortcuts.
 */
export interface Shortcut {
  keys: string;
  label: string;
  run: () => void;
  /** Why the action is refused. The `?` dialog shows the reason; `run` has to show it, too. */
  refused?: string | null;
  /** Whether a held key repeats the action. Only for keys that move: others would act on rows that nobody has seen. */
  repeats?: boolean;
}

const STORAGE_KEY = 'shortcuts';
const on = createStore(storage.read(STORAGE_KEY) !== 'off');

/** Returns whether single-letter shortcuts are on (WCAG 2.1.4: users can turn them off), and a setter. */
export function useShortcutsEnabled(): [on: boolean, turn: (on: boolean) => void] {
  return [
    useStore(on),
    (next) => {
      if (next) storage.remove(STORAGE_KEY);
      else storage.write(STORAGE_KEY, 'off');
      on.set(next);
    },
  ];
}

const active = createStore<readonly Shortcut[]>([]);

/** Returns all active shortcuts of the page. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useStore(active);
}

/** Maximum time between the two keys of a sequence, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1_200;
let previousKey = '';
let previousKeyAt = 0;

function isTextField(target: EventTarget | null): boolean {
  const writes = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';
  return target instanceof HTMLElement && target.closest(writes) !== null;
}

function runShortcut(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented) return;
  const command = event.ctrlKey || event.metaKey;
  // Commands also work in fields and can't be turned off: nobody types them by mistake.
  if (command ? event.shiftKey : !on.get() || isTextField(event.target)) return;
  // Letters do nothing while a dialog is open. A command does nothing either, but the browser's own command is
  // suppressed.
  const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
  if (dialog && !command) return;
  const key = command ? `${COMMAND_KEY} ${event.key.toUpperCase()}` : event.key;
  const pair = event.timeStamp - previousKeyAt < SEQUENCE_TIMEOUT_MS ? `${previousKey} ${key}` : '';
  const shortcuts = [...active.get()].reverse();
  const found = shortcuts.find(({ keys }) => keys === pair) ?? shortcuts.find(({ keys }) => keys === key);
  previousKey = key;
  previousKeyAt = event.timeStamp;
  if (!found) return;
  previousKey = '';
  event.preventDefault();
  if (!dialog && (!event.repeat || found.repeats)) found.run();
}

/** Runs the page's shortcuts on key presses; returns a function that stops this. */
export function startShortcuts(): () => void {
  window.addEventListener('keydown', runShortcut);
  return () => window.removeEventListener('keydown', runShortcut);
}

/**
 * Registers shortcuts while the component is mounted; they work outside of dialogs, letters outside of fields. Of two
 * shortcuts with the same keys the later one wins.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((index: number) => shortcuts[index]?.run());
  const signature = shortcuts.map(({ keys, label, refused }) => `${keys}=${label}=${refused ?? ''}`).join('|');
  // Before the browser paints: a key that is pressed at the first sight of a page must not be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature changes when the list does
  useLayoutEffect(() => {
    const registered: Shortcut[] = shortcuts.map(({ keys, label, refused = null, repeats = false }, index) => ({
      keys,
      label,
      refused,
      repeats,
      run: () => run(index),
    }));
    active.set([...active.get(), ...registered]);
    return () => active.set(active.get().filter((shortcut) => !registered.includes(shortcut)));
  }, [signature]);
}
