import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { AuthLayout } from '#web/kit/ui/layout/auth-layout.tsx';
import { TabTitle } from '#web/kit/ui/layout/tab-title.tsx';
import { ProviderBrand } from '#web/provider/provider-brand.tsx';

export interface AuthPageProps {
  /** Title in the browser's tab. */
  title: string;
  /** Heading of the page; defaults to the title. */
  heading?: string;
  stub?: ReactNode;
  children: ReactNode;
}

/** Page without a session. After a navigation its heading takes the focus, as on the other screens. */
export function AuthPage({ title, heading = title, stub, children }: AuthPageProps) {
  const arrived = useLocation().key !== 'default';
  useEffect(() => {
    if (arrived) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <ProviderBrand>
      <AuthLayout tagline={heading} stub={stub}>
        <TabTitle title={title} />
        {children}
      </AuthLayout>
    </ProviderBrand>
  );
}
