import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** True while a pointer button is pressed. */
let pressed = false;

/** Runs the work as soon as no pointer button is pressed, so that nothing moves under the pointer. */
export function afterPointerUp(work: () => void): void {
  if (!pressed) work();
  else window.addEventListener('pointerup', () => setTimeout(work), { once: true });
}

/**
 * Removes the alerts of a screen when the screen changes. Keeps alerts that were raised after the last click or key:
 * their action also changed the screen ('Orden creada', 'Ingreso Exitoso').
 *
 * @param last id of the newest alert
 * @param remove removes the alerts up to this id
 */
export function useAlertDismissal(screen: string, last: RefObject<number>, remove: (upTo: number) => void): void {
  const lastSeen = useRef(0);
  const dismissOld = useEffectEvent(() => remove(lastSeen.current));

  useEffect(() => {
    const markSeen = () => (lastSeen.current = last.current);
    const press = () => {
      pressed = true;
      markSeen();
    };
    const release = () => (pressed = false);
    const listeners = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      ['keydown', markSeen],
      // The browser's back and forward buttons.
      ['popstate', markSeen],
    ] as const;
    for (const [type, listener] of listeners) window.addEventListener(type, listener, { capture: true });
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener, { capture: true });
    };
  }, [last]);

  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    dismissOld();
  }, [screen]);
}
