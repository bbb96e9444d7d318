import { Fragment, type ReactNode, useState } from 'react';
import styles from './collapsible-list.module.css';

interface CollapsibleListProps<T> {
  items: readonly T[];
  /** Number of items shown at first. */
  initialCount: number;
  itemKey: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** Several items in one cell of a row; long lists are collapsed. */
export function CollapsibleList<T>({ items, initialCount, itemKey, children }: CollapsibleListProps<T>) {
  const [all, setAll] = useState(false);
  // Hiding a single item saves nothing: the button needs as much space.
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
