import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Check, ChevronRight, Lock } from '#web/kit/ui/display/icons.ts';
import styles from './disclosure.module.css';

interface DisclosureCardProps {
  title: ReactNode;
  /** Muted, after the title: "(1/2)". */
  meta?: ReactNode;
  /** At the right, even while collapsed: the state. */
  aside?: ReactNode;
  children: ReactNode;
  /** Target of deep links: `#envio-123`. */
  id?: string;
  defaultOpen?: boolean;
  /** Makes the card controlled, with `onToggle`. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  level?: 2 | 3;
  /** Colours the left edge; `aside` says why. */
  tone?: 'bad' | 'warn' | null;
}

/** A collapsible card. */
export function DisclosureCard({
  title,
  meta,
  aside,
  children,
  id,
  defaultOpen = false,
  open,
  onToggle,
  level = 2,
  tone,
}: DisclosureCardProps) {
  const bodyId = useId();
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const shown = open ?? ownOpen;
  const Heading = level === 2 ? 'h2' : 'h3';
  const toggle = () => {
    setOwnOpen(!shown);
    onToggle?.(!shown);
  };
  return (
    <section className={classNames(styles.card, tone && styles[tone])} id={id}>
      <Heading className={styles.heading}>
        <button type="button" className={styles.head} aria-expanded={shown} aria-controls={bodyId} onClick={toggle}>
          <ChevronRight className={styles.chevron} />
          <span className={styles.title}>{title}</span>
          {meta ? <span className={styles.meta}>{meta}</span> : null}
          <span className="flex-grow" />
          {aside}
        </button>
      </Heading>
      <div id={bodyId} className={styles.body} hidden={!shown}>
        {shown ? children : null}
      </div>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  /** Summary of the step's values, in one line. */
  note?: ReactNode;
  state: 'open' | 'done' | 'todo' | 'locked';
  onOpen: () => void;
  children: ReactNode;
}

/** One step of an accordion: number, tick or lock, and as text whether it is complete. */
export function Step({ number, title, note, state, onOpen, children }: StepProps) {
  const bodyId = useId();
  const open = state === 'open';
  const done = state === 'done';
  return (
    <section className={classNames(styles.step, styles[state])}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.stepHead}
          aria-expanded={open}
          aria-controls={bodyId}
          aria-disabled={state === 'locked' || undefined}
          onClick={() => {
            if (state !== 'locked') onOpen();
          }}
        >
          <span className={styles.number} aria-hidden="true">
            {done ? <Check className="icon-14" /> : state === 'locked' ? <Lock className="icon-14" /> : number}
          </span>
          <span className={styles.stepTitle}>
            {title}
            {note && !open ? <small>{note}</small> : null}
          </span>
          <span className={styles.status}>{done ? 'Completo' : 'Pendiente'}</span>
        </button>
      </h3>
      <div id={bodyId} className={styles.inner} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
