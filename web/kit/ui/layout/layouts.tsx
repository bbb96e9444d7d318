import type { ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import styles from './layouts.module.css';

/** Layout of a detail: main column of two thirds, side column of one third; one column below 900 px. */
export function DetailLayout({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.detail}>
      <div className={styles.main}>{children}</div>
      <div className={styles.side}>{side}</div>
    </div>
  );
}

/**
 * Layout of a form: fields on the left, sticky summary on the right. The phone hides the summary, because the footer
 * contains it.
 */
export function FormLayout({ children, summary }: { children: ReactNode; summary?: ReactNode }) {
  return (
    <div className={styles.form}>
      <div className={styles.main}>{children}</div>
      {summary ? <div className={styles.summary}>{summary}</div> : null}
    </div>
  );
}

/** A section of a form with a heading. */
export function FormSection({
  title,
  lead,
  children,
  id,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section className={styles.section} id={id}>
      <h2>{title}</h2>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </section>
  );
}

/** Grid with twelve columns for fields (`span`), six on the phone (`phoneSpan`). */
export function FormGrid({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.grid, className)}>{children}</div>;
}

/** Sticky footer of a form: back link, status, and buttons on the right. */
export function FormFooter({ back, live, children }: { back?: ReactNode; live?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.footer}>
      {back}
      <span role="status" className={styles.live}>
        {live}
      </span>
      {children}
    </div>
  );
}

interface FilterGridProps {
  children: ReactNode;
  actions: ReactNode;
  /** Whether five fields are in one line from 1400 px on, in pages without a menu at the side. */
  oneLine?: boolean | undefined;
}

/** The fields of a list's search form, four per line, with two buttons on the right. */
export function FilterGrid({ children, actions, oneLine }: FilterGridProps) {
  return (
    <div className={classNames(styles.filters, oneLine && styles.oneLine)}>
      <div className={styles.filterFields}>{children}</div>
      <div className={styles.filterActions}>{actions}</div>
    </div>
  );
}

/** One line between filters and table: pills on the left, the rest on the right. */
export function FilterBar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.strip}>
      {children}
      <span className="flex-grow" />
      {end}
    </div>
  );
}

/** Padding for content that doesn't span the sheet; `tight` for a note between header and content. */
export function SheetBody({ children, tight }: { children: ReactNode; tight?: boolean }) {
  return <div className={classNames(styles.body, tight && styles.tight)}>{children}</div>;
}
