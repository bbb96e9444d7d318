import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Check, Lock } from '#web/kit/ui/display/icons.ts';
import styles from './registration.module.css';
import { STEP_TITLES, STEPS, type Step } from './steps.ts';

interface StepPanelProps {
  step: Step;
  /** The typed values in one line; shown when the step is complete and closed. */
  summary: string;
  complete: boolean;
  /** True while an earlier step is incomplete. */
  locked: boolean;
  open: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** One step of the accordion, with its state as an icon and in words (D1 §2). */
export function StepPanel({ step, summary, complete, locked, open, onOpen, children }: StepPanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const wasOpen = useRef(open);
  // Moves focus to the first field of the step that opens.
  useEffect(() => {
    if (open && !wasOpen.current) panel.current?.querySelector<HTMLElement>('input, select')?.focus();
    wasOpen.current = open;
  }, [open]);

  return (
    <li className={styles.step} data-state={complete ? 'complete' : open ? 'open' : locked ? 'locked' : 'pending'}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.header}
          aria-expanded={open}
          aria-controls={open ? `${id}panel` : undefined}
          // An open step can’t be closed, except by opening another.
          aria-disabled={locked || open}
          onClick={() => !locked && onOpen()}
        >
          <span className={styles.mark} aria-hidden="true">
            {complete ? <Check className="icon-14" /> : locked ? <Lock className="icon-14" /> : STEPS.indexOf(step) + 1}
          </span>
          <span className={styles.title} id={`${id}title`}>
            {STEP_TITLES[step]}
            {complete && !open && summary && <small>{summary}</small>}
          </span>
          <span className={styles.state}>{complete ? 'Completo' : 'Pendiente'}</span>
        </button>
      </h3>
      {open && (
        <section ref={panel} id={`${id}panel`} className={styles.panel} aria-labelledby={`${id}title`}>
          {children}
        </section>
      )}
    </li>
  );
}
