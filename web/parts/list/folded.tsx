import { Fragment, type ReactNode, useState } from 'react';
import styles from './folded.module.css';

interface FoldedProps<T> {
  items: readonly T[];
  /** How many stand there at first. */
  most: number;
  itemKey: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** Several things in one cell of a row, below each other; many are folded until somebody wants them. */
export function Folded<T>({ items, most, itemKey, children }: FoldedProps<T>) {
  const [all, setAll] = useState(false);
  // One more than fit costs as much as the button that hides it.
  const folds = items.length > most + 1;
  const shown = folds && !all ? items.slice(0, most) : items;
  return (
    <span className={styles.folded}>
      {shown.map((item) => (
        <Fragment key={itemKey(item)}>{children(item)}</Fragment>
      ))}
      {folds && (
        <button type="button" className="linklike" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver ${items.length - most} más`}
        </button>
      )}
    </span>
  );
}
