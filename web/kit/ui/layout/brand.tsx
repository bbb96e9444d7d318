import { createContext, use } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Link } from '#web/kit/ui/link.tsx';
import styles from './brand.module.css';

/** Brand of the portal: a name, and the address of a logo; '' means our own logo. */
export const Brand = createContext({ name: 'Remito', logo: '' });

/** The brand's name next to the logo; our own in lower case. */
export function BrandWord() {
  const { name } = use(Brand);
  return name === 'Remito' ? 'remito' : name;
}

/** The logo: a remito and its carbon copy, or the provider's. Decorative, because the name follows. */
export function BrandMark({ size = 26 }: { size?: number }) {
  const { logo } = use(Brand);
  if (logo) return <img src={logo} width={size} height={size} alt="" />;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className={styles.copy}
        d="M12 1h15a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3h-3V10a4 4 0 0 0-4-4H9V4a3 3 0 0 1 3-3z"
      />
      <path
        className={styles.front}
        d="M5 8h14a3 3 0 0 1 3 3v20l-2.5-2-2.5 2-2.5-2-2.5 2-2.5-2L7 31l-2.5-2L2 31V11a3 3 0 0 1 3-3z"
      />
      <path className={styles.letter} d="M9 24V14.2M9 18.6c.5-2.8 2.6-4.5 6-4.3" />
    </svg>
  );
}

interface BrandLinkProps {
  to: string;
  /** Shows only the logo. */
  folded?: boolean;
  /** Follows the name: 'consola'. */
  part?: string | undefined;
  className?: string;
}

/** Logo and name as a link to the home page. */
export function BrandLink({ to, folded, part, className }: BrandLinkProps) {
  const { name } = use(Brand);
  return (
    <Link
      to={to}
      className={classNames(styles.brand, className)}
      aria-label={`${name}${part ? ` ${part}` : ''}, ir al inicio`}
    >
      <BrandMark />
      {folded ? null : (
        <b>
          <BrandWord /> {part}
        </b>
      )}
    </Link>
  );
}
