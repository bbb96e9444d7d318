import { Fragment, type ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Perforation } from '#web/kit/ui/display/perforation.tsx';
import styles from './panel.module.css';

/** A box with a heading, for the side column. */
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

export interface DescriptionRow {
  term: ReactNode;
  value: ReactNode;
}

/** Terms and values in two columns, with a line between groups. */
export function DescriptionList({ groups }: { groups: readonly (readonly DescriptionRow[])[] }) {
  return (
    <div className={styles.groups}>
      {groups.map((facts, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a screen never change their order
        <dl key={group} className={styles.facts}>
          {facts.map(({ term, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do the facts of a group
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

/** Terms above values, four per line: the measures of a shipment. */
export function Metrics({ rows }: { rows: readonly DescriptionRow[] }) {
  return (
    <dl className={styles.metrics}>
      {rows.map(({ term, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the measures of a screen never change their order
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
  /** Second line, in small text. */
  note?: ReactNode;
  /** True when the note reports missing data. */
  warning?: boolean;
}

/** Labels on the left, numbers on the right. */
export function SummaryLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ key, label, value, note, warning }) => (
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

/** Summary of a form, with the cost below the perforation. */
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
