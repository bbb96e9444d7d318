import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { ArrowLeft } from '#web/kit/ui/display/icons.ts';
import { Link } from '#web/kit/ui/link.tsx';
import styles from './page-header.module.css';
import { TabTitle } from './tab-title.tsx';

interface PageHeaderProps {
  title: string;
  /** Title of the browser's tab, if it differs from the heading. */
  tabTitle?: string;
  /** `label` replaces the arrow and 'Volver'. */
  back?: { to: string; label?: string };
  /** Number of items, "37 órdenes"; screen readers announce its changes. */
  count?: string;
  badge?: ReactNode;
  /** Facts below the title, one element each: id, date, mode. */
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/**
 * Header of a screen: sets the tab's title, and focuses the heading after a navigation from another screen (not on the
 * first load, nor when only filters change).
 */
export function PageHeader({ title, tabTitle = title, back, count, badge, subtitle, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const focusHeading = useEffectEvent(() => {
    // Behind an open dialog the page is hidden: the dialog would take the focus back and select the typed text.
    const behindDialog = heading.current?.closest('[aria-hidden=true]');
    // React Router's key of the first page of a visit is "default".
    if (key !== 'default' && !behindDialog) heading.current?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen, even in the same component.
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
