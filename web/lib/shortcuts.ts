import { useEffect, useEffectEvent } from 'react';
import { storage } from './storage.ts';
import { createStore, useStore } from './store.ts';

/** How the key is called that turns letters into commands. */
export const COMMAND_KEY = /Macintosh|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/**
 * A key, two one after the other ('g o'), or a letter with the command key (`${COMMAND_KEY} K`), with what they do; the list
 * of `?` shows them.
 */
export interface Shortcut {
  keys: string;
  label: string;
  run: () => void;
}

const STORAGE_KEY = 'shortcuts';
const on = createStore(storage.read(STORAGE_KEY) !== 'off');

/** Whether single-letter keys act (WCAG 2.1.4: they can be switched off), and how to change that. */
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

/** Every shortcut of the page as it is now. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useStore(active);
}

/** Milliseconds between the two keys of a pair. */
const SEQUENCE_TIMEOUT_MS = 1_200;
let previousKey = '';
let previousKeyAt = 0;

function typing(target: EventTarget | null): boolean {
  const writes = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';
  return target instanceof HTMLElement && target.closest(writes) !== null;
}

function runShortcut(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented) return;
  const command = event.ctrlKey || event.metaKey;
  // Commands act in fields too, and can't be switched off: nobody types them by mistake.
  if (command ? event.shiftKey : !on.get() || typing(event.target)) return;
  // A dialog has the keyboard to itself; what a command would do to the browser instead would surprise there too.
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
  if (!dialog) found.run();
}

/** Runs the page's shortcuts on key presses; returns a function that stops it. */
export function startShortcuts(): () => void {
  window.addEventListener('keydown', runShortcut);
  return () => window.removeEventListener('keydown', runShortcut);
}

/** Keys that act while the component is on the page, outside of dialogs, letters outside of fields; the latest comer wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((index: number) => shortcuts[index]?.run());
  const signature = shortcuts.map(({ keys, label }) => `${keys}=${label}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature tells when the list itself changed
  useEffect(() => {
    const mine = shortcuts.map(({ keys, label }, index) => ({
      keys,
      label,
      run: () => run(index),
    }));
    active.set([...active.get(), ...mine]);
    return () => active.set(active.get().filter((shortcut) => !mine.includes(shortcut)));
  }, [signature]);
}
