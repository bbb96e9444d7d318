import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './panel.module.css';
import { Perforation } from './perforation.tsx';

/** A box for what belongs together beside the main column. */
export function Panel({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

export interface DescriptionItem {
  term: ReactNode;
  value: ReactNode;
}

/** Names and values in two columns; a new group of facts starts under a line. */
export function DescriptionList({ groups }: { groups: readonly (readonly DescriptionItem[])[] }) {
  return (
    <div className={styles.groups}>
      {groups.map((facts, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The groups of a screen never change places.
        <dl key={group} className={styles.facts}>
          {facts.map(({ term, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Nor do the facts within one.
            <Fragment key={index}>
              <dt>{term}</dt>
              <dd>{value === null || value === undefined || value === '' ? '-' : value}</dd>
            </Fragment>
          ))}
        </dl>
      ))}
    </div>
  );
}

/** Names over values, four in a line: the measures of a shipment. */
export function Metrics({ items }: { items: readonly DescriptionItem[] }) {
  return (
    <dl className={styles.metrics}>
      {items.map(({ term, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The measures of a screen never change places.
        <div key={index}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface SummaryLine {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** A quiet second line. */
  note?: ReactNode;
  /** The note is something missing. */
  warning?: boolean;
}

/** Names at the left, figures at the right. */
export function SummaryLines({ items }: { items: readonly SummaryLine[] }) {
  return (
    <dl className={styles.lines}>
      {items.map(({ key, label, value, note, warning }) => (
        <div key={key}>
          <dt>
            {label}
            {note ? <small className={classNames(warning && styles.warning)}>{note}</small> : null}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the form adds up to, and under the tear line what it costs. */
export function SummaryBox({ title, children, stub }: { title: string; children: ReactNode; stub?: ReactNode }) {
  return (
    <section className={styles.summary}>
      <div className={styles.part}>
        <h2>{title}</h2>
        {children}
      </div>
      {stub ? (
        <>
          <Perforation />
          <div className={styles.part}>{stub}</div>
        </>
      ) : null}
    </section>
  );
}
