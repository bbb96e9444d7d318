import type { ReactNode } from 'react';
import { BrandMark, BrandWord } from './brand.tsx';
import styles from './door-layout.module.css';
import { Tear } from './tear.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface DoorLayoutProps {
  /** The page's heading, under the name. */
  tagline: ReactNode;
  children: ReactNode;
  /** What stands under the perforation. */
  stub?: ReactNode;
}

/** The pages before the door (login, activation, passwords): one slip of paper in the middle of the desk. */
export function DoorLayout({ tagline, children, stub }: DoorLayoutProps) {
  return (
    <div className={styles.door}>
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
                <Tear />
                <div className={styles.stub}>{stub}</div>
              </>
            ) : null}
          </div>
        </div>
      </main>
    </div>
  );
}
