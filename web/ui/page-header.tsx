import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { ArrowLeft } from './icons.ts';
import { Link } from './link.tsx';
import styles from './page-header.module.css';
import { TabTitle } from './tab-title.tsx';

interface PageHeaderProps {
  title: string;
  /** The tab's title when it says more than the heading. */
  tabTitle?: string;
  /** `label` instead of an arrow and 'Volver'. */
  back?: { to: string; label?: string };
  /** How many there are: "37 órdenes"; announced when it changes. */
  count?: string;
  badge?: ReactNode;
  /** Facts under the title, each its own element: id, date, mode. */
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/**
 * A screen's heading: names the tab, and takes the focus when the person arrives from another screen (not on the first
 * load, not when only filters change).
 */
export function PageHeader({ title, tabTitle = title, back, count, badge, subtitle, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const focusHeading = useEffectEvent(() => {
    // React Router calls the entry where the visit began "default".
    if (key !== 'default') heading.current?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another path is another screen, even in the same component.
  useEffect(() => focusHeading(), [pathname]);

  return (
    <div className={styles.head}>
      <TabTitle title={tabTitle} />
      <div className={styles.text}>
        {back ? (
          <Link to={back.to} className={styles.back}>
            {back.label ?? (
              <>
                <ArrowLeft className="icon-14" />
                Volver
              </>
            )}
          </Link>
        ) : null}
        <div className={styles.titles}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badge}
          <span role="status" className={styles.count}>
            {count}
          </span>
        </div>
        {subtitle ? <div className={styles.subtitle}>{subtitle}</div> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
