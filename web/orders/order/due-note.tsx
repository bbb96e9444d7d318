import { type DueDate, dueText } from '#shared/orders/rules/due/promise.ts';

interface DueNoteProps {
  /** Undefined before a gateway without promises. */
  due: DueDate | null | undefined;
}

/** The promised day below or beside a state; a day that is over stands out. */
export function DueNote({ due }: DueNoteProps) {
  if (!due) return null;
  return <span className={`row-line nowrap ${due.days_left < 0 ? 'danger-text' : 'muted'}`}>{dueText(due)}</span>;
}
