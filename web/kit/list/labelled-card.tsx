import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import type { CardParts, Column } from '#web/kit/ui/table/data-table-props.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import styles from './labelled-card.module.css';

/**
 * Returns how a row is shown as a card: one column heads it, those without a visible header are its actions, and the others are
 * labelled values.
 */
export function labelledCard<T>(columns: readonly Column<T>[], name = columns[0]?.id) {
  const head = columns.find(({ id }) => id === name);
  const others = columns.filter((column) => column !== head);
  const actions = others.filter(({ hideHeader }) => hideHeader);
  const facts = others.filter(({ hideHeader }) => !hideHeader);
  return (row: T, { checkbox }: CardParts) => (
    <RowCard
      checkbox={checkbox}
      name={head?.cell(row)}
      actions={
        actions.length > 0 &&
        actions.map(({ id, cell }) => (
          <span key={id} className={styles.action}>
            {cell(row)}
          </span>
        ))
      }
    >
      <div className={styles.facts}>
        <DescriptionList groups={[facts.map(({ header, cell }) => ({ term: header, value: cell(row) }))]} />
      </div>
    </RowCard>
  );
}
