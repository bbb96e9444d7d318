import { Fragment, type ReactNode, useState } from 'react';
import styles from './collapsible-list.module.css';

interface CollapsibleListProps<T> {
  items: readonly T[];
  /** How many stand there at first. */
  initialCount: number;
  itemKey: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** Several things in one cell of a row, below each other; many are folded until somebody wants them. */
export function CollapsibleList<T>({ items, initialCount, itemKey, children }: CollapsibleListProps<T>) {
  const [all, setAll] = useState(false);
  // One more than fit costs as much as the button that hides it.
  const isCollapsible = items.length > initialCount + 1;
  const shown = isCollapsible && !all ? items.slice(0, initialCount) : items;
  return (
    <span className={styles.list}>
      {shown.map((item) => (
        <Fragment key={itemKey(item)}>{children(item)}</Fragment>
      ))}
      {isCollapsible && (
        <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver ${items.length - initialCount} más`}
        </button>
      )}
    </span>
  );
}
