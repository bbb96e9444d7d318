import type { ReactNode } from 'react';
import { Perforation } from '#web/kit/ui/display/perforation.tsx';
import styles from './auth-layout.module.css';
import { BrandMark, BrandWord } from './brand.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface AuthLayoutProps {
  /** Heading of the page, below the brand. */
  tagline: ReactNode;
  children: ReactNode;
  /** Content below the perforation. */
  stub?: ReactNode;
}

/** Layout of the pages without a session (login, activation, passwords). */
export function AuthLayout({ tagline, children, stub }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.topline}>
        <ThemeToggle />
      </div>
      <main id="main" tabIndex={-1}>
        <div className={styles.slip}>
          <div className={styles.paper}>
            <span className={styles.letter}>
              <BrandMark size={32} />
            </span>
            <div className={styles.part}>
              <p className={styles.wordmark}>
                <BrandWord />
              </p>
              <h1 className={styles.tagline} tabIndex={-1}>
                {tagline}
              </h1>
              {children}
            </div>
            {stub ? (
              <>
                <Perforation />
                <div className={styles.stub}>{stub}</div>
              </>
            ) : null}
          </div>
        </div>
      </main>
    </div>
  );
}
