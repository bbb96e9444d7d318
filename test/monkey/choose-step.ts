import { textFor } from './field-texts.ts';
import type { Control } from './page-probe.ts';
import type { Random } from './seeded-random.ts';
import type { Step } from './steps.ts';

/** The part of a page's state that the random user chooses by. */
export interface View {
  controls: readonly Control[];
  path: string;
  atLogin: boolean;
}

const KEYS = [
  'Tab',
  'Tab',
  'Tab',
  'Tab',
  'Shift+Tab',
  'Enter',
  'Enter',
  'Escape',
  'Space',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'Control+k',
  'Control+Enter',
  '?',
  '/',
  'n',
  'i',
  'x',
  'j',
  'k',
  'g',
];

/** Chooses the next step; deterministic for a generator state, page and screen. */
export function chooseStep(random: Random, { controls, path, atLogin }: View, screen: string): Step {
  const inner = controls.filter((control) => control.inner);
  const onControl = (): Step => {
    const control = random.pick(inner.length > 0 && random.chance(0.9) ? inner : controls);
    return control ? stepFor(control, random) : { do: 'open', path: screen };
  };
  const act = random.weighted<() => Step>([
    [atLogin ? 40 : 0, () => ({ do: 'log in' })],
    [72, onControl],
    [16, () => ({ do: 'press', key: random.pick(KEYS) ?? 'Tab' })],
    [3, () => ({ do: 'back' })],
    [2, () => ({ do: 'forward' })],
    [1, () => ({ do: 'reload' })],
    [atLogin ? 0 : 1, () => ({ do: 'expire' })],
    [path === screen ? 0 : 5, () => ({ do: 'open', path: screen })],
  ]);
  return act();
}

function stepFor({ key, kind, purpose, options }: Control, random: Random): Step {
  if (kind === 'text') return { do: 'type', at: key, text: textFor(purpose, random) };
  if (kind === 'select') return { do: 'select', at: key, option: random.below(Math.max(1, options)) };
  return { do: random.chance(0.1) ? 'double click' : 'click', at: key };
}
