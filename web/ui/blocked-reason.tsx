import { type ReactElement, useId, useRef } from 'react';
import styles from './popover.module.css';

/** Px between a control and its tip, and between the tip and the edge of the window. */
const GAP = 6;
const EDGE = 8;

/** Places the tip over the control, or under it where there is no room. */
function place(tip: HTMLElement, control: HTMLElement): void {
  const { left, top, bottom, width } = control.getBoundingClientRect();
  const most = window.innerWidth - tip.offsetWidth - EDGE;
  const above = top - tip.offsetHeight - GAP;
  tip.style.left = `${Math.max(EDGE, Math.min(most, left + (width - tip.offsetWidth) / 2))}px`;
  tip.style.top = `${above >= EDGE ? above : bottom + GAP}px`;
}

interface BlockedReason {
  /** For the control's `aria-describedby`; none without a reason. */
  id: string | undefined;
  /** Goes beside the control. */
  tip: ReactElement | null;
  show: (control: HTMLElement) => void;
  hide: () => void;
}

/**
 * Why a control can't be pressed: its description, and a tip for everybody who comes to it by mouse, keyboard or touch (D1
 * §4).
 */
export function useBlockedReason(reason: string | null | false | undefined): BlockedReason {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  return {
    id: reason ? id : undefined,
    tip: reason ? (
      <span ref={tip} id={id} role="tooltip" popover="manual" className={styles.reason}>
        {reason}
      </span>
    ) : null,
    show(control) {
      if (!tip.current) return;
      tip.current.showPopover();
      place(tip.current, control);
    },
    hide: () => tip.current?.hidePopover(),
  };
}
