import { type ReactElement, useId, useRef } from 'react';
import styles from '#web/kit/ui/overlay/popover.module.css';

/** Distances in px: between a control and its tip, and between the tip and the edge of the window. */
const GAP = 6;
const EDGE = 8;

/** Positions the tip above the control, or below it if there is no room. */
function positionTip(tip: HTMLElement, control: HTMLElement): void {
  const { left, top, bottom, width } = control.getBoundingClientRect();
  const maxLeft = window.innerWidth - tip.offsetWidth - EDGE;
  const above = top - tip.offsetHeight - GAP;
  tip.style.left = `${Math.max(EDGE, Math.min(maxLeft, left + (width - tip.offsetWidth) / 2))}px`;
  tip.style.top = `${above >= EDGE ? above : bottom + GAP}px`;
}

interface BlockedReason {
  /** For the control's `aria-describedby`; undefined without a reason. */
  id: string | undefined;
  /** To be rendered next to the control. */
  tip: ReactElement | null;
  show: (control: HTMLElement) => void;
  hide: () => void;
}

/**
 * Provides the reason why a control is disabled, as its description and as a tip for mouse, keyboard and touch (D1 §4).
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
      positionTip(tip.current, control);
    },
    hide: () => tip.current?.hidePopover(),
  };
}
